package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Parses what may follow an aggregate, `filter (where …)` and `over (…)`, and the functions that
/// windows alone call (PostgreSQL manual, section 4.2.8).
final class WindowParser {

  private static final Map<String, WindowFunctionName> FUNCTIONS =
      Stream.of(WindowFunctionName.values())
          .collect(Collectors.toMap(Enum::name, Function.identity()));
  private static final List<String> UNITS = List.of("ROWS", "RANGE", "GROUPS");

  private final TokenStream tokens;
  private final ExpressionParser expressions;

  WindowParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
  }

  /// Whether a function of that name is one for windows.
  boolean atFunction(Token name) {
    return FUNCTIONS.containsKey(Keyword.asciiUpperCase(name.text()));
  }

  /// Such a function; its name and its parenthesis have been taken.
  Operation.WindowFunction function(Token name) {
    WindowFunctionName function = WindowFunctionName.valueOf(Keyword.asciiUpperCase(name.text()));
    List<Expression> arguments = tokens.at(Kind.RIGHT_PARENTHESIS) ? List.of() : expressions.list();
    if (!function.takes(arguments.size())) {
      throw tokens.error(
          name.at(),
          "%s takes %s, found %d".formatted(function.name(), function.arity(), arguments.size()),
          null);
    }
    return new Operation.WindowFunction(name.at(), function, arguments);
  }

  /// The function with what follows it.
  Operation after(Operation function) {
    var filtered = filtered(function);
    boolean over = tokens.at(Keyword.OVER) && tokens.peek(1).is(Kind.LEFT_PARENTHESIS);
    if (over) {
      return window(filtered);
    }
    if (filtered instanceof Operation.WindowFunction(var at, var name, _)) {
      throw tokens.error(
          at, "%s needs a window".formatted(name), "write %s(…) over (order by …)".formatted(name));
    }
    return filtered;
  }

  private Operation filtered(Operation function) {
    boolean filter = tokens.at(Keyword.FILTER) && tokens.peek(1).is(Kind.LEFT_PARENTHESIS);
    if (!filter || !(function instanceof Operation.Aggregate aggregate)) {
      return function;
    }
    int at = tokens.take().at();
    tokens.take();
    tokens.expect(Keyword.WHERE);
    var condition = expressions.expression();
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return new Operation.Filtered(at, aggregate, condition);
  }

  private Operation.Window window(Operation function) {
    int at = tokens.take().at();
    tokens.take();
    List<Expression> partitionBy = List.of();
    if (tokens.accept(Keyword.PARTITION)) {
      tokens.expect(Keyword.BY);
      partitionBy = expressions.list();
    }
    var orderBy = expressions.queries().orderBy();
    var frame = tokens.at(Kind.RIGHT_PARENTHESIS) ? null : frame();
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return new Operation.Window(at, function, partitionBy, orderBy, frame);
  }

  /// `rows between 1 preceding and current row` and its kin, as SQL.
  private String frame() {
    String unit = word(UNITS, "PARTITION, ORDER, ROWS, RANGE, GROUPS or )");
    if (!tokens.accept(Keyword.BETWEEN)) {
      return unit + " " + bound();
    }
    String start = bound();
    tokens.expect(Keyword.AND);
    return unit + " between " + start + " and " + bound();
  }

  private String bound() {
    if (tokens.at(Kind.LITERAL) && tokens.peek().value() instanceof Integer rows) {
      tokens.take();
      return rows + " " + word(List.of("PRECEDING", "FOLLOWING"), "PRECEDING or FOLLOWING");
    }
    String first = word(List.of("CURRENT", "UNBOUNDED"), "CURRENT ROW, UNBOUNDED or a number");
    return first.equals("current")
        ? first + " " + word(List.of("ROW"), "ROW")
        : first + " " + word(List.of("PRECEDING", "FOLLOWING"), "PRECEDING or FOLLOWING");
  }

  private String word(List<String> words, String expected) {
    @Nullable String found = Keyword.asciiUpperCase(tokens.peek().text());
    if (!words.contains(found)) {
      throw tokens.expected(expected, null);
    }
    tokens.take();
    return found.toLowerCase(Locale.ROOT);
  }
}
