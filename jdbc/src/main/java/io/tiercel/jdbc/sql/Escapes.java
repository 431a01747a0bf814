package io.tiercel.jdbc.sql;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// JDBC's escapes (JDBC 4.3, 13.4) in PostgreSQL's words.
final class Escapes {
  private final Translator translator;
  private final String sql;
  private final Lexer lexer;
  private final SqlOptions options;

  Escapes(Translator translator, String sql, Lexer lexer, SqlOptions options) {
    this.translator = translator;
    this.sql = sql;
    this.lexer = lexer;
    this.options = options;
  }

  /// Translates the escape that opens at an index and moves the translator behind it.
  String translate(int opened) throws SQLException {
    int start = lexer.skipSpace(opened + 1);
    if (lexer.charAt(start) == '?') {
      return call(opened, start);
    }
    int end = start;
    while (Character.isLetter(lexer.charAt(end))) {
      end++;
    }
    String keyword = sql.substring(start, end).toLowerCase(Locale.ROOT);
    translator.moveTo(end);
    return switch (keyword) {
      case "d" -> literal("DATE", opened);
      case "t" -> literal("TIME", opened);
      case "ts" -> literal("TIMESTAMP", opened);
      case "fn" -> function(opened);
      case "oj" -> body(opened);
      case "escape" -> "ESCAPE " + body(opened);
      case "limit" -> limit(opened);
      case "call" -> call(opened, start);
      default ->
          throw SqlErrors.syntax(
              "unknown JDBC escape {%s".formatted(keyword),
              opened,
              "there are d, t, ts, fn, oj, escape, limit, call and ?= call;"
                  + " setEscapeProcessing(false) passes braces on as they are.");
    };
  }

  /// The rest of the escape; the position is behind its closing brace afterwards.
  private String body(int opened) throws SQLException {
    String body = translator.until("}", opened).strip();
    translator.moveTo(translator.position() + 1);
    if (body.isEmpty()) {
      throw SqlErrors.syntax("empty JDBC escape", opened, "give it an operand.");
    }
    return body;
  }

  private String literal(String type, int opened) throws SQLException {
    String value = body(opened);
    // A typed literal takes a string only; a placeholder or expression needs the cast.
    return value.startsWith("'") ? type + " " + value : "CAST(" + value + " AS " + type + ")";
  }

  /// `{limit rows [offset first]}`.
  private String limit(int opened) throws SQLException {
    return "LIMIT " + body(opened);
  }

  private String function(int opened) throws SQLException {
    int start = lexer.skipSpace(translator.position());
    int end = start;
    while (Lexer.isWordStart(lexer.charAt(end))
        || Lexer.isDigit(lexer.charAt(end))
        || lexer.charAt(end) == '.'
        || lexer.charAt(end) == '$') {
      end++;
    }
    int open = lexer.skipSpace(end);
    if (end == start || "(}".indexOf(lexer.charAt(open)) < 0) {
      throw SqlErrors.syntax("malformed function escape", opened, "write {fn name(argument, …)}.");
    }
    List<String> arguments = List.of();
    if (lexer.charAt(open) == '(') {
      translator.moveTo(open + 1);
      arguments = arguments(opened);
    } else {
      translator.moveTo(open);
    }
    requireClose(opened);
    return ScalarFunctions.render(sql.substring(start, end), arguments, opened);
  }

  /// The arguments up to the closing parenthesis, which the position is behind afterwards.
  private List<String> arguments(int opened) throws SQLException {
    var arguments = new ArrayList<String>();
    while (true) {
      String argument = translator.until(",)", opened).strip();
      boolean isLast = sql.charAt(translator.position()) == ')';
      translator.moveTo(translator.position() + 1);
      if (!argument.isEmpty()) {
        arguments.add(argument);
      } else if (!isLast || !arguments.isEmpty()) {
        throw SqlErrors.syntax("missing argument in a JDBC escape", opened, "give every argument.");
      }
      if (isLast) {
        return arguments;
      }
    }
  }

  private void requireClose(int opened) throws SQLException {
    int close = lexer.skipSpace(translator.position());
    if (lexer.charAt(close) != '}') {
      throw close < sql.length()
          ? SqlErrors.syntax("unexpected text in a JDBC escape", close, "close it with }.")
          : SqlErrors.syntax("unterminated JDBC escape", opened, "close it with }.");
    }
    translator.moveTo(close + 1);
  }

  /// `{call f(…)}` or, with `?` at the start, `{?= call f(…)}`.
  private String call(int opened, int start) throws SQLException {
    if (!translator.isAtCommandStart()) {
      throw SqlErrors.syntax(
          "call escape within a command", opened, "let it be the whole command.");
    }
    boolean returnsValue = lexer.charAt(start) == '?';
    int keyword = returnsValue ? behindAssignment(opened, start) : start;
    if (!sql.regionMatches(true, keyword, "call", 0, 4)
        || Lexer.isWordStart(lexer.charAt(keyword + 4))) {
      throw SqlErrors.syntax(
          "malformed call escape", opened, "write {call name(…)} or {?= call name(…)}.");
    }
    var arguments = new ArrayList<String>();
    if (returnsValue) {
      arguments.add(translator.placeholder());
    }
    int nameStart = lexer.skipSpace(keyword + 4);
    int nameEnd = routineEnd(nameStart, opened);
    int open = lexer.skipSpace(nameEnd);
    if (lexer.charAt(open) == '(') {
      translator.moveTo(open + 1);
      arguments.addAll(arguments(opened));
    } else {
      translator.moveTo(open);
    }
    requireClose(opened);
    requireEndOfCommand();
    return finishCall(sql.substring(nameStart, nameEnd), arguments, returnsValue);
  }

  private String finishCall(String routine, List<String> arguments, boolean returnsValue) {
    boolean isCall = options.callMode().isCall(returnsValue);
    translator.called(
        new CallShape(
            routine,
            returnsValue,
            isCall,
            CallArguments.names(arguments),
            CallArguments.isPlain(arguments)));
    String invocation = routine + "(" + String.join(", ", arguments) + ")";
    return isCall ? "CALL " + invocation : "SELECT * FROM " + invocation + " AS result";
  }

  private int behindAssignment(int opened, int start) throws SQLException {
    int equals = lexer.skipSpace(start + 1);
    if (lexer.charAt(equals) != '=') {
      throw SqlErrors.syntax("malformed call escape", opened, "write {?= call name(…)}.");
    }
    return lexer.skipSpace(equals + 1);
  }

  /// The end of a name such as `f`, `s.f` or `"S"."f"`.
  private int routineEnd(int start, int opened) throws SQLException {
    int at = start;
    while (true) {
      char c = lexer.charAt(at);
      if (c == '"') {
        at = lexer.quotedIdentifierEnd(at);
      } else if (Lexer.isWordStart(c)) {
        at = lexer.wordEnd(at);
      } else {
        throw SqlErrors.syntax(
            "call escape without a name", opened, "write {call name(argument, …)}.");
      }
      int dot = lexer.skipSpace(at);
      if (lexer.charAt(dot) != '.') {
        return at;
      }
      at = lexer.skipSpace(dot + 1);
    }
  }

  private void requireEndOfCommand() throws SQLException {
    int next = lexer.skipSpace(translator.position());
    if (next < sql.length() && sql.charAt(next) != ';') {
      throw SqlErrors.syntax(
          "unexpected text behind a call escape", next, "let the escape be the whole command.");
    }
  }
}
