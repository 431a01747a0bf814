package io.tiercel.jpa.query.syntax;

import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.query.syntax.FunctionCall.CastType;
import io.tiercel.jpa.query.syntax.FunctionCall.Field;
import io.tiercel.jpa.query.syntax.FunctionCall.TrimSide;
import io.tiercel.jpa.query.syntax.Operation.AggregateFunction;
import io.tiercel.jpa.query.syntax.Token.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Parses functions, aggregates and case expressions (specification 4.6.17 and 4.8.5).
final class FunctionParser {

  private static final Map<String, PlainFunction> PLAIN = byName(PlainFunction.values());
  private static final Map<String, Field> FIELDS = byName(Field.values());
  private static final Map<String, CastType> CAST_TYPES = byName(CastType.values());

  private final TokenStream tokens;
  private final ExpressionParser expressions;
  private final WindowParser windows;

  FunctionParser(TokenStream tokens, ExpressionParser expressions) {
    this.tokens = tokens;
    this.expressions = expressions;
    this.windows = new WindowParser(tokens, expressions);
  }

  private static <E extends Enum<E>> Map<String, E> byName(E[] values) {
    return Arrays.stream(values).collect(Collectors.toMap(Enum::name, Function.identity()));
  }

  /// Whether a function that is written without parentheses begins here: `current_date`, `local
  /// time`.
  boolean atBareFunction() {
    return bareFunction() != null;
  }

  private @Nullable PlainFunction bareFunction() {
    if (tokens.at(Keyword.LOCAL)) {
      return switch (tokens.peek(1).keyword()) {
        case DATE -> PlainFunction.LOCAL_DATE;
        case TIME -> PlainFunction.LOCAL_TIME;
        case DATETIME -> PlainFunction.LOCAL_DATETIME;
        case null, default -> null;
      };
    }
    // Only three functions have such names, and most words here are variables.
    var word = tokens.peek().text();
    if (!word.regionMatches(true, 0, "current_", 0, "current_".length())) {
      return null;
    }
    var function = PLAIN.get(Keyword.asciiUpperCase(word));
    return function != null && function.takes(0) ? function : null;
  }

  /// A function; the caller has seen its name and its parenthesis, or that it needs none.
  Expression function() {
    var name = tokens.peek();
    var bare = bareFunction();
    if (bare != null) {
      tokens.take();
      if (name.is(Keyword.LOCAL)) {
        tokens.take();
      }
      return new FunctionCall.Plain(name.at(), bare, List.of());
    }
    tokens.take();
    tokens.expect(Kind.LEFT_PARENTHESIS);
    var call = call(name);
    tokens.expect(Kind.RIGHT_PARENTHESIS);
    return call instanceof Operation operation ? windows.after(operation) : call;
  }

  private Expression call(Token name) {
    int at = name.at();
    return switch (name.keyword()) {
      case AVG -> aggregate(at, AggregateFunction.AVG);
      case COUNT -> aggregate(at, AggregateFunction.COUNT);
      case MAX -> aggregate(at, AggregateFunction.MAX);
      case MIN -> aggregate(at, AggregateFunction.MIN);
      case SUM -> aggregate(at, AggregateFunction.SUM);
      case TRIM -> trim(at);
      case EXTRACT -> extract(at);
      case CAST -> cast(at);
      case SIZE -> new FunctionCall.Size(at, expressions.paths().operand());
      case INDEX -> new FunctionCall.Index(at, expressions.paths().variable());
      case TYPE -> new Reference.TypeOf(at, typed());
      case FUNCTION -> nativeFunction(at);
      case null, default -> plain(name);
    };
  }

  private Operation.Aggregate aggregate(int at, AggregateFunction function) {
    if (function == AggregateFunction.COUNT && tokens.accept(Kind.STAR)) {
      return new Operation.Aggregate(at, function, false, null);
    }
    boolean distinct = tokens.accept(Keyword.DISTINCT);
    return new Operation.Aggregate(at, function, distinct, expressions.expression());
  }

  private FunctionCall.Trim trim(int at) {
    var side = trimSide();
    if (side != null && tokens.accept(Keyword.FROM)) {
      return new FunctionCall.Trim(at, side, null, expressions.expression());
    }
    var first = expressions.expression();
    if (tokens.accept(Keyword.FROM)) {
      var value = expressions.expression();
      return new FunctionCall.Trim(at, side == null ? TrimSide.BOTH : side, first, value);
    }
    if (side != null) {
      throw tokens.expected("FROM", null);
    }
    return new FunctionCall.Trim(at, TrimSide.BOTH, null, first);
  }

