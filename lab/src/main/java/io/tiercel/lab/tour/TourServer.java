package io.tiercel.lab.tour;

import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// The server the tour works on: the embedded one, or one that a URL names. Opens plain JDBC
/// connections for set-up and checks, which must not depend on what is being shown.
final class TourServer implements AutoCloseable {
  private final ServerAddress address;
  private final @Nullable LocatedServer located;

  private TourServer(ServerAddress address, @Nullable LocatedServer located) {
    this.address = address;
    this.located = located;
  }

  /// Blocks until the server accepts connections.
  static TourServer open(String url) {
    for (ServerLocator locator : ServiceLoader.load(ServerLocator.class)) {
      if (locator.accepts(url)) {
        LocatedServer server = locator.open(url);
        return new TourServer(ServerAddress.parse(server.url()), server);
      }
    }
    return new TourServer(ServerAddress.parse(url), null);
  }

  ServerAddress address() {
    return address;
  }

  /// A pgjdbc connection to a database of the server, in auto-commit mode.
  static Connection connect(ServerAddress address, Map<String, String> more) throws SQLException {
    return DriverManager.getConnection(address.jdbcUrl("postgresql", more));
  }

  Connection connect() throws SQLException {
    return connect(address, Map.of());
  }

  /// Throws the server's own reason for a failure if it broke down, which no connection could tell.
  void throwIfBrokenDown(Exception failure) {
    Optional<String> panic = located == null ? Optional.empty() : located.panic();
    if (panic.isPresent()) {
      throw Failures.ofPanic(panic.get(), failure);
    }
  }

  @Override
  public void close() {
    if (located != null) {
      located.close();
    }
  }
}
