package io.tiercel.jpa.session;

import org.jspecify.annotations.Nullable;

/// How transactions begin (manual, `BEGIN`). The modes are part of the command, so they cost no
/// round trip.
///
/// @param isolation null for the connection's
/// @param readOnly whether the server refuses to write; nothing is flushed by itself then
/// @param begin with which statement
public record TransactionModes(@Nullable Isolation isolation, boolean readOnly, Begin begin) {
  /// The connection's own.
  public static final TransactionModes DEFAULT =
      new TransactionModes(null, false, Begin.WHEN_NEEDED);

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

  /// With which statement `BEGIN` is sent.
  public enum Begin {
    /// With the first one that makes a difference: plain reads at READ COMMITTED before it are
    /// transactions of their own.
    WHEN_NEEDED,
    /// With the first one of all.
    FIRST_STATEMENT
  }

  /// Whether plain reads may come before `BEGIN` on a connection whose transactions are READ
  /// COMMITTED.
  boolean letsReadsComeFirst() {
    return begin == Begin.WHEN_NEEDED
        && (isolation == null || isolation == Isolation.READ_COMMITTED);
  }

  /// The command.
  String command() {
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
