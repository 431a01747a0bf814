package io.tiercel.json.advisor.sql;

import io.tiercel.json.advisor.sql.Expression.Call;
import io.tiercel.json.advisor.sql.Expression.Cast;
import io.tiercel.json.advisor.sql.Expression.Column;
import io.tiercel.json.advisor.sql.Expression.Constant;
import io.tiercel.json.advisor.sql.Expression.Nested;
import io.tiercel.json.advisor.sql.Expression.Operation;
import io.tiercel.json.advisor.sql.Expression.Parameter;
import io.tiercel.json.advisor.sql.Expression.Span;
import io.tiercel.json.advisor.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// Reads expressions by precedence, as the manual's table of operators has it. Confined to one
/// thread.
final class ExpressionReader {
  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int IS = 4;
  private static final int COMPARISON = 5;
  private static final int LIKE = 6;
  private static final int OTHER = 7;
  private static final int SUM = 8;
  private static final int PRODUCT = 9;
  private static final int POWER = 10;
  private static final int COLLATE = 11;
  private static final int SIGN = 12;
  private static final int MAX_DEPTH = 200;
  private static final Set<String> COMPARISONS = Set.of("<", ">", "=", "<=", ">=", "<>", "!=");

  private final List<Token> tokens;
  private final IntConsumer nested;
  private int at;
  private int depth;

  /// @param nested told of each query in parentheses: the number of its first token
  ExpressionReader(List<Token> tokens, IntConsumer nested) {
    this.tokens = tokens;
    this.nested = nested;
  }

