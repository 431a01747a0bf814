package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.FunctionCall.TrimSide;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.PlainFunction;
import io.tiercel.jpa.query.syntax.Predicate.Like;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The functions and conditions of the builder on strings.
interface TextBuilder extends CriteriaBuilder {

  /// A character that stands in the statement: there are few, and PostgreSQL plans better with it.
  private static Expression<Character> written(char character) {
    return new Value<>(Character.class, _ -> new Constant.Literal(Node.NOWHERE, character));
  }

  // ---- like ----

  private static Predicate like(
      boolean negated,
      Expression<String> value,
      Expression<String> pattern,
      @Nullable Expression<Character> escape) {
    return like(negated, false, value, pattern, escape);
  }

  /// `ilike`, which the specification has not.
  static Predicate ilike(
      Expression<String> value, Expression<String> pattern, @Nullable Character escape) {
    return like(false, true, value, pattern, escape == null ? null : written(escape));
  }

  private static Predicate like(
      boolean negated,
      boolean ignoresCase,
      Expression<String> value,
      Expression<String> pattern,
      @Nullable Expression<Character> escape) {
    var text = ExpressionNode.of(value);
    var form = ExpressionNode.of(pattern);
    var sign = escape == null ? null : ExpressionNode.of(escape);
    return new PredicateNode(
        lowering ->
            new Like(
                Node.NOWHERE,
                negated,
                text.lower(lowering),
                form.lower(lowering),
                sign == null ? null : sign.lower(lowering),
                ignoresCase));
  }

  @Override
  default Predicate like(Expression<String> x, Expression<String> pattern) {
    return like(false, x, pattern, null);
  }

  @Override
  default Predicate like(Expression<String> x, String pattern) {
    return like(false, x, LiteralNode.of(pattern), null);
  }

  @Override
  default Predicate like(
      Expression<String> x, Expression<String> pattern, Expression<Character> escape) {
    return like(false, x, pattern, escape);
  }

  @Override
  default Predicate like(Expression<String> x, Expression<String> pattern, char escape) {
    return like(false, x, pattern, written(escape));
  }

  @Override
  default Predicate like(Expression<String> x, String pattern, Expression<Character> escape) {
    return like(false, x, LiteralNode.of(pattern), escape);
  }

  @Override
  default Predicate like(Expression<String> x, String pattern, char escape) {
    return like(false, x, LiteralNode.of(pattern), written(escape));
  }

  @Override
  default Predicate notLike(Expression<String> x, Expression<String> pattern) {
    return like(true, x, pattern, null);
  }

  @Override
  default Predicate notLike(Expression<String> x, String pattern) {
    return like(true, x, LiteralNode.of(pattern), null);
  }

  @Override
  default Predicate notLike(
      Expression<String> x, Expression<String> pattern, Expression<Character> escape) {
    return like(true, x, pattern, escape);
  }

  @Override
  default Predicate notLike(Expression<String> x, Expression<String> pattern, char escape) {
    return like(true, x, pattern, written(escape));
  }

  @Override
  default Predicate notLike(Expression<String> x, String pattern, Expression<Character> escape) {
    return like(true, x, LiteralNode.of(pattern), escape);
  }

  @Override
  default Predicate notLike(Expression<String> x, String pattern, char escape) {
    return like(true, x, LiteralNode.of(pattern), written(escape));
  }

  // ---- functions ----

  @Override
  default Expression<String> concat(List<Expression<String>> expressions) {
    return switch (expressions.size()) {
      case 0 -> LiteralNode.of("");
      case 1 -> expressions.getFirst();
      default ->
          Value.of(String.class, PlainFunction.CONCAT, expressions.toArray(Expression<?>[]::new));
    };
  }

  @Override
  default Expression<String> concat(Expression<String> x, Expression<String> y) {
    return Value.of(String.class, PlainFunction.CONCAT, x, y);
  }

  @Override
  default Expression<String> concat(Expression<String> x, String y) {
    return concat(x, LiteralNode.of(y));
  }

  @Override
  default Expression<String> concat(String x, Expression<String> y) {
    return concat(LiteralNode.of(x), y);
  }

  @Override
  default Expression<String> substring(Expression<String> x, Expression<Integer> from) {
    return Value.of(String.class, PlainFunction.SUBSTRING, x, from);
  }

  @Override
  default Expression<String> substring(Expression<String> x, int from) {
    return substring(x, LiteralNode.of(from));
  }

