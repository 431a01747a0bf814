package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.OrderItem;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Nulls;
import jakarta.persistence.criteria.Order;
import org.jspecify.annotations.Nullable;

/// A term of an order (specification 6.5.13). Immutable.
record OrderNode(ExpressionNode<?> expression, boolean isAscending, Nulls nulls) implements Order {

  static OrderNode of(Order order) {
    if (order instanceof OrderNode node) {
      return node;
    }
    throw new IllegalArgumentException("not an order of this CriteriaBuilder: " + order);
  }

  @Override
  public Order reverse() {
    return new OrderNode(expression, !isAscending, nulls);
  }

  @Override
  public Nulls getNullPrecedence() {
    return nulls;
  }

  @Override
  public Expression<?> getExpression() {
    return expression;
  }

  OrderItem lower(Lowering lowering) {
    return new OrderItem(Node.NOWHERE, expression.lower(lowering), !isAscending, place());
  }

  private OrderItem.@Nullable Nulls place() {
    return switch (nulls) {
      case NONE -> null;
      case FIRST -> OrderItem.Nulls.FIRST;
      case LAST -> OrderItem.Nulls.LAST;
    };
  }
}