  /// That there is no expression which can be read.
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable() {
      super(null, null, false, false);
    }
  }

  /// The expression that begins with a token; the token behind it is that of its span's end.
  Expression read(int from) throws Unreadable {
    at = from;
    depth = 0;
    return expression(0);
  }

  private Token token() {
    return tokens.get(at);
  }

  private Token ahead(int count) {
    return tokens.get(Math.min(at + count, tokens.size() - 1));
  }

  private boolean accept(String sign) {
    boolean is = token().isSign(sign);
    at += is ? 1 : 0;
    return is;
  }

  private boolean acceptWord(String word) {
    boolean is = token().isWord(word);
    at += is ? 1 : 0;
    return is;
  }

  private void expect(String sign) throws Unreadable {
    if (!accept(sign)) {
      throw new Unreadable();
    }
  }

  private Expression expression(int above) throws Unreadable {
    if (++depth > MAX_DEPTH) {
      throw new Unreadable();
    }
    int from = at;
    Expression left = prefix();
    while (true) {
      Expression more = infix(left, from, above);
      if (more == null) {
        depth--;
        return left;
      }
      left = more;
    }
  }

  private Expression prefix() throws Unreadable {
    int from = at;
    if (acceptWord("not")) {
      return operation("not", from, expression(NOT));
    }
    if (token().kind() == Kind.OPERATOR && !token().value().equals("*")) {
      String operator = tokens.get(at++).value();
      return operation(operator, from, expression(operator.length() == 1 ? SIGN : OTHER));
    }
    return postfix(primary(), from);
  }

  private Operation operation(String operator, int from, Expression... operands) {
    return new Operation(operator, List.of(operands), new Span(from, at));
  }

  private Expression postfix(Expression operand, int from) throws Unreadable {
    Expression expression = operand;
    while (true) {
      if (accept("::")) {
        String type = type();
        expression = new Cast(expression, type, new Span(from, at));
      } else if (token().isSign("[")) {
        at++;
        Expression subscript = expression(0);
        expect("]");
        expression = operation("[]", from, expression, subscript);
      } else {
        return expression;
      }
    }
  }

  private @Nullable Expression infix(Expression left, int from, int above) throws Unreadable {
    Token token = token();
    if (token.kind() == Kind.OPERATOR) {
      String operator = token.value();
      int precedence = precedence(operator);
      if (precedence <= above) {
        return null;
      }
      at++;
      if (token().isWord("any") || token().isWord("all") || token().isWord("some")) {
        String quantifier = tokens.get(at++).value();
        int listFrom = at;
        expect("(");
        Expression list = isQuery() ? nested(listFrom) : expression(0);
        if (!(list instanceof Nested)) {
          expect(")");
        }
        return operation(operator + " " + quantifier, from, left, list);
      }
      return operation(operator, from, left, expression(precedence));
    }
    return token.kind() == Kind.WORD ? word(left, from, above) : null;
  }

  private static int precedence(String operator) {
    return switch (operator) {
      case "+", "-" -> SUM;
      case "*", "/", "%" -> PRODUCT;
      case "^" -> POWER;
      default -> COMPARISONS.contains(operator) ? COMPARISON : OTHER;
    };
  }

  private @Nullable Expression word(Expression left, int from, int above) throws Unreadable {
    boolean isNegated =
        token().isWord("not")
            && Set.of("like", "ilike", "in", "between", "similar").contains(ahead(1).value());
    String word = (isNegated ? ahead(1) : token()).value();
    int precedence =
        switch (word) {
          case "or" -> OR;
          case "and" -> AND;
          case "is", "isnull", "notnull" -> IS;
          case "like", "ilike", "similar", "in", "between" -> LIKE;
          case "collate" -> COLLATE;
          case "at" -> ahead(1).isWord("time") ? COLLATE : 0;
          default -> 0;
        };
    if (precedence <= above) {
      return null;
    }
    at += isNegated ? 2 : 1;
    String operator = (isNegated ? "not " : "") + word;
    return switch (word) {
      case "and", "or" -> operation(word, from, left, expression(precedence));
      case "is" -> is(left, from);
      case "isnull" -> operation("is null", from, left);
      case "notnull" -> operation("is not null", from, left);
      case "collate" -> {
        names();
        yield operation("collate", from, left);
      }
      case "at" -> {
        if (!acceptWord("time") || !acceptWord("zone")) {
          throw new Unreadable();
        }
        yield operation("at time zone", from, left, expression(COLLATE));
      }
      case "between" -> between(operator, left, from);
      case "in" -> {
        int listFrom = at;
        expect("(");
        yield operation(operator, from, left, isQuery() ? nested(listFrom) : list(listFrom));
      }
      default -> like(operator, left, from);
    };
  }

  private Expression like(String operator, Expression left, int from) throws Unreadable {
    if (operator.endsWith("similar")) {
      acceptWord("to");
    }
    Expression pattern = expression(LIKE);
    if (acceptWord("escape")) {
      expression(LIKE);
    }
    return operation(operator, from, left, pattern);
  }

  private Expression between(String operator, Expression left, int from) throws Unreadable {
    acceptWord("symmetric");
    Expression low = expression(LIKE);
    if (!acceptWord("and")) {
      throw new Unreadable();
    }
    return operation(operator, from, left, low, expression(LIKE));
  }

  private Expression is(Expression left, int from) throws Unreadable {
    boolean isNegated = acceptWord("not");
    if (acceptWord("distinct")) {
      if (!acceptWord("from")) {
        throw new Unreadable();
      }
      return operation(isNegated ? "is not distinct" : "is distinct", from, left, expression(IS));
    }
    if (token().kind() != Kind.WORD) {
      throw new Unreadable();
    }
    String what = tokens.get(at++).value();
    return operation(isNegated ? "is not " + what : "is " + what, from, left);
  }

  private boolean isQuery() {
    return token().isWord("select") || token().isWord("with") || token().isWord("values");
  }

  /// A query whose parenthesis is open; goes behind it.
  private Expression nested(int from) throws Unreadable {
    nested.accept(at);
    int open = 1;
    while (open > 0) {
      if (token().kind() == Kind.END) {
        throw new Unreadable();
      }
      open += token().isSign("(") ? 1 : token().isSign(")") ? -1 : 0;
      at++;
    }
    return new Nested(new Span(from, at));
  }

  /// Expressions up to the parenthesis that closes them.
  private Expression list(int from) throws Unreadable {
    List<Expression> items = new ArrayList<>();
    do {
      items.add(expression(0));
    } while (accept(","));
    expect(")");
    return new Operation("()", items, new Span(from, at));
  }

  private Expression primary() throws Unreadable {
    int from = at;
    Token token = tokens.get(at);
    switch (token.kind()) {
      case STRING, NUMBER -> {
        at++;
        return new Constant(token.kind(), token.value(), new Span(from, at));
      }
      case PARAMETER -> {
        at++;
        return new Parameter(Integer.parseInt(token.value()), new Span(from, at));
      }
      case QUOTED_NAME -> {
        return named();
      }
      case WORD -> {
        return word();
      }
      case SIGN -> {
        expect("(");
        if (isQuery()) {
          return nested(from);
        }
        Expression list = list(from);
        // A row of one is what stands in the parentheses.
        return list;
      }
      default -> throw new Unreadable();
    }
  }

  private Expression word() throws Unreadable {
    int from = at;
    String word = token().value();
    switch (word) {
      case "true", "false", "null" -> {
        at++;
        return new Constant(Kind.WORD, word.equals("null") ? null : word, new Span(from, at));
      }
      case "case" -> {
        return cases();
      }
      case "exists", "array" -> {
        if (ahead(1).isSign("(") || ahead(1).isSign("[")) {
          return arrayOrExists(word);
        }
      }
      case "cast" -> {
        at++;
        expect("(");
        Expression operand = expression(0);
        if (!acceptWord("as")) {
          throw new Unreadable();
        }
        String type = type();
        expect(")");
        return new Cast(operand, type, new Span(from, at));
      }
      case "interval", "date", "timestamp", "timestamptz", "time", "jsonb", "json", "jsonpath" -> {
        if (ahead(1).kind() == Kind.STRING) {
          at++;
          Expression operand = primary();
          return new Cast(operand, word, new Span(from, at));
        }
      }
      default -> {
        if (isEnd()) {
          throw new Unreadable();
        }
      }
    }
    return named();
  }

  /// Two of the words are functions too.
  private boolean isEnd() {
    String word = token().value();
    return token().kind() == Kind.WORD
        && StatementReader.ENDS.contains(word)
        && !((word.equals("left") || word.equals("right")) && ahead(1).isSign("("));
  }

  private Expression arrayOrExists(String word) throws Unreadable {
    int from = at++;
    if (accept("[")) {
      List<Expression> items = new ArrayList<>();
      while (!token().isSign("]")) {
        items.add(expression(0));
        accept(",");
      }
      at++;
      return new Operation("array", items, new Span(from, at));
    }
    int open = at;
    expect("(");
    return operation(word, from, isQuery() ? nested(open) : list(open));
  }

  private Expression cases() throws Unreadable {
    int from = at++;
    List<Expression> parts = new ArrayList<>();
    while (!acceptWord("end")) {
      if (!acceptWord("when") && !acceptWord("then") && !acceptWord("else")) {
        if (parts.isEmpty()) {
          parts.add(expression(0));
          continue;
        }
        throw new Unreadable();
      }
      parts.add(expression(0));
    }
    return new Operation("case", parts, new Span(from, at));
  }

  private List<String> names() throws Unreadable {
    List<String> names = new ArrayList<>();
    do {
      if (!token().isName() && !(token().kind() == Kind.OPERATOR && token().value().equals("*"))) {
        throw new Unreadable();
      }
      names.add(tokens.get(at++).value());
    } while (accept("."));
    return names;
  }

  private Expression named() throws Unreadable {
    int from = at;
    List<String> names = names();
    if (!accept("(")) {
      return new Column(names, new Span(from, at));
    }
    List<Expression> arguments = new ArrayList<>();
    while (!token().isSign(")")) {
      argument(arguments);
    }
    at++;
    skipBehindCall();
    return new Call(names.getLast().toLowerCase(Locale.ROOT), arguments, new Span(from, at));
  }

  /// An argument, or a word between them: `returning int`, `passing`, `order by`, `distinct` …
  private void argument(List<Expression> arguments) throws Unreadable {
    if (accept(",")) {
      return;
    }
    if (token().isWord("returning")) {
      at++;
      type();
      return;
    }
    if (token().isWord("columns") && ahead(1).isSign("(")) {
      skipParentheses(1);
      return;
    }
    if (token().kind() == Kind.OPERATOR && token().value().equals("*")) {
      at++;
      return;
    }
    if (isQuery()) {
      nested.accept(at);
      int open = 0;
      while (!(open == 0 && token().isSign(")"))) {
        if (token().kind() == Kind.END) {
          throw new Unreadable();
        }
        open += token().isSign("(") ? 1 : token().isSign(")") ? -1 : 0;
        at++;
      }
      return;
    }
    if (isEnd()) {
      at++;
      return;
    }
    if (token().kind() == Kind.END) {
      throw new Unreadable();
    }
    arguments.add(expression(0));
  }

  private void skipParentheses(int wordsBefore) throws Unreadable {
    at += wordsBefore;
    int open = 0;
    do {
      if (token().kind() == Kind.END) {
        throw new Unreadable();
      }
      open += token().isSign("(") ? 1 : token().isSign(")") ? -1 : 0;
      at++;
    } while (open > 0);
  }

  private void skipBehindCall() throws Unreadable {
    if (token().isWord("within") || token().isWord("filter") || token().isWord("over")) {
      int words = token().isWord("within") ? 2 : 1;
      if (ahead(words).isSign("(")) {
        skipParentheses(words);
      }
    }
  }

  /// A type: its words, `(n)` and `[]`.
  private String type() throws Unreadable {
    var type = new StringBuilder(String.join(".", names()));
    while (Set.of("precision", "varying", "with", "without", "time", "zone")
            .contains(token().value())
        && token().kind() == Kind.WORD) {
      type.append(' ').append(tokens.get(at++).value());
    }
    if (token().isSign("(")) {
      skipParentheses(0);
    }
    while (token().isSign("[") && ahead(1).isSign("]")) {
      type.append("[]");
      at += 2;
    }
    return type.toString();
  }
}
