package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Predicate.Comparison;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;

/// Comparisons of two values.
final class Comparisons {

  private Comparisons() {}

  static Predicate equal(Expression<?> left, Expression<?> right) {
    return of(ComparisonOperator.EQUAL, left, right);
  }

  static Predicate notEqual(Expression<?> left, Expression<?> right) {
    return of(ComparisonOperator.NOT_EQUAL, left, right);
  }

  static Predicate of(ComparisonOperator operator, Expression<?> left, Expression<?> right) {
    var first = ExpressionNode.of(left);
    var second = beside(first, ExpressionNode.of(right));
    return new PredicateNode(
        lowering -> {
          var one = first.lower(lowering);
          var other = second.lower(lowering);
          // ALL and ANY stand at the right only.
          return one instanceof Operation.Quantified
              ? new Comparison(Node.NOWHERE, turned(operator), other, one)
              : new Comparison(Node.NOWHERE, operator, one, other);
        });
  }

  /// The right side, its value of the left side's kind where it is one.
  private static ExpressionNode<?> beside(ExpressionNode<?> left, ExpressionNode<?> right) {
    if (left instanceof LiteralNode<?> || !(right instanceof LiteralNode<?> literal)) {
      return right;
    }
    Object own = literal.value();
    Object value = NumberTypes.ofKind(left.getJavaType(), own);
    return value == own ? right : LiteralNode.ofNullable(value);
  }

  private static ComparisonOperator turned(ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> operator;
      case LESS -> ComparisonOperator.GREATER;
      case LESS_OR_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
      case GREATER -> ComparisonOperator.LESS;
      case GREATER_OR_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
    };
  }
}
