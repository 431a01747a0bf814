package io.tiercel.wire.auth;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import com.ongres.scram.common.exception.ScramRuntimeException;
import com.ongres.scram.common.util.TlsServerEndpoint;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.SqlState;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One SASL exchange by SCRAM (RFC 5802, RFC 7677), with channel binding `tls-server-end-point`
/// where the server offers it and there is a certificate to bind to. Used once, by one thread.
public final class Scram {
  private static final String PLUS = "-PLUS";

  private final ScramClient client;

  /// @param mechanisms what the server offers
  /// @param certificate the server's, to bind to; null to go without
  public Scram(List<String> mechanisms, String password, @Nullable X509Certificate certificate) {
    List<String> usable =
        certificate != null
            ? mechanisms
            : mechanisms.stream().filter(name -> !name.endsWith(PLUS)).toList();
    try {
      // PostgreSQL takes the user from the startup message and ignores the one in here.
      var builder =
          ScramClient.builder()
              .advertisedMechanisms(usable)
              .username("*")
              .password(password.toCharArray());
      if (certificate != null) {
        builder.channelBinding(
            TlsServerEndpoint.TLS_SERVER_END_POINT,
            TlsServerEndpoint.getChannelBindingData(certificate));
      }
      client = builder.build();
    } catch (IllegalArgumentException | ScramRuntimeException | CertificateEncodingException e) {
      throw refused("no SASL mechanism in common, server offers " + mechanisms, e);
    }
  }

  /// The mechanism chosen.
  public String mechanism() {
    return client.getScramMechanism().getName();
  }

  public boolean bindsChannel() {
    return mechanism().endsWith(PLUS);
  }

  public String clientFirst() {
    return client.clientFirstMessage().toString();
  }

  /// The answer to the server's first message.
  public String clientFinal(String serverFirst) {
    try {
      client.serverFirstMessage(serverFirst);
      return client.clientFinalMessage().toString();
    } catch (ScramException | ScramRuntimeException | IllegalArgumentException e) {
      throw refused("SCRAM failed at the first message of the server", e);
    }
  }

  /// Checks that the server knows the password too.
  public void verify(String serverFinal) {
    try {
      client.serverFinalMessage(serverFinal);
    } catch (ScramException | ScramRuntimeException | IllegalArgumentException e) {
      throw refused("the server could not prove that it knows the password", e);
    }
  }

  private static ConnectionException refused(String message, Exception cause) {
    return new ConnectionException(SqlState.INVALID_AUTHORIZATION, message, true, cause);
  }
}
