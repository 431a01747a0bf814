package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.Locale;

/// Whether a connection is encrypted, and how far the server's certificate is checked: libpq's
/// `sslmode`. Unix-domain sockets are never encrypted.
public enum SslMode {
  /// Never TLS.
  DISABLE,
  /// TLS only if the server does not let us in without it.
  ALLOW,
  /// TLS if the server offers it; the default, as in libpq.
  PREFER,
  /// Always TLS; the certificate is checked only if a root certificate is configured.
  REQUIRE,
  /// Always TLS, with a certificate that a trusted authority signed.
  VERIFY_CA,
  /// As verify-ca, and the certificate must be for the host that was asked for.
  VERIFY_FULL;

  /// The mode of libpq's spelling.
  public static SslMode parse(String text) {
    for (SslMode mode : values()) {
      if (mode.toString().equals(text)) {
        return mode;
      }
    }
    throw new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        "unknown sslmode \"%s\": expected disable, allow, prefer, require, verify-ca or verify-full"
            .formatted(text));
  }

  /// libpq's spelling.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
