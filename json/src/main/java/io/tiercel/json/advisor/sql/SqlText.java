package io.tiercel.json.advisor.sql;

import io.tiercel.json.advisor.sql.Expression.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One statement: its tokens, its tables and its expressions by clause. Immutable.
///
/// @param sql without the semicolon
/// @param unread parts with no meaning to this reader
public record SqlText(
    String sql,
    List<Token> tokens,
    List<TableReference> tables,
    List<Item> items,
    List<Span> unread) {
  public SqlText {
    tokens = List.copyOf(tokens);
    tables = List.copyOf(tables);
    items = List.copyOf(items);
    unread = List.copyOf(unread);
  }

  /// A table after FROM, JOIN, UPDATE or INTO.
  ///
  /// @param names its own name, perhaps after its schema's
  /// @param alias null if it has none
  /// @param span of the names
  public record TableReference(List<String> names, @Nullable String alias, Span span) {
    public TableReference {
      names = List.copyOf(names);
    }

    /// What columns have before them.
    public String called() {
      return alias != null ? alias : names.getLast();
    }
  }

  /// A top expression of a clause.
  ///
  /// @param alias of a function in FROM
  public record Item(Clause clause, Expression expression, @Nullable String alias) {}

  /// Reads one statement.
  public static SqlText parse(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    return new StatementReader(sql, tokens).read();
  }

  /// The statements of a script, each as it stands there, without comments before it.
  public static List<String> split(String script) {
    List<String> statements = new ArrayList<>();
    int start = -1;
    int end = -1;
    for (Token token : SqlLexer.tokens(script)) {
      boolean isEnd = token.kind() == Token.Kind.END || token.isSign(";");
      if (isEnd && start >= 0) {
        statements.add(script.substring(start, end));
        start = -1;
      } else if (!isEnd) {
        start = start < 0 ? token.start() : start;
        end = token.end();
      }
    }
    return List.copyOf(statements);
  }

  /// The text of some tokens as it stands.
  public String text(Span span) {
    return span.from() >= span.to()
        ? ""
        : sql.substring(tokens.get(span.from()).start(), tokens.get(span.to() - 1).end());
  }

  /// The highest number of a parameter, 0 if there is none.
  public int parameters() {
    return tokens.stream()
        .filter(token -> token.kind() == Token.Kind.PARAMETER)
        .mapToInt(token -> Integer.parseInt(token.value()))
        .max()
        .orElse(0);
  }

  /// The statement's first word.
  public String command() {
    return tokens.getFirst().value();
  }

  /// The text with some tokens replaced.
  ///
  /// @param replacement of the token of a number, or null if it stays; an empty one goes
  public String replaced(Span span, Function<Integer, @Nullable String> replacement) {
    var text = new StringBuilder();
    for (int i = span.from(); i < span.to(); i++) {
      Token token = tokens.get(i);
      if (i > span.from()) {
        text.append(sql, tokens.get(i - 1).end(), token.start());
      }
      String other = replacement.apply(i);
      text.append(other != null ? other : sql.substring(token.start(), token.end()));
    }
    return text.toString();
  }

  /// All of its tokens.
  public Span all() {
    return new Span(0, tokens.size() - 1);
  }
}
