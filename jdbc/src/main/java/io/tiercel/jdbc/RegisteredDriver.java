package io.tiercel.jdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.SQLException;

/// The driver as [java.sql.DriverManager] finds it by the service loader: it takes only
/// `jdbc:tiercel:` URLs, so that pgjdbc beside it keeps its own.
public final class RegisteredDriver extends TiercelDriver {
  /// For the service loader.
  public RegisteredDriver() {}

  @Override
  public boolean acceptsURL(String url) throws SQLException {
    if (url == null) {
      throw SqlExceptions.of("22023", "the URL is null", null);
    }
    return url.startsWith("jdbc:tiercel:");
  }
}
