package io.tiercel.jdbc;

import io.tiercel.jdbc.xa.DistributedConnection;
import java.sql.SQLException;
import javax.sql.XAConnection;
import javax.sql.XADataSource;

/// A source of connections for transaction managers. The server needs `max_prepared_transactions`
/// above 0.
public final class TiercelXADataSource extends BaseDataSource implements XADataSource {
  private static final long serialVersionUID = 1;

  /// Of the local server, until something else is set.
  public TiercelXADataSource() {}

  @Override
  public XAConnection getXAConnection() throws SQLException {
    return new DistributedConnection(open(null, null));
  }

  @Override
  public XAConnection getXAConnection(String user, String password) throws SQLException {
    return new DistributedConnection(open(user, password));
  }
}
