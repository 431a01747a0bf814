package io.tiercel.lab.cli;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.spi.LocatedServer;
import io.tiercel.wire.spi.ServerLocator;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/// A connection, and the server that was started for it: closing ends both.
///
/// @param server null where the server runs by itself
public record OpenedDatabase(Connection connection, @Nullable LocatedServer server)
    implements AutoCloseable {

  /// Opens a URL, of a server or of an embedded one. Blocks until it answers.
  public static OpenedDatabase open(String url) {
    for (ServerLocator locator : ServiceLoader.load(ServerLocator.class)) {
      if (locator.accepts(url)) {
        LocatedServer server = locator.open(url);
        try {
          return new OpenedDatabase(Connection.open(ConnectionConfig.parse(server.url())), server);
        } catch (RuntimeException e) {
          server.close();
          throw e;
        }
      }
    }
    return new OpenedDatabase(Connection.open(ConnectionConfig.parse(url)), null);
  }

  @Override
  public void close() {
    connection.close();
    if (server != null) {
      server.close();
    }
  }
}
