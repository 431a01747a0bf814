package io.tiercel.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/// A source of connections, each a new one: put a pool on top.
public final class TiercelDataSource extends BaseDataSource implements DataSource {
  private static final long serialVersionUID = 1;

  /// Of the local server, until something else is set.
  public TiercelDataSource() {}

  @Override
  public Connection getConnection() throws SQLException {
    return open(null, null);
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return open(user, password);
  }
}
