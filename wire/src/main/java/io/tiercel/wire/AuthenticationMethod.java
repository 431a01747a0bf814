package io.tiercel.wire;

import java.util.Locale;

/// A way in which a server asks who we are, by the names of libpq's `require_auth`.
public enum AuthenticationMethod {
  /// The password itself.
  PASSWORD,
  MD5,
  GSS,
  SSPI,
  SCRAM_SHA_256,
  OAUTH,
  /// The server asks for nothing: `trust`, `peer`, or a client certificate.
  NONE;

  /// libpq's spelling.
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
