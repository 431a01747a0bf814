package io.tiercel.jdbc;

import io.tiercel.jdbc.pool.PhysicalConnection;
import java.sql.SQLException;
import javax.sql.ConnectionPoolDataSource;
import javax.sql.PooledConnection;

/// A source of connections for pools that speak [PooledConnection].
public final class TiercelConnectionPoolDataSource extends BaseDataSource
    implements ConnectionPoolDataSource {
  private static final long serialVersionUID = 1;

  /// Of the local server, until something else is set.
  public TiercelConnectionPoolDataSource() {}

  @Override
  public PooledConnection getPooledConnection() throws SQLException {
    return new PhysicalConnection(open(null, null));
  }

  @Override
  public PooledConnection getPooledConnection(String user, String password) throws SQLException {
    return new PhysicalConnection(open(user, password));
  }
}
