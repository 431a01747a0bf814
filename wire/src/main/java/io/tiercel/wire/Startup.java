package io.tiercel.wire;

import io.tiercel.wire.auth.Md5;
import io.tiercel.wire.auth.Scram;
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
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// From StartupMessage to the first ReadyForQuery: protocol version, authentication, the parameters
/// and the cancel key of the session. Used once.
final class Startup {
  private static final int MAJOR_3 = 3 << 16;
  private static final int OK = 0;
  private static final int CLEARTEXT_PASSWORD = 3;
  private static final int MD5_PASSWORD = 5;
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;

  private final ConnectionConfig config;
  private final Transport transport;
  private final MessageReader reader;
  private final SessionListeners listeners;
  private final Deadline deadline;
  private final WriteBuffer out = new WriteBuffer();
  private @Nullable Scram scram;
  private boolean scramVerified;
  private BackendKey key = BackendKey.NONE;

  Startup(
      ConnectionConfig config,
      Transport transport,
      MessageReader reader,
      SessionListeners listeners,
      Deadline deadline) {
    this.config = config;
    this.transport = transport;
    this.reader = reader;
    this.listeners = listeners;
    this.deadline = deadline;
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
  }

  private Map<String, String> parameters() {
    var parameters = new LinkedHashMap<String, String>();
    parameters.put("user", config.user());
    parameters.put("database", config.database());
    parameters.put("client_encoding", "UTF8");
    parameters.put("application_name", config.applicationName());
    parameters.putAll(config.runtimeParameters());
    return parameters;
  }

  private void handle(byte type) throws IOException {
    switch (type) {
      case Backend.AUTHENTICATION -> authenticate(reader.readInt());
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

  private void authenticate(int request) throws IOException {
    switch (request) {
      case OK -> {
        reader.expectEnd();
        checkChannelBinding();
      }
      case CLEARTEXT_PASSWORD -> {
        refuseWithoutBinding();
        answer(zeroTerminated(password()));
      }
      case MD5_PASSWORD -> {
        refuseWithoutBinding();
        answer(zeroTerminated(Md5.response(config.user(), password(), reader.readRest())));
      }
      case SASL -> beginSasl();
      case SASL_CONTINUE -> answer(scram().clientFinal(rest()).getBytes(StandardCharsets.UTF_8));
      case SASL_FINAL -> {
        scram().verify(rest());
        scramVerified = true;
      }
      default ->
          throw new ConnectionException(
              SqlState.FEATURE_NOT_SUPPORTED,
              ("server asks for authentication method %d, which this client does not know\n"
                      + "Hint: use scram-sha-256 in pg_hba.conf.")
                  .formatted(request),
              true,
              null);
    }
  }

  private void beginSasl() throws IOException {
    var mechanisms = new ArrayList<String>();
    for (String name = reader.readCString(); !name.isEmpty(); name = reader.readCString()) {
      mechanisms.add(name);
    }
    reader.expectEnd();
    X509Certificate certificate =
        config.channelBinding() == ChannelBinding.DISABLE ? null : transport.serverCertificate();
    var exchange = new Scram(List.copyOf(mechanisms), password(), certificate);
    scram = exchange;
    if (!exchange.bindsChannel()) {
      refuseWithoutBinding();
    }
    Frontend.saslInitialResponse(out, exchange.mechanism(), exchange.clientFirst());
    send();
  }

  private void refuseWithoutBinding() {
    if (config.channelBinding() == ChannelBinding.REQUIRE) {
      throw noBinding();
    }
  }

  private void checkChannelBinding() {
    Scram exchange = scram;
    if (exchange != null && !scramVerified) {
      throw new ProtocolViolation("server accepts without proving that it knows the password");
    }
    if (exchange == null || !exchange.bindsChannel()) {
      refuseWithoutBinding();
    }
  }

  private static ConnectionException noBinding() {
    return new ConnectionException(
        SqlState.INVALID_AUTHORIZATION,
        "channel binding is required, but the server authenticates without it\n"
            + "Hint: it takes TLS and scram-sha-256; check sslmode and pg_hba.conf.",
        true,
        null);
  }

  private Scram scram() {
    if (scram == null) {
      throw new ProtocolViolation("SASL continues without having begun");
    }
    return scram;
  }

  private String password() {
    String password = config.password();
    if (password == null) {
      throw new ConnectionException(
          SqlState.INVALID_PASSWORD,
          "server asks for a password of user \"%s\", and none is configured\n"
                  .formatted(config.user())
              + "Hint: add password=… to the URL.",
          true,
          null);
    }
    return password;
  }

  private String rest() {
    return new String(reader.readRest(), StandardCharsets.UTF_8);
  }

  private static byte[] zeroTerminated(String text) {
    return (text + "\0").getBytes(StandardCharsets.UTF_8);
  }

  private void answer(byte[] response) throws IOException {
    Frontend.authentication(out, response);
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
      int count = reader.fill(transport::read);
      if (count < 0) {
        throw new EOFException("the server closed the connection while starting a session");
      }
      if (count == 0) {
        transport.awaitReadable(deadline);
      }
    }
    return reader.type();
  }
}
