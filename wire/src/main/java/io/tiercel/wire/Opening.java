package io.tiercel.wire;

import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.transport.Deadline;
import io.tiercel.wire.transport.Endpoint;
import io.tiercel.wire.transport.Transport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/// Makes a connection: the hosts one after the other, for each the ways that its settings allow.
final class Opening {
  private static final String HINT = "raise connectTimeout or loginTimeout, or look at the server.";

  private final ConnectionConfig config;
  private final Deadline login;

  Opening(ConnectionConfig config) {
    this.config = config;
    login = Deadline.connecting("a session", config.loginTimeout(), HINT);
  }

  /// An authenticated session.
  record Opened(
      ConnectionConfig config, Session session, SessionListeners listeners, BackendKey key) {
    /// A connection that the caller may give away.
    Connection toConnection() {
      return new Connection(this);
    }
  }

  /// Tries the hosts until one fits.
  ///
  /// @throws WireException what the last one said, with the others suppressed
  Connection run() {
    var search = new HostSearch(config, host -> open(host).toConnection());
    return search.run(() -> login.remainingMillis() == 0);
  }

  private Opened open(ConnectionConfig.Host host) {
    List<Encryption> ways = Encryption.ways(config, host);
    for (Encryption way : ways.subList(0, ways.size() - 1)) {
      try {
        return negotiateVersion(host, way);
      } catch (ConnectionException | ServerException e) {
        if (!isWorthAnotherWay(e)) {
          throw e;
        }
      }
    }
    return negotiateVersion(host, ways.getLast());
  }

  /// pg_hba.conf may want the other kind of connection (28000), and a handshake may fail (08001); a
  /// wrong password stays wrong.
  private static boolean isWorthAnotherWay(WireException e) {
    return e.sqlState().equals(SqlState.INVALID_AUTHORIZATION)
        || e.sqlState().equals(SqlState.CLIENT_UNABLE_TO_CONNECT);
  }

  private Opened authenticate(ConnectionConfig.Host host, Encryption encryption, int minorVersion) {
    var tokens = new OAuthTokens(config);
    try {
      return open(host, encryption, minorVersion, tokens);
    } catch (ServerException e) {
      if (tokens.isWorthAnotherTry()) {
        tokens.reconnecting();
        return open(host, encryption, minorVersion, tokens);
      }
      throw e;
    }
  }

  private Opened negotiateVersion(ConnectionConfig.Host host, Encryption encryption) {
    try {
      return authenticate(host, encryption, config.maxProtocolMinor());
    } catch (ServerException e) {
      // Poolers and old servers refuse a minor version instead of negotiating it.
      if (config.maxProtocolMinor() > 0 && isVersionRefusal(e)) {
        return authenticate(host, encryption, 0);
      }
      throw e;
    }
  }

  private static boolean isVersionRefusal(ServerException e) {
    return e.error().message().contains("unsupported frontend protocol")
        || e.error().message().contains("unsupported protocol");
  }

  private Opened open(
      ConnectionConfig.Host host, Encryption encryption, int minorVersion, OAuthTokens tokens) {
    Deadline deadline = limited(config.connectTimeout());
    Transport transport = Transport.connect(endpoint(host), config.socket()::apply, deadline);
    try {
      encryption.start(transport, config, deadline);
      var reader = new MessageReader(config.receiveBufferSize(), config.maxMessageBytes());
      var listeners = new SessionListeners(config.statementListener());
      var startup = new Startup(config, host, transport, reader, listeners, tokens, login);
      startup.run(minorVersion);
      var session = new Session(transport, reader, listeners, config.socketTimeout());
      return new Opened(config, session, listeners, startup.key());
    } catch (IOException e) {
      transport.close();
      throw lost(transport, e);
    } catch (RuntimeException | Error e) {
      transport.close();
      throw e;
    }
  }

  /// Another connection to where `first` goes, encrypted if that is.
  static Transport connectLike(Transport first, ConnectionConfig config) {
    Deadline deadline = Deadline.connecting("a connection", config.connectTimeout(), HINT);
    Transport second = Transport.connect(first.endpoint(), config.socket()::apply, deadline);
    try {
      Encryption encryption = first.isEncrypted() ? Encryption.REQUIRED : Encryption.NONE;
      encryption.start(second, config, deadline);
      return second;
    } catch (IOException e) {
      second.close();
      throw lost(second, e);
    } catch (RuntimeException | Error e) {
      second.close();
      throw e;
    }
  }

  private static Endpoint endpoint(ConnectionConfig.Host host) {
    return host.isUnixSocket()
        ? new Endpoint.Unix(Path.of(host.name()), host.port())
        : new Endpoint.Tcp(host.name(), host.port());
  }

  private Deadline limited(Duration limit) {
    Duration left = Duration.ofMillis(login.remainingMillis());
    return Deadline.connecting("a connection", limit.compareTo(left) < 0 ? limit : left, HINT);
  }

  private static ConnectionException lost(Transport transport, IOException cause) {
    return new ConnectionException(
        SqlState.CLIENT_UNABLE_TO_CONNECT,
        "could not start a session at %s: %s".formatted(transport.endpoint(), cause.getMessage()),
        false,
        cause);
  }
}
