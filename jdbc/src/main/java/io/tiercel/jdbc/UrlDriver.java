package io.tiercel.jdbc;

import io.tiercel.jdbc.connection.JdbcConnection;
import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.property.DriverProperties;
import io.tiercel.jdbc.property.DriverProperty;
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
      return open(new DriverUrl(url, info == null ? new Properties() : info));
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  /// A new connection. Blocks.
  static Connection open(DriverUrl complete) throws SQLException {
    try {
      Connection connection =
          JdbcConnection.open(complete.config(), complete.options(), complete.publicUrl());
      if (complete.isReadOnly()) {
        connection.setReadOnly(true);
      }
      return connection;
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  @Override
  public final DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
    Properties given = info == null ? new Properties() : info;
    return DriverProperties.all().stream()
        .map(property -> described(property, given))
        .toArray(DriverPropertyInfo[]::new);
  }

  private static DriverPropertyInfo described(DriverProperty property, Properties given) {
    String value = given.getProperty(property.name(), property.defaultValue());
    var described = new DriverPropertyInfo(property.name(), value);
    described.description = property.treatment() + ": " + property.note();
    if (!property.values().isEmpty()) {
      described.choices = property.values().toArray(String[]::new);
    }
    return described;
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
