package io.tiercel.jdbc;

/// The driver as [java.sql.DriverManager] finds it by the service loader: it takes only
/// `jdbc:tiercel:` URLs, so that pgjdbc beside it keeps its own.
public final class RegisteredDriver extends UrlDriver {
  static {
    register(new RegisteredDriver());
  }

  /// For the service loader.
  public RegisteredDriver() {}

  @Override
  boolean accepts(String url) {
    return url.startsWith("jdbc:tiercel:");
  }
}
