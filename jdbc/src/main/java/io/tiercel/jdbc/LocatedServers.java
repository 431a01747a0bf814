package io.tiercel.jdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.locks.ReentrantLock;

/// The servers behind URLs that do not say where they listen, such as `jdbc:tiercel:embedded:shop`.
/// One is opened with the first connection and held until the JVM ends, for nobody tells a driver
/// that no more connections will follow. Safe for any thread.
final class LocatedServers {
  private static final String EMBEDDED = "jdbc:tiercel:embedded:";

  private static final ReentrantLock LOCK = new ReentrantLock();

  /// By URL; guarded by LOCK.
  private static final Map<String, LocatedServer> HELD = new HashMap<>();

  private LocatedServers() {}

  /// The URL by which to connect: the given one, unless a locator is there for it. May start a
  /// server, and block for as long as that takes.
  ///
  /// @throws SQLException `08001` if the server cannot be started
  static String plainUrl(String url) throws SQLException {
    if (url.startsWith("jdbc:tiercel://") || url.startsWith("jdbc:postgresql:")) {
      return url;
    }
    LOCK.lock();
    try {
      LocatedServer held = HELD.get(url);
      if (held != null) {
        return held.url();
      }
      for (ServerLocator locator : ServiceLoader.load(ServerLocator.class)) {
        if (locator.accepts(url)) {
          held = open(locator, url);
          HELD.put(url, held);
          return held.url();
        }
      }
    } finally {
      LOCK.unlock();
    }
    if (url.startsWith(EMBEDDED)) {
      throw SqlExceptions.of(
          "08001",
          "cannot start %s: io.tiercel:tiercel-embedded is not on the class path".formatted(url),
          null);
    }
    return url;
  }

  private static LocatedServer open(ServerLocator locator, String url) throws SQLException {
    try {
      return locator.open(url);
    } catch (RuntimeException e) {
      throw SqlExceptions.of("08001", String.valueOf(e.getMessage()), e);
    }
  }
}
