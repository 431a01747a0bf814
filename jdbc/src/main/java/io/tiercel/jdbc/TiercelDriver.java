package io.tiercel.jdbc;

import io.tiercel.jdbc.connection.JdbcConnection;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.WireException;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The driver, for applications that name the class: it takes `jdbc:tiercel:` and
/// `jdbc:postgresql:` URLs. [java.sql.DriverManager] finds [RegisteredDriver] by itself, which
/// leaves the latter to pgjdbc where that is present.
public class TiercelDriver implements Driver {
  private static final String OWN_SCHEME = "jdbc:tiercel:";
  private static final String POSTGRESQL_SCHEME = "jdbc:postgresql:";
  private static final int MAJOR_VERSION = 0;
  private static final int MINOR_VERSION = 1;

  /// For applications, pools and the service loader.
  public TiercelDriver() {}

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
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
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlExceptions.of("22023", "the URL is null", null);
    }
    return url.startsWith(OWN_SCHEME) || url.startsWith(POSTGRESQL_SCHEME);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return MAJOR_VERSION;
  }

  @Override
  public int getMinorVersion() {
    return MINOR_VERSION;
  }

  /// Whether it passed the compliance tests: PostgreSQL does not speak all of SQL-92 entry level.
  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    return Logger.getLogger("io.tiercel");
  }
}
