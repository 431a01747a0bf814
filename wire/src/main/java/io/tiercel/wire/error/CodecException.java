package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// A value cannot be written as, or read from, a PostgreSQL type (`22xxx`, `42804`). Only the value
/// is at fault: the connection remains usable.
public final class CodecException extends WireException {
  private static final long serialVersionUID = 1;

  /// A failure with SQLSTATE `22000` (data exception).
  public CodecException(String message) {
    this(SqlState.DATA_EXCEPTION, message, null);
  }

  public CodecException(String sqlState, String message) {
    this(sqlState, message, null);
  }

  public CodecException(String sqlState, String message, @Nullable Throwable cause) {
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
