package io.tiercel.jpa.statement;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What SQL of the application does, as far as its first word tells.
public final class NativeStatements {
  /// What may stand before the first word: blanks, parentheses, comments.
  private static final Pattern FIRST_WORD =
      Pattern.compile("(?:\\s|\\(|--[^\\n]*(?:\\n|$)|/\\*.*?\\*/)*+(\\w*)", Pattern.DOTALL);

  private static final Pattern RETURNING =
      Pattern.compile("\\breturning\\b", Pattern.CASE_INSENSITIVE);

  private static final Set<String> CHANGES = Set.of("insert", "update", "delete", "merge");

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
    Matcher start = FIRST_WORD.matcher(sql);
    String first = start.lookingAt() ? start.group(1).toLowerCase(Locale.ROOT) : "";
    return CHANGES.contains(first) ? RETURNING.matcher(sql).find() : !COMMANDS.contains(first);
  }
}
