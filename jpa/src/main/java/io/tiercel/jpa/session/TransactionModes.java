package io.tiercel.jpa.session;

import org.jspecify.annotations.Nullable;

/// How transactions begin (manual, `BEGIN`). The modes are part of the command, so they cost no
/// round trip.
///
/// @param isolation null for the connection's
/// @param readOnly whether the server refuses to write; nothing is flushed by itself then
public record TransactionModes(@Nullable Isolation isolation, boolean readOnly) {
  /// The connection's own.
  public static final TransactionModes DEFAULT = new TransactionModes(null, false);

  private static final String BEGIN = "BEGIN";

  /// An isolation level of PostgreSQL. What the SQL standard calls READ UNCOMMITTED is READ
  /// COMMITTED there.
  public enum Isolation {
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE;

    String sql() {
      return name().replace('_', ' ');
    }
  }

  /// The command.
  String begin() {
    if (isolation == null && !readOnly) {
      return BEGIN;
    }
    StringBuilder sql = new StringBuilder(BEGIN);
    if (isolation != null) {
      sql.append(" ISOLATION LEVEL ").append(isolation.sql());
    }
    if (readOnly) {
      sql.append(" READ ONLY");
    }
    return sql.toString();
  }
}
