package io.tiercel.wire;

import com.ongres.scram.common.util.TlsServerEndpoint;
import io.tiercel.wire.auth.Md5;
import io.tiercel.wire.auth.OAuthBearer;
import io.tiercel.wire.auth.Scram;
import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.transport.Transport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The client's side of authentication: answers what the server asks, if the configuration allows
/// that. What it does not allow is refused before anything secret is sent. Used once.
final class Authentication {
  private static final int OK = 0;
  private static final int CLEARTEXT_PASSWORD = 3;
  private static final int MD5_PASSWORD = 5;
  private static final int GSS = 7;
  private static final int SSPI = 9;
  private static final int SASL = 10;
  private static final int SASL_CONTINUE = 11;
  private static final int SASL_FINAL = 12;
  private static final int MD5_SALT_BYTES = 4;

  private final ConnectionConfig config;
  private final ConnectionConfig.Host host;
  private final Transport transport;
  private final MessageReader reader;
  private final Answer answer;
  private final OAuthTokens tokens;
  private @Nullable Scram scram;
  private boolean scramVerified;
  private boolean answered;
  private boolean isAccepted;

  /// Sends a message that was written by one of [Frontend]'s methods.
  interface Answer {
    void send(Message message) throws IOException;
  }

  /// Writes one message.
  interface Message {
    void write(WriteBuffer out);
  }

  Authentication(
      ConnectionConfig config,
      ConnectionConfig.Host host,
      Transport transport,
      MessageReader reader,
      OAuthTokens tokens,
      Answer answer) {
    this.config = config;
    this.host = host;
    this.transport = transport;
    this.reader = reader;
    this.tokens = tokens;
    this.answer = answer;
  }

  /// Deals with an authentication request, of which the reader has the body.
  void on(int request) throws IOException {
    switch (request) {
      case OK -> {
        reader.expectEnd();
        accepted();
      }
      case CLEARTEXT_PASSWORD -> {
        allow(AuthenticationMethod.PASSWORD);
        refuseWithoutBinding();
        answer(zeroTerminated(password()));
      }
      case MD5_PASSWORD -> {
        allow(AuthenticationMethod.MD5);
        refuseWithoutBinding();
        byte[] salt = reader.readBytes(MD5_SALT_BYTES);
        reader.expectEnd();
        answer(zeroTerminated(Md5.response(config.user(), password(), salt)));
      }
      case SASL -> beginSasl();
      case SASL_CONTINUE -> continueSasl(rest());
      case SASL_FINAL -> {
        scram().verify(rest());
        scramVerified = true;
      }
      case GSS, SSPI -> throw unsupported(request == GSS ? "GSSAPI" : "SSPI");
      default -> throw unsupported("method " + request);
    }
  }

  private static ConnectionException unsupported(String method) {
    return new ConnectionException(
        SqlState.FEATURE_NOT_SUPPORTED,
        ("server asks for authentication by %s, which this client does not know\n"
                + "Hint: use scram-sha-256, oauth or cert in pg_hba.conf.")
            .formatted(method),
        true,
        null);
  }

  private void allow(AuthenticationMethod method) {
    answered = true;
    if (!config.authenticationMethods().contains(method)) {
      throw new ConnectionException(
          SqlState.INVALID_AUTHORIZATION,
          ("server asks for authentication by %s, requireAuth allows %s\n"
                  + "Hint: is it the right server? If so, change requireAuth or pg_hba.conf.")
              .formatted(method, config.authenticationMethods().stream().sorted().toList()),
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
    boolean scramOffered = mechanisms.stream().anyMatch(name -> name.startsWith("SCRAM-"));
    if (OAuthBearer.isOffered(mechanisms) && (!scramOffered || tokens.hasProvider())) {
      beginOAuth();
    } else {
      beginScram(List.copyOf(mechanisms));
    }
  }

  private void beginScram(List<String> mechanisms) throws IOException {
    allow(AuthenticationMethod.SCRAM_SHA_256);
    var exchange =
        new Scram(mechanisms, config.user(), password(), binding(), config.scramMaxIterations());
    scram = exchange;
    if (!exchange.bindsChannel()) {
      refuseWithoutBinding();
    }
    answer.send(
        out -> Frontend.saslInitialResponse(out, exchange.mechanism(), exchange.clientFirst()));
  }

  private void beginOAuth() throws IOException {
    allow(AuthenticationMethod.OAUTH);
    refuseWithoutBinding();
    String first = OAuthBearer.clientFirst(tokens.next(host, transport));
    answer.send(out -> Frontend.saslInitialResponse(out, OAuthBearer.MECHANISM, first));
  }

  private void continueSasl(String challenge) throws IOException {
    if (tokens.isAsked() && scram == null) {
      tokens.refused(challenge);
      answer(OAuthBearer.KVSEP.getBytes(StandardCharsets.US_ASCII));
    } else {
      answer(scram().clientFinal(challenge).getBytes(StandardCharsets.UTF_8));
    }
  }

  /// What identifies the channel: a hash of the server's certificate (RFC 5929). Empty if there is
  /// none, or its signature algorithm has no hash of its own.
  private byte[] binding() {
    X509Certificate certificate = transport.serverCertificate();
    if (certificate == null || config.channelBinding() == ChannelBinding.DISABLE) {
      return new byte[0];
    }
    try {
      return TlsServerEndpoint.getChannelBindingData(certificate);
    } catch (CertificateEncodingException e) {
      throw new ConnectionException(
          SqlState.INVALID_AUTHORIZATION, "cannot read the server's certificate", true, e);
    }
  }

  private void refuseWithoutBinding() {
    if (config.channelBinding() == ChannelBinding.REQUIRE) {
      throw new ConnectionException(
          SqlState.INVALID_AUTHORIZATION,
          "channel binding is required, but the server authenticates without it\n"
              + "Hint: it takes TLS and scram-sha-256; check sslmode and pg_hba.conf.",
          true,
          null);
    }
  }

  private void accepted() {
    if (!answered) {
      allow(AuthenticationMethod.NONE);
    }
    Scram exchange = scram;
    if (exchange != null && !scramVerified) {
      throw new ProtocolViolation("server accepts without proving that it knows the password");
    }
    if (exchange == null || !exchange.bindsChannel()) {
      refuseWithoutBinding();
    }
    isAccepted = true;
  }

  /// Refuses a server that begins a session without having said that we are who we say: what we
  /// ask of it before that would be passed over.
  void requireAccepted() {
    if (!isAccepted) {
      throw new ProtocolViolation("server begins a session before authentication has ended");
    }
  }

  private Scram scram() {
    if (scram == null) {
      throw new ProtocolViolation("SASL continues without having begun");
    }
    return scram;
  }

  private String password() {
    String password = config.password();
    if (password == null && config.passwordFile() != null) {
      password = PasswordFile.find(config.passwordFile(), host, config);
    }
    if (password == null) {
      throw new ConnectionException(
          SqlState.INVALID_PASSWORD,
          "server asks for a password of user \"%s\", and none is configured\n"
                  .formatted(config.user())
              + "Hint: add password=… to the URL, or a line to ~/.pgpass.",
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
    answer.send(out -> Frontend.authentication(out, response));
  }
}