  @Override
  default Expression<String> substring(
      Expression<String> x, Expression<Integer> from, Expression<Integer> length) {
    return Value.of(String.class, PlainFunction.SUBSTRING, x, from, length);
  }

  @Override
  default Expression<String> substring(Expression<String> x, int from, int length) {
    return substring(x, LiteralNode.of(from), LiteralNode.of(length));
  }

  private static Expression<String> trimmed(
      Trimspec side, @Nullable Expression<Character> character, Expression<String> value) {
    var text = ExpressionNode.of(value);
    var taken = character == null ? null : ExpressionNode.of(character);
    var from =
        switch (side) {
          case LEADING -> TrimSide.LEADING;
          case TRAILING -> TrimSide.TRAILING;
          case BOTH -> TrimSide.BOTH;
        };
    return new Value<>(
        String.class,
        lowering ->
            new FunctionCall.Trim(
                Node.NOWHERE,
                from,
                taken == null ? null : taken.lower(lowering),
                text.lower(lowering)));
  }

  @Override
  default Expression<String> trim(Expression<String> x) {
    return trimmed(Trimspec.BOTH, null, x);
  }

  @Override
  default Expression<String> trim(Trimspec side, Expression<String> x) {
    return trimmed(side, null, x);
  }

  @Override
  default Expression<String> trim(Expression<Character> character, Expression<String> x) {
    return trimmed(Trimspec.BOTH, character, x);
  }

  @Override
  default Expression<String> trim(
      Trimspec side, Expression<Character> character, Expression<String> x) {
    return trimmed(side, character, x);
  }

  @Override
  default Expression<String> trim(char character, Expression<String> x) {
    return trimmed(Trimspec.BOTH, written(character), x);
  }

  @Override
  default Expression<String> trim(Trimspec side, char character, Expression<String> x) {
    return trimmed(side, written(character), x);
  }

  @Override
  default Expression<String> lower(Expression<String> x) {
    return Value.of(String.class, PlainFunction.LOWER, x);
  }

  @Override
  default Expression<String> upper(Expression<String> x) {
    return Value.of(String.class, PlainFunction.UPPER, x);
  }

  @Override
  default Expression<Integer> length(Expression<String> x) {
    return Value.of(Integer.class, PlainFunction.LENGTH, x);
  }

  @Override
  default Expression<String> left(Expression<String> x, int length) {
    return left(x, LiteralNode.of(length));
  }

  @Override
  default Expression<String> right(Expression<String> x, int length) {
    return right(x, LiteralNode.of(length));
  }

  @Override
  default Expression<String> left(Expression<String> x, Expression<Integer> length) {
    return Value.of(String.class, PlainFunction.LEFT, x, length);
  }

  @Override
  default Expression<String> right(Expression<String> x, Expression<Integer> length) {
    return Value.of(String.class, PlainFunction.RIGHT, x, length);
  }

  @Override
  default Expression<String> replace(
      Expression<String> x, Expression<String> part, Expression<String> replacement) {
    return Value.of(String.class, PlainFunction.REPLACE, x, part, replacement);
  }

  @Override
  default Expression<String> replace(
      Expression<String> x, String part, Expression<String> replacement) {
    return replace(x, LiteralNode.of(part), replacement);
  }

  @Override
  default Expression<String> replace(
      Expression<String> x, Expression<String> part, String replacement) {
    return replace(x, part, LiteralNode.of(replacement));
  }

  @Override
  default Expression<String> replace(Expression<String> x, String part, String replacement) {
    return replace(x, LiteralNode.of(part), LiteralNode.of(replacement));
  }

  // The builder names the text first, the language names the pattern first.

  @Override
  default Expression<Integer> locate(Expression<String> x, Expression<String> pattern) {
    return Value.of(Integer.class, PlainFunction.LOCATE, pattern, x);
  }

  @Override
  default Expression<Integer> locate(Expression<String> x, String pattern) {
    return locate(x, LiteralNode.of(pattern));
  }

  @Override
  default Expression<Integer> locate(
      Expression<String> x, Expression<String> pattern, Expression<Integer> from) {
    return Value.of(Integer.class, PlainFunction.LOCATE, pattern, x, from);
  }

  @Override
  default Expression<Integer> locate(Expression<String> x, String pattern, int from) {
    return locate(x, LiteralNode.of(pattern), LiteralNode.of(from));
  }

  @Override
  default Expression<String> toString(Expression<Character> character) {
    return character.cast(String.class);
  }
}
