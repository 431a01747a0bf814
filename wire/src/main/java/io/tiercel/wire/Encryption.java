package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.transport.Deadline;
import io.tiercel.wire.transport.TlsSettings;
import io.tiercel.wire.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;

/// Whether one attempt to connect goes over TLS. An [SslMode] is a list of such attempts.
enum Encryption {
  NONE,
  /// If the server offers it.
  OFFERED,
  REQUIRED;

  /// The ways to try, in order.
  static List<Encryption> ways(ConnectionConfig config, ConnectionConfig.Host host) {
    if (host.isUnixSocket()) {
      return List.of(NONE);
    }
    return switch (config.sslMode()) {
      case DISABLE -> List.of(NONE);
      case ALLOW -> List.of(NONE, REQUIRED);
      case PREFER -> List.of(OFFERED, NONE);
      case REQUIRE, VERIFY_CA, VERIFY_FULL -> List.of(REQUIRED);
    };
  }

  /// Encrypts the connection as far as this says. Blocks until the deadline at the latest.
  void start(Transport transport, ConnectionConfig config, Deadline deadline) throws IOException {
    if (this == NONE) {
      return;
    }
    boolean direct = config.sslNegotiationDirect() && this == REQUIRED;
    if (direct || isOffered(transport, deadline)) {
      transport.startTls(settings(config), deadline);
    } else if (this == REQUIRED) {
      throw new ConnectionException(
          SqlState.SERVER_REJECTED_CONNECTION,
          "server at %s does not offer TLS, which sslmode=%s requires\nHint: %s"
              .formatted(
                  transport.endpoint(), config.sslMode(), "set ssl = on in postgresql.conf."),
          false,
          null);
    }
  }

  private static TlsSettings settings(ConnectionConfig config) {
    boolean full = config.sslMode() == SslMode.VERIFY_FULL;
    // As in libpq, a root certificate makes "require" check it too.
    boolean verifies =
        full
            || config.sslMode() == SslMode.VERIFY_CA
            || (config.sslMode() == SslMode.REQUIRE && config.sslRootCert() != null);
    return new TlsSettings(
        verifies,
        full,
        config.sslRootCert(),
        config.sslCert(),
        config.sslKey(),
        config.sslPassword());
  }

  /// Asks by SSLRequest, to which the answer is one byte, and not a message.
  private static boolean isOffered(Transport transport, Deadline deadline) throws IOException {
    var out = new WriteBuffer();
    Frontend.sslRequest(out);
    int sent = 0;
    while (sent < out.position()) {
      int count = transport.write(out.array(), sent, out.position() - sent);
      sent += count;
      if (count == 0) {
        transport.awaitReadableOrWritable(deadline);
      }
    }
    // Exactly one byte, so that nothing which came in clear is taken for what came encrypted.
    byte[] answer = new byte[1];
    int count;
    do {
      count = transport.awaitRead(answer, 0, 1, deadline);
    } while (count == 0);
    if (count < 0) {
      throw new EOFException("the server closed the connection when asked for TLS");
    }
    return switch (answer[0]) {
      case 'S' -> true;
      case 'N' -> false;
      default ->
          throw new ProtocolViolation(
              "unexpected answer %s to SSLRequest; is this a PostgreSQL server?"
                  .formatted(Backend.name(answer[0])));
    };
  }
}
