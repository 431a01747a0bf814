package io.tiercel.jpa.query.watch;

import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A condition of a query, as far as it was understood.
public sealed interface Condition extends Term {
  /// No condition: true for all.
  Condition NONE = new All(List.of());

  /// All of them hold.
  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  /// One of them holds.
  record Any(List<Condition> conditions) implements Condition {
    public Any {
      conditions = List.copyOf(conditions);
    }
  }

  /// It does not hold.
  record Not(Condition condition) implements Condition {}

  /// `left = right` and its kin.
  record Comparison(ComparisonOperator operator, Operand left, Operand right)
      implements Condition {}

  /// `value in (a, b, …)`.
  record In(Operand value, List<Operand> items) implements Condition {
    public In {
      items = List.copyOf(items);
    }
  }

  /// `value = any($n)`.
  record InList(Operand value, Operand.Argument list) implements Condition {}

  /// `value is null`.
  record IsNull(Operand value) implements Condition {}

  /// Anything else: may be true, false or null of any row.
  record Unknown() implements Condition {}

  /// What a term says as a condition.
  static Condition of(@Nullable Term term) {
    return switch (term) {
      case Condition condition -> condition;
      case Operand.OfColumn column ->
          new Comparison(ComparisonOperator.EQUAL, column, new Operand.Constant(true));
      case null, default -> new Unknown();
    };
  }

  /// A comparison of two terms.
  static Condition comparison(
      ComparisonOperator operator, @Nullable Term left, @Nullable Term right) {
    return left instanceof Operand one && right instanceof Operand other
        ? new Comparison(operator, one, other)
        : new Unknown();
  }

  /// Whether a term is one of others.
  static Condition in(@Nullable Term value, List<? extends @Nullable Term> items) {
    List<Operand> operands = new ArrayList<>();
    for (Term item : items) {
      if (!(item instanceof Operand operand)) {
        return new Unknown();
      }
      operands.add(operand);
    }
    return value instanceof Operand operand ? new In(operand, operands) : new Unknown();
  }

  /// The condition or, if it was written so, its opposite.
  static Condition negated(boolean isNegated, Condition condition) {
    return isNegated ? new Not(condition) : condition;
  }
}
