package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// The connection could not be made, or it is lost or closed (`08xxx`, `28xxx` when the client
/// itself refuses to authenticate). The connection is closed.
public final class ConnectionException extends WireException {
  private static final long serialVersionUID = 1;

  private final boolean sent;

  /// @param sent whether anything of the failed work may have reached the server
  public ConnectionException(
      String sqlState, String message, boolean sent, @Nullable Throwable cause) {
    super(sqlState, message, cause);
    this.sent = sent;
  }

  @Override
  public boolean isConnectionUsable() {
    return false;
  }

  @Override
  public boolean wasSent() {
    return sent;
  }
}