  /// The side of a trim. One of the three words may also be the name of a variable: then a dot or
  /// the end follows it.
  private @Nullable TrimSide trimSide() {
    if (tokens.peek(1).is(Kind.DOT) || tokens.peek(1).is(Kind.RIGHT_PARENTHESIS)) {
      return null;
    }
    var side =
        switch (tokens.peek().keyword()) {
          case LEADING -> TrimSide.LEADING;
          case TRAILING -> TrimSide.TRAILING;
          case BOTH -> TrimSide.BOTH;
          case null, default -> null;
        };
    if (side != null) {
      tokens.take();
    }
    return side;
  }

  private FunctionCall.Extract extract(int at) {
    var field = oneOf(FIELDS, "a field to extract");
    tokens.expect(Keyword.FROM);
    return new FunctionCall.Extract(at, field, expressions.expression());
  }

  private FunctionCall.Cast cast(int at) {
    var value = expressions.expression();
    tokens.expect(Keyword.AS);
    return new FunctionCall.Cast(at, value, oneOf(CAST_TYPES, "a type to cast to"));
  }

  private <E extends Enum<E>> E oneOf(Map<String, E> words, String expected) {
    var found = words.get(Keyword.asciiUpperCase(tokens.peek().text()));
    if (found == null) {
      var known = words.keySet().stream().sorted().collect(Collectors.joining(", "));
      throw tokens.expected(expected, "one of " + known.toLowerCase(Locale.ROOT));
    }
    tokens.take();
    return found;
  }

  /// The operand of `type`: a path, or a parameter.
  private Expression typed() {
    return tokens.at(Kind.NAMED_PARAMETER) || tokens.at(Kind.POSITIONAL_PARAMETER)
        ? expressions.parameter()
        : expressions.paths().operand();
  }

  private FunctionCall.Native nativeFunction(int at) {
    if (!(tokens.peek().value() instanceof String name) || !tokens.at(Kind.LITERAL)) {
      throw tokens.expected("the name of a function as a string", "function('name', …)");
    }
    tokens.take();
    List<Expression> arguments = tokens.accept(Kind.COMMA) ? expressions.list() : List.of();
    return new FunctionCall.Native(at, name, arguments);
  }

  private Expression plain(Token name) {
    if (windows.atFunction(name)) {
      return windows.function(name);
    }
    var function = PLAIN.get(Keyword.asciiUpperCase(name.text()));
    // The functions of date and time without a parenthesis are spelled with a blank: local date.
    if (function == null || function.name().startsWith("LOCAL_")) {
      throw tokens.error(name.at(), "unknown function \"" + name.text() + "\"", hint(name.text()));
    }
    List<Expression> arguments = tokens.at(Kind.RIGHT_PARENTHESIS) ? List.of() : expressions.list();
    if (!function.takes(arguments.size())) {
      throw tokens.error(
          name.at(),
          "%s takes %s, found %d".formatted(function.name(), function.arity(), arguments.size()),
          null);
    }
    return new FunctionCall.Plain(name.at(), function, arguments);
  }

  private static String hint(String name) {
    String equal = OtherDialects.equalOf(name);
    if (equal != null) {
      return "write " + equal;
    }
    String call = "call a function of the database by function('" + name + "', …)";
    return Nearest.to(name, PLAIN.keySet())
        .map(near -> "did you mean %s? Else ".formatted(near) + call)
        .orElse(call);
  }

  /// `case … end`; the word `case` is next.
  Operation.Case caseExpression() {
    int at = tokens.take().at();
    var operand = tokens.at(Keyword.WHEN) ? null : expressions.expression();
    var branches = new ArrayList<Operation.When>();
    do {
      tokens.expect(Keyword.WHEN);
      var test = expressions.expression();
      tokens.expect(Keyword.THEN);
      branches.add(new Operation.When(test, expressions.expression()));
    } while (tokens.at(Keyword.WHEN));
    var otherwise = tokens.accept(Keyword.ELSE) ? expressions.expression() : null;
    tokens.expect(Keyword.END);
    return new Operation.Case(at, operand, branches, otherwise);
  }
}
