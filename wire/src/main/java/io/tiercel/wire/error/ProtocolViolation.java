package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// The server sent what the protocol does not allow here (`08P01`). The connection is closed: once
/// the position in the stream is in doubt, nothing read from it can be trusted.
public final class ProtocolViolation extends WireException {
  private static final long serialVersionUID = 1;

  public ProtocolViolation(String message) {
    this(message, null);
  }

  public ProtocolViolation(String message, @Nullable Throwable cause) {
    super(SqlState.PROTOCOL_VIOLATION, message, cause);
  }

  @Override
  public boolean isConnectionUsable() {
    return false;
  }

  @Override
  public boolean wasSent() {
    return true;
  }
}
