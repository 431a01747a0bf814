package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/// An expression (specification 6.5.6): anything that becomes an expression of the tree.
abstract class ExpressionNode<T> extends Item<T> implements Expression<T> {

  ExpressionNode(Class<?> type) {
    super(type);
  }

  /// The node of the tree.
  abstract io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering);

  /// As [#lowered]; IllegalArgumentException when expressions nest too deep.
  final io.tiercel.jpa.query.syntax.Expression lower(Lowering lowering) {
    return lowering.nested(this);
  }

  /// The expression as one of ours; IllegalArgumentException for null and for others' objects.
  @SuppressWarnings("unchecked") // the type argument is the caller's
  static <T> ExpressionNode<T> of(Expression<T> expression) {
    if (expression instanceof ExpressionNode<?> node) {
      return (ExpressionNode<T>) node;
    }
    throw new IllegalArgumentException(
        "expected an expression of this CriteriaBuilder, got %s"
            .formatted(expression == null ? null : expression.getClass().getName()));
  }

  @Override
  public Predicate isNull() {
    return PredicateNode.isNull(this, false);
  }

  @Override
  public Predicate isNotNull() {
    return PredicateNode.isNull(this, true);
  }

  @Override
  public Predicate equalTo(Expression<?> value) {
    return Comparisons.equal(this, value);
  }

  @Override
  public Predicate equalTo(Object value) {
    return Comparisons.equal(this, LiteralNode.of(value));
  }

  @Override
  public Predicate notEqualTo(Expression<?> value) {
    return Comparisons.notEqual(this, value);
  }

  @Override
  public Predicate notEqualTo(Object value) {
    return Comparisons.notEqual(this, LiteralNode.of(value));
  }

  @Override
  public Predicate in(Object... values) {
    return in(Arrays.asList(values));
  }

  @Override
  public Predicate in(Collection<?> values) {
    List<Expression<?>> items = new ArrayList<>();
    for (Object value : values) {
      items.add(value instanceof Expression<?> item ? item : LiteralNode.ofNullable(value));
    }
    return InNode.of(this, items);
  }

  @Override
  public Predicate in(Expression<?>... values) {
    return InNode.of(this, List.of(values));
  }

  @Override
  public Predicate in(Expression<Collection<?>> values) {
    return InNode.of(this, List.of(values));
  }

  @Override
  public <X> Expression<X> as(Class<X> type) {
    // Text is what other values are compared with as text, so that it needs to be text indeed.
    return viewed(type, type == String.class);
  }

  @Override
  public <X> Expression<X> cast(Class<X> type) {
    return viewed(type, true);
  }

  private <X> Expression<X> viewed(Class<X> type, boolean converts) {
    return new Value<>(
        type,
        lowering -> new FunctionCall.As(Node.NOWHERE, lower(lowering), boxed(type), converts));
  }
}
