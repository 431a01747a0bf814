package io.tiercel.wire;

/// Whether SCRAM is bound to the TLS channel: libpq's `channel_binding`.
public enum ChannelBinding {
  /// Never.
  DISABLE,
  /// Where the server offers it; the default.
  PREFER,
  /// Refuse to authenticate without it.
  REQUIRE
}
