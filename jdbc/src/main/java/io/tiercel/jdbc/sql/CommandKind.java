package io.tiercel.jdbc.sql;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a command does, told by its main keyword: comments, parentheses and a leading `WITH` are
/// looked through.
public enum CommandKind {
  SELECT,
  VALUES,
  TABLE,
  /// A `WITH` whose main command is missing or unknown.
  WITH,
  INSERT,
  UPDATE,
  DELETE,
  MERGE,
  CALL,
  /// `BEGIN` and `START TRANSACTION`.
  BEGIN,
  /// `COMMIT` and `END`, not `COMMIT PREPARED`.
  COMMIT,
  /// `ROLLBACK` and `ABORT` of the transaction, not to a savepoint.
  ROLLBACK,
  /// `SAVEPOINT`, `RELEASE` and `ROLLBACK TO`.
  SAVEPOINT,
  /// `SET` and `RESET`.
  SET,
  COPY,
  /// `FETCH` and `MOVE`.
  FETCH,
  SHOW,
  EXPLAIN,
  /// Commands that change definitions or privileges.
  DDL,
  DISCARD,
  OTHER;

  private static final Map<String, CommandKind> BY_KEYWORD =
      Map.ofEntries(
          Map.entry("select", SELECT),
          Map.entry("values", VALUES),
          Map.entry("table", TABLE),
          Map.entry("with", WITH),
          Map.entry("insert", INSERT),
          Map.entry("update", UPDATE),
          Map.entry("delete", DELETE),
          Map.entry("merge", MERGE),
          Map.entry("call", CALL),
          Map.entry("begin", BEGIN),
          Map.entry("start", BEGIN),
          Map.entry("commit", COMMIT),
          Map.entry("end", COMMIT),
          Map.entry("rollback", ROLLBACK),
          Map.entry("abort", ROLLBACK),
          Map.entry("savepoint", SAVEPOINT),
          Map.entry("release", SAVEPOINT),
          Map.entry("set", SET),
          Map.entry("reset", SET),
          Map.entry("copy", COPY),
          Map.entry("fetch", FETCH),
          Map.entry("move", FETCH),
          Map.entry("show", SHOW),
          Map.entry("explain", EXPLAIN),
          Map.entry("create", DDL),
          Map.entry("alter", DDL),
          Map.entry("drop", DDL),
          Map.entry("comment", DDL),
          Map.entry("grant", DDL),
          Map.entry("revoke", DDL),
          Map.entry("reassign", DDL),
          Map.entry("security", DDL),
          Map.entry("import", DDL),
          Map.entry("refresh", DDL),
          Map.entry("reindex", DDL),
          Map.entry("discard", DISCARD));

  static CommandKind ofKeyword(String word) {
    return BY_KEYWORD.getOrDefault(word.toLowerCase(Locale.ROOT), OTHER);
  }

  /// The kind of a data-reading or -writing command that may follow `WITH`, else null.
  static @Nullable CommandKind ofQueryKeyword(String word) {
    CommandKind kind = ofKeyword(word);
    return switch (kind) {
      case SELECT, VALUES, TABLE, INSERT, UPDATE, DELETE, MERGE -> kind;
      default -> null;
    };
  }

  /// Whether names may mean other things afterwards, or tables behave otherwise, as far as the
  /// command's own keyword tells: a function that it calls can do anything.
  public boolean mayRedefine() {
    return switch (this) {
      case SELECT,
          VALUES,
          TABLE,
          INSERT,
          UPDATE,
          DELETE,
          MERGE,
          BEGIN,
          COPY,
          FETCH,
          SHOW,
          EXPLAIN ->
          false;
      default -> true;
    };
  }

  /// Whether the command may begin or end a transaction or a part of it.
  public boolean mayControlTransaction() {
    return switch (this) {
      case BEGIN, COMMIT, ROLLBACK, SAVEPOINT -> true;
      default -> false;
    };
  }

  /// Whether the command may carry `RETURNING`.
  public boolean isRowChange() {
    return this == INSERT || this == UPDATE || this == DELETE || this == MERGE;
  }
}
