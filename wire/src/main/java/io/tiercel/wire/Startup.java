package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.transport.Deadline;
import io.tiercel.wire.transport.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// From StartupMessage to the first ReadyForQuery: protocol version, authentication, the parameters
/// and the cancel key of the session. Used once.
final class Startup {
  private static final int MAJOR_3 = 3 << 16;

  private final ConnectionConfig config;
  private final Transport transport;
  private final MessageReader reader;
  private final SessionListeners listeners;
  private final Deadline deadline;
  private final WriteBuffer out = new WriteBuffer();
  private final Authentication authentication;
  private BackendKey key = BackendKey.NONE;

  Startup(
      ConnectionConfig config,
      ConnectionConfig.Host host,
      Transport transport,
      MessageReader reader,
      SessionListeners listeners,
      OAuthTokens tokens,
      Deadline deadline) {
    this.config = config;
    this.transport = transport;
    this.reader = reader;
    this.listeners = listeners;
    this.deadline = deadline;
    authentication = new Authentication(config, host, transport, reader, tokens, this::answer);
  }

  BackendKey key() {
    return key;
  }

  /// Runs the exchange. Blocks until the deadline at the latest.
  ///
  /// @throws ServerException if the server does not let us in
  void run(int minorVersion) throws IOException {
    Frontend.startup(out, MAJOR_3 | minorVersion, parameters());
    send();
    byte type = next();
    while (type != Backend.READY_FOR_QUERY) {
      handle(type);
      type = next();
    }
    BackendMessages.transactionStatus(reader);
    authentication.requireAccepted();
  }

  private Map<String, String> parameters() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("user", config.user());
    parameters.put("database", config.database());
    parameters.put("client_encoding", "UTF8");
    parameters.put("DateStyle", "ISO");
    parameters.put("application_name", config.applicationName());
    parameters.putAll(config.runtimeParameters());
    return parameters;
  }

  private void handle(byte type) throws IOException {
    switch (type) {
      case Backend.AUTHENTICATION -> authentication.on(reader.readInt());
      case Backend.PARAMETER_STATUS -> {
        listeners.parameter(reader.readCString(), reader.readCString());
        reader.expectEnd();
      }
      case Backend.BACKEND_KEY_DATA -> key = new BackendKey(reader.readInt(), reader.readRest());
      case Backend.NEGOTIATE_PROTOCOL_VERSION -> negotiate();
      case Backend.NOTICE_RESPONSE -> listeners.notice(BackendMessages.serverError(reader));
      case Backend.ERROR_RESPONSE ->
          throw new ServerException(BackendMessages.serverError(reader), null);
      default ->
          throw new ProtocolViolation(
              "unexpected message %s while starting a session".formatted(Backend.name(type)));
    }
  }

  /// The server speaks an older minor version, and names the options it does not know.
  private void negotiate() {
    int version = reader.readInt();
    int options = reader.readInt();
    var unknown = new ArrayList<String>();
    for (int i = 0; i < options; i++) {
      unknown.add(reader.readCString());
    }
    reader.expectEnd();
    if (version >> 16 != 0 && version >> 16 != MAJOR_3 >> 16) {
      throw new ProtocolViolation(
          "server offers protocol %d.%d, expected 3".formatted(version >> 16, version & 0xFFFF));
    }
    if (!unknown.isEmpty()) {
      throw new ConnectionException(
          SqlState.FEATURE_NOT_SUPPORTED,
          "server does not know the protocol options " + unknown,
          true,
          null);
    }
  }

  private void answer(Authentication.Message message) throws IOException {
    message.write(out);
    send();
  }

  private void send() throws IOException {
    int sent = 0;
    while (sent < out.position() || !transport.flush()) {
      int count = transport.write(out.array(), sent, out.position() - sent);
      sent += count;
      if (count == 0) {
        transport.awaitReadableOrWritable(deadline);
      }
    }
    out.clear();
  }

  private byte next() throws IOException {
    while (!reader.next()) {
      int count =
          reader.fill((to, offset, length) -> transport.awaitRead(to, offset, length, deadline));
      if (count < 0) {
        throw new EOFException("the server closed the connection while starting a session");
      }
    }
    return reader.type();
  }
}
