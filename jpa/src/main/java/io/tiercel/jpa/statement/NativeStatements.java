package io.tiercel.jpa.statement;

import io.tiercel.jpa.sql.SqlTokens;
import java.util.Locale;
import java.util.Set;

/// What SQL of the application does, as far as its words tell.
public final class NativeStatements {
  private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge");

  private static final Set<String> READS = Set.of("select", "values", "table");

  private static final Set<String> VERBS =
      Set.of("select", "values", "table", "insert", "update", "delete", "merge");

  private static final Set<String> COMMANDS =
      Set.of(
          "abort",
          "alter",
          "analyze",
          "begin",
          "checkpoint",
          "close",
          "cluster",
          "comment",
          "commit",
          "copy",
          "create",
          "deallocate",
          "declare",
          "discard",
          "do",
          "drop",
          "end",
          "grant",
          "import",
          "listen",
          "load",
          "lock",
          "move",
          "notify",
          "prepare",
          "reassign",
          "refresh",
          "reindex",
          "release",
          "reset",
          "revoke",
          "rollback",
          "savepoint",
          "security",
          "set",
          "start",
          "truncate",
          "unlisten",
          "vacuum");

  private NativeStatements() {}

  /// Whether the statement may have a result: it is none of those that have not. What another one
  /// has, its result tells.
  public static boolean mayHaveRows(String sql) {
    try {
      return new Words(sql).mayHaveRows();
    } catch (UnclosedException e) {
      // The server says what is wrong with it.
      return true;
    }
  }

  /// Whether it surely is a select that changes nothing by itself, so that a cursor may be declared
  /// for it.
  public static boolean isPlainSelect(String sql) {
    try {
      var tokens = new SqlTokens(sql, at -> new UnclosedException());
      if (!tokens.next()) {
        return false;
      }
      String first = tokens.token().toLowerCase(Locale.ROOT);
      if (!first.equals("with")) {
        return READS.contains(first);
      }
      while (tokens.next()) {
        if (CHANGES.contains(tokens.token().toLowerCase(Locale.ROOT))) {
          return false;
        }
      }
      return true;
    } catch (UnclosedException e) {
      return false;
    }
  }

  private static final class UnclosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /// The words that stand in no parentheses.
  private static final class Words {
    private final SqlTokens tokens;

    Words(String sql) {
      this.tokens = new SqlTokens(sql, at -> new UnclosedException());
    }

    boolean mayHaveRows() {
      if (!tokens.next()) {
        return true;
      }
      String first = word();
      String verb = first.equals("with") ? verbAfterWith() : first;
      return CHANGES.contains(verb) ? hasReturning() : !COMMANDS.contains(verb);
    }

    /// What the statement does to which queries with names are put in front (manual, "WITH
    /// Queries"). A name may be that of a verb.
    private String verbAfterWith() {
      boolean isName = true;
      while (next()) {
        String word = word();
        if (word.equals("recursive")) {
          continue;
        }
        if (!isName && VERBS.contains(word)) {
          return word;
        }
        isName = word.equals(",");
      }
      return "";
    }

    private boolean hasReturning() {
      while (next()) {
        if (word().equals("returning")) {
          return true;
        }
      }
      return false;
    }

    private boolean next() {
      int depth = 0;
      while (tokens.next()) {
        switch (tokens.token()) {
          case "(" -> depth++;
          case ")" -> depth--;
          default -> {
            if (depth == 0) {
              return true;
            }
          }
        }
      }
      return false;
    }

    private String word() {
      return tokens.token().toLowerCase(Locale.ROOT);
    }
  }
}
