package io.tiercel.json.promotion;

/// A command that changes a schema. Immutable.
///
/// @param sql one command without a semicolon
/// @param inTransaction whether it may run in a transaction; `concurrently` may not
public record DdlCommand(String sql, boolean inTransaction) {
  @Override
  public String toString() {
    return sql;
  }
}
