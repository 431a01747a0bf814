package io.tiercel.jpa.schema;

import io.tiercel.jpa.sql.SqlTokens;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Cuts a script into statements where PostgreSQL itself would: at semicolons outside of quotes,
/// dollar quotes, nested comments, parentheses and the bodies of SQL functions (manual, chapter 4.1
/// and `CREATE FUNCTION`). Comments between statements are dropped.
///
/// All statements of a schema action are one transaction and travel together. What does not go with
/// that is refused by its line: commands of psql, `COPY … FROM STDIN`, and the beginning and ending
/// of transactions.
public final class SqlScript {
  private static final Pattern ROUTINE =
      Pattern.compile("create\\s+(or\\s+replace\\s+)?(function|procedure)\\b.*", Pattern.DOTALL);

  /// Enough of a statement to see whether it creates a routine.
  private static final int ROUTINE_HEAD = 80;

  private static final Pattern COPY_IN =
      Pattern.compile("copy\\b.*\\bfrom\\s+stdin\\b.*", Pattern.DOTALL);
  private static final Pattern TRANSACTION =
      Pattern.compile(
          "(begin|start\\s+transaction|commit|end|abort|prepare\\s+transaction"
              + "|rollback(?!(\\s+(work|transaction))?\\s+to\\b))\\b.*",
          Pattern.DOTALL);

  private final SqlTokens tokens;
  private final String text;
  private final String origin;
  private final List<SchemaStatement> statements = new ArrayList<>();
  private int start = -1;
  private int parentheses;
  private int blocks;
  private boolean inRoutine;
  private int counted;
  private int line = 1;

  private SqlScript(String text, String origin) {
    this.text = text;
    this.origin = origin;
    this.tokens = new SqlTokens(text, at -> new PersistenceException(unclosed(at)));
  }

  /// The statements of a script.
  ///
  /// @param origin what to call the script in messages, such as its URL
  /// @throws PersistenceException naming script and line of what cannot be run
  public static List<SchemaStatement> statements(String text, String origin) {
    // The mark that some editors put before UTF-8.
    return new SqlScript(text.startsWith("\uFEFF") ? text.substring(1) : text, origin).cut();
  }

  private List<SchemaStatement> cut() {
    while (tokens.next()) {
      String token = tokens.token();
      if (start < 0 && !token.equals(";")) {
        begin(token);
      }
      switch (token) {
        case "(" -> parentheses++;
        case ")" -> parentheses = Math.max(0, parentheses - 1);
        case ";" -> semicolon();
        default -> word(token.toLowerCase(Locale.ROOT));
      }
    }
    end(text.length());
    return List.copyOf(statements);
  }

  private void begin(String token) {
    start = tokens.start();
    if (token.equals("\\")) {
      throw refused(
          "a command of psql",
          "remove the lines that begin with a backslash, or run it with psql.");
    }
    String head = text.substring(start, Math.min(text.length(), start + ROUTINE_HEAD));
    inRoutine = ROUTINE.matcher(head.toLowerCase(Locale.ROOT)).matches();
  }

  /// A function may have a body of statements: `begin atomic … end`, with `case … end` in them.
  private void word(String word) {
    if (!inRoutine) {
      return;
    }
    switch (word) {
      case "begin" -> blocks++;
      case "case" -> blocks += blocks > 0 ? 1 : 0;
      case "end" -> blocks = Math.max(0, blocks - 1);
      default -> {}
    }
  }

  private void semicolon() {
    if (parentheses == 0 && blocks == 0) {
      end(tokens.start());
    }
  }

  private void end(int at) {
    if (start >= 0) {
      String sql = text.substring(start, at).stripTrailing();
      check(sql.toLowerCase(Locale.ROOT));
      statements.add(new SchemaStatement(sql, origin, line(start), false));
    }
    start = -1;
    parentheses = 0;
    blocks = 0;
  }

  private void check(String sql) {
    if (COPY_IN.matcher(sql).matches()) {
      throw refused("COPY FROM STDIN", "use INSERT (pg_dump --inserts), or run it with psql.");
    }
    if (TRANSACTION.matcher(sql).matches()) {
      throw refused(
          "\"%s\"".formatted(sql.lines().findFirst().orElse("")),
          "remove it: all statements of a schema action are one transaction.");
    }
  }

  private PersistenceException refused(String what, String mend) {
    return new PersistenceException(
        "cannot run the script %s: line %d is %s\nHint: %s"
            .formatted(origin, line(start), what, mend));
  }

  private String unclosed(int at) {
    return "cannot run the script %s: what begins at line %d with %s has no end"
        .formatted(origin, line(at), text.substring(at, Math.min(text.length(), at + 20)).strip());
  }

  /// Counted on from the place asked for before, for scripts may be long; places only grow.
  private int line(int at) {
    for (; counted < at; counted++) {
      line += text.charAt(counted) == '\n' ? 1 : 0;
    }
    return line;
  }
}
