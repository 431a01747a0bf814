package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// The root of everything this client throws. Each kind answers what the caller asks next: which
/// SQLSTATE, is the connection still usable, may the work have reached the server.
///
/// Messages follow PostgreSQL: a primary line in lower case without a full stop, then detail, then
/// hint. They never hold passwords or parameter values.
public abstract sealed class WireException extends RuntimeException
    permits CodecException,
        CommitOutcomeUnknown,
        ConnectionException,
        ProtocolViolation,
        ServerException,
        TimeoutException,
        UsageException {
  private static final long serialVersionUID = 1;

  private final String sqlState;

  WireException(String sqlState, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.sqlState = sqlState;
  }

  /// The five characters of the SQLSTATE, the server's or one that the client chose.
  public final String sqlState() {
    return sqlState;
  }

  /// Whether the connection can be used after this failure. When false it is closed already.
  public abstract boolean isConnectionUsable();

  /// Whether anything of the failed work may have reached the server. False means surely not sent:
  /// the same work may be tried again on another connection.
  public abstract boolean wasSent();
}
