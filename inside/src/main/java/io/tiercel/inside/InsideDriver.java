package io.tiercel.inside;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.Set;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// The driver of `jdbc:tiercel:inside`, and of `jdbc:default:connection`, which SQL/JRT names: both
/// lead into the session that called the running thread. Found by [java.sql.DriverManager].
public final class InsideDriver implements Driver {
  private static final Set<String> URLS = Set.of("jdbc:tiercel:inside", "jdbc:default:connection");

  static {
    try {
      DriverManager.registerDriver(new InsideDriver());
    } catch (SQLException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /// For [java.util.ServiceLoader].
  public InsideDriver() {}

  static Connection connect() throws SQLException {
    try {
      return PgSession.current().connection();
    } catch (IllegalStateException | PgException e) {
      throw new SQLException(e.getMessage(), "08003", e);
    }
  }

  @Override
  public @Nullable Connection connect(String url, @Nullable Properties info) throws SQLException {
    return acceptsURL(url) ? connect() : null;
  }

  @Override
  public boolean acceptsURL(String url) {
    return URLS.contains(url);
  }

  @Override
  public DriverPropertyInfo[] getPropertyInfo(String url, @Nullable Properties info) {
    return new DriverPropertyInfo[0];
  }

  @Override
  public int getMajorVersion() {
    return 0;
  }

  @Override
  public int getMinorVersion() {
    return 1;
  }

  @Override
  public boolean jdbcCompliant() {
    return false;
  }

  @Override
  public Logger getParentLogger() {
    return Logger.getLogger("io.tiercel");
  }
}
