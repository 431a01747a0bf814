package io.tiercel.jdbc.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Walks a JDBC text token by token and writes the commands. Used once, by one thread.
final class Translator {
  /// Escapes within escapes; each level takes some stack.
  private static final int MAX_NESTING = 100;

  private final String sql;
  private final SqlOptions options;
  private final Lexer lexer;
  private final Escapes escapes;
  private final List<SqlCommand> commands = new ArrayList<>(1);

  /// Index of the next character to read.
  private int at;

  /// What the command under way is written to; within an escape, the part of it under way.
  private StringBuilder out;

  private CommandTracker tracker = new CommandTracker();
  private int nesting;

  /// Placeholders before the command under way, and within it.
  private int firstParameter;

  private int parameterCount;
  private @Nullable CallShape call;

  Translator(String sql, SqlOptions options) {
    this.sql = sql;
    this.options = options;
    lexer = new Lexer(sql, options.standardConformingStrings());
    escapes = new Escapes(this, sql, lexer, options);
    out = new StringBuilder(sql.length() + 16);
  }

  ParsedSql translate() throws SQLException {
    while (at < sql.length()) {
      if (sql.charAt(at) == ';' && tracker.canEnd()) {
        finishCommand();
        at++;
      } else {
        token();
      }
    }
    finishCommand();
    return new ParsedSql(sql, commands, firstParameter);
  }

  private void finishCommand() throws SQLException {
    if (!tracker.isEmpty()) {
      String text = out.toString();
      CommandKind kind = tracker.kind();
      InsertShape insert =
          kind == CommandKind.INSERT && options.placeholders()
              ? InsertShapes.of(text, options.standardConformingStrings(), parameterCount)
              : null;
      commands.add(
          new SqlCommand(
              text, firstParameter, parameterCount, kind, tracker.hasReturning(), call, insert));
    }
    firstParameter += parameterCount;
    parameterCount = 0;
    call = null;
    out.setLength(0);
    tracker = new CommandTracker();
  }

  /// Translates the token that begins at the next character.
  private void token() throws SQLException {
    char c = sql.charAt(at);
    if (c == '?') {
      questionMark();
    } else if (c == '{' && options.escapeProcessing()) {
      escape();
    } else {
      copyToken(lexer.tokenEnd(at));
    }
  }

  private void escape() throws SQLException {
    StringBuilder target = out;
    String translated = escapes.translate(at);
    target.append(translated);
    if (tracker.isEmpty()) {
      tracker.symbol('{');
    }
  }

  private void copyToken(int end) {
    boolean isSignificant = tracker.token(sql, at, end);
    if (!isSignificant && nesting > 0) {
      // The parts of an escape change places: a line comment would swallow what follows it.
      out.append(' ');
    } else {
      out.append(sql, at, end);
    }
    at = end;
  }

  private void questionMark() {
    tracker.symbol('?');
    if (lexer.charAt(at + 1) == '?') {
      out.append('?');
      at += 2;
    } else {
      appendPlaceholder();
      at++;
      if (options.placeholders() && Lexer.isWordStart(lexer.charAt(at))) {
        // "?and" is two tokens, "$1and" is none.
        out.append(' ');
      }
    }
  }

  private void appendPlaceholder() {
    if (options.placeholders()) {
      parameterCount++;
      out.append('$').append(parameterCount);
    } else {
      out.append('?');
    }
  }

  /// Counts a placeholder that stands elsewhere in the text than in the command, and names it.
  String placeholder() {
    StringBuilder outer = out;
    out = new StringBuilder();
    appendPlaceholder();
    String name = out.toString();
    out = outer;
    return name;
  }

  /// Translates up to the first of some characters outside parentheses and nested escapes, and
  /// leaves the position there.
  ///
  /// @param opened where the escape began, for messages
  String until(String stops, int opened) throws SQLException {
    if (++nesting > MAX_NESTING) {
      throw SqlErrors.syntax("too deeply nested escape", opened, "nest at most 100 escapes.");
    }
    StringBuilder outer = out;
    out = new StringBuilder();
    int depth = 0;
    while (true) {
      char c = at < sql.length() ? sql.charAt(at) : 0;
      if (depth == 0 && c != 0 && stops.indexOf(c) >= 0) {
        break;
      }
      requireInside(c, depth, opened);
      if (c == '(' || c == '[') {
        depth++;
      } else if (c == ')' || c == ']') {
        depth--;
      }
      token();
    }
    String part = out.toString();
    out = outer;
    nesting--;
    return part;
  }

  private void requireInside(char c, int depth, int opened) throws SQLException {
    if (at >= sql.length()) {
      throw SqlErrors.syntax("unterminated JDBC escape", opened, "close it with }.");
    }
    if (c == '}' || (depth == 0 && (c == ')' || c == ']'))) {
      throw SqlErrors.syntax(
          "unexpected %s in a JDBC escape".formatted(c), at, "balance its parentheses.");
    }
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  /// Whether nothing but white space and comments precedes in this command.
  boolean isAtCommandStart() {
    return tracker.isEmpty();
  }

  void called(CallShape shape) {
    call = shape;
    tracker.fix(shape.isCall() ? CommandKind.CALL : CommandKind.SELECT);
  }
}
