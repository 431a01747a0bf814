package io.tiercel.jpa.query;

/// The row locks a select statement may take (PostgreSQL manual, "The Locking Clause"). They are
/// taken on the rows of the selected entities alone.
public enum LockClause {
  /// No lock.
  NONE(""),
  /// For pessimistic reads.
  FOR_SHARE(" for share"),
  /// For pessimistic writes.
  FOR_UPDATE(" for update");

  private final String sql;

  LockClause(String sql) {
    this.sql = sql;
  }

  String sql() {
    return sql;
  }
}
