package io.tiercel.jdbc;

/// The driver, for applications that name the class: it takes `jdbc:tiercel:` and
/// `jdbc:postgresql:` URLs. [java.sql.DriverManager] finds [RegisteredDriver] by itself, which
/// leaves the latter to pgjdbc where that is present.
public final class TiercelDriver extends UrlDriver {
  static {
    register(new TiercelDriver());
  }

  /// For applications and pools.
  public TiercelDriver() {}

  @Override
  boolean accepts(String url) {
    return url.startsWith("jdbc:tiercel:") || url.startsWith("jdbc:postgresql:");
  }
}
