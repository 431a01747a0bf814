package io.tiercel.wire.error;

/// The caller asked for what cannot be done now or at all: a wrong number of parameters, use by two
/// threads at once, a second operation while a portal is open, a malformed URL. Nothing was sent;
/// the connection remains as it was.
public final class UsageException extends WireException {
  private static final long serialVersionUID = 1;

  public UsageException(String sqlState, String message) {
    super(sqlState, message, null);
  }

  public UsageException(String sqlState, String message, Throwable cause) {
    super(sqlState, message, cause);
  }

  @Override
  public boolean isConnectionUsable() {
    return true;
  }

  @Override
  public boolean wasSent() {
    return false;
  }
}
