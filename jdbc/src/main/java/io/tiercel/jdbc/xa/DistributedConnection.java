package io.tiercel.jdbc.xa;

import io.tiercel.jdbc.pool.PhysicalConnection;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.transaction.xa.XAResource;

/// A connection whose transactions a manager may begin and end.
public final class DistributedConnection extends PhysicalConnection implements XAConnection {
  private final Branches branches;

  public DistributedConnection(Connection connection) {
    super(connection);
    branches = new Branches(connection);
  }

  @Override
  protected boolean isManaged() {
    return branches.isUnderWay();
  }

  @Override
  public XAResource getXAResource() throws SQLException {
    return branches;
  }
}
