package io.tiercel.inside;

/// Levels of messages that end nothing, by PostgreSQL's names. `client_min_messages` and
/// `log_min_messages` decide who sees them.
public enum PgLogLevel {
  /// `DEBUG1`.
  DEBUG,
  /// For the server's log.
  LOG,
  /// For the client, always.
  INFO,
  NOTICE,
  WARNING
}
