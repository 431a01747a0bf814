package io.tiercel.jdbc;

import io.tiercel.jdbc.connection.JdbcConnection;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.WireException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// What the drivers have in common: all but the URLs they take.
abstract class UrlDriver implements Driver {
  private static final int MAJOR_VERSION = 0;
  private static final int MINOR_VERSION = 1;

  abstract boolean accepts(String url);

  @Override
  public final boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlExceptions.of("22023", "the URL is null", null);
    }
    return accepts(url);
  }

  /// For the static initializers of the drivers.
  static void register(Driver driver) {
    try {
      DriverManager.registerDriver(driver);
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @Override
  public final @Nullable Connection connect(String url, @Nullable Properties info)
      throws SQLException {
    if (!acceptsURL(url)) {
      return null;
    }
    try {
      var complete = new DriverUrl(url, info == null ? new Properties() : info);
      return JdbcConnection.open(complete.config(), complete.options());
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public final int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public final int getMinorVersion() {
    return MINOR_VERSION;
  }

  /// Whether it passed the compliance tests: PostgreSQL does not speak all of SQL-92 entry level.
  @Override
  public final boolean jdbcCompliant() {
    return false;
  }

  @Override
  public final Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return Logger.getLogger("io.tiercel");
  }
}
