package io.tiercel.inside;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// Connections into the session that called the running thread. Stateless, safe for any thread.
final class InsideDataSource implements DataSource {
  static final InsideDataSource INSTANCE = new InsideDataSource();

  private InsideDataSource() {}

  @Override
  public Connection getConnection() throws SQLException {
    return InsideDriver.connect();
  }

  /// The session's own user, whatever is asked for.
  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    return InsideDriver.connect();
  }

  @Override
  public @Nullable PrintWriter getLogWriter() {
    return null;
  }

  @Override
  public void setLogWriter(PrintWriter out) {}

  @Override
  public void setLoginTimeout(int seconds) {}

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("io.tiercel");
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    if (!type.isInstance(this)) {
      throw new SQLException("this is no wrapper of " + type.getName(), "0A000");
    }
    return type.cast(this);
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
