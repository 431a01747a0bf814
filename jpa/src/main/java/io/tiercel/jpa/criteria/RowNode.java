package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.RowValue;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Predicate.Comparison;
import io.tiercel.jpa.query.syntax.Predicate.ComparisonOperator;
import io.tiercel.jpa.query.syntax.Predicate.InList;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row of values. Immutable.
record RowNode(List<ExpressionNode<?>> items) implements RowValue {

  static RowNode of(Expression<?>... expressions) {
    if (expressions.length < 2) {
      throw new IllegalArgumentException(
          "a row has two items at least, got %d\nHint: compare a single one by equal, gt, in …"
              .formatted(expressions.length));
    }
    List<ExpressionNode<?>> items = new ArrayList<>();
    for (var expression : expressions) {
      items.add(ExpressionNode.of(expression));
    }
    return new RowNode(List.copyOf(items));
  }

  @Override
  public List<Expression<?>> getItems() {
    return new ArrayList<>(items);
  }

  @Override
  public Predicate equalTo(Object... other) {
    return compared(ComparisonOperator.EQUAL, other);
  }

  @Override
  public Predicate notEqualTo(Object... other) {
    return compared(ComparisonOperator.NOT_EQUAL, other);
  }

  @Override
  public Predicate lessThan(Object... other) {
    return compared(ComparisonOperator.LESS, other);
  }

  @Override
  public Predicate lessThanOrEqualTo(Object... other) {
    return compared(ComparisonOperator.LESS_OR_EQUAL, other);
  }

  @Override
  public Predicate greaterThan(Object... other) {
    return compared(ComparisonOperator.GREATER, other);
  }

  @Override
  public Predicate greaterThanOrEqualTo(Object... other) {
    return compared(ComparisonOperator.GREATER_OR_EQUAL, other);
  }

  private Predicate compared(ComparisonOperator operator, Object... other) {
    checkWidth(other.length);
    List<ExpressionNode<?>> right = new ArrayList<>();
    for (int i = 0; i < other.length; i++) {
      right.add(
          other[i] instanceof Expression<?> expression
              ? ExpressionNode.of(expression)
              : LiteralNode.of(NumberTypes.ofKind(items.get(i).getJavaType(), other[i])));
    }
    var row = new RowNode(right);
    return new PredicateNode(
        lowering -> new Comparison(Node.NOWHERE, operator, lower(lowering), row.lower(lowering)));
  }

  @Override
  public Predicate in(Collection<? extends List<?>> rows) {
    List<List<@Nullable Object>> values = new ArrayList<>();
    for (var row : rows) {
      checkWidth(row.size());
      List<@Nullable Object> copy = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        copy.add(NumberTypes.ofKind(items.get(i).getJavaType(), row.get(i)));
      }
      values.add(Collections.unmodifiableList(copy));
    }
    return new PredicateNode(
        lowering -> {
          var left = lower(lowering);
          var list =
              new Constant.TypedParameter(
                  Node.NOWHERE, lowering.keyOf(values, values), Collection.class);
          return new InList(Node.NOWHERE, false, left, List.of(list));
        });
  }

  private void checkWidth(int found) {
    if (found != items.size()) {
      throw new IllegalArgumentException(
          "expected a row of %d values, got %d".formatted(items.size(), found));
    }
  }

  private Operation.Row lower(Lowering lowering) {
    return new Operation.Row(Node.NOWHERE, lowering.expressions(items));
  }
}
