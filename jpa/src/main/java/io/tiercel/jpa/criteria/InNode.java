package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Predicate.InList;
import io.tiercel.jpa.query.syntax.Predicate.InSubquery;
import io.tiercel.jpa.query.syntax.Predicate.MemberOf;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Expression;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `value in (…)`: values, expressions, a parameter for a collection, or a subquery. Values are one
/// parameter whatever their number is.
final class InNode<T> extends PredicateNode implements CriteriaBuilder.In<T> {
  private final ExpressionNode<T> value;
  private final List<Expression<?>> items;

  private InNode(ExpressionNode<T> value, List<Expression<?>> items) {
    super(lowering -> lower(lowering, value, items));
    this.value = value;
    this.items = items;
  }

  /// A condition that has these items and may be given more.
  static <T> InNode<T> of(ExpressionNode<T> value, Collection<? extends Expression<?>> items) {
    List<Expression<?>> own = new ArrayList<>();
    items.forEach(item -> own.add(ExpressionNode.of(item)));
    return new InNode<>(value, own);
  }

  @Override
  public Expression<T> getExpression() {
    return value;
  }

  @Override
  public CriteriaBuilder.In<T> value(T item) {
    items.add(
        item instanceof Expression<?> expression
            ? ExpressionNode.of(expression)
            : LiteralNode.ofNullable(item));
    return this;
  }

  @Override
  public CriteriaBuilder.In<T> value(Expression<? extends T> item) {
    items.add(ExpressionNode.of(item));
    return this;
  }

  private static io.tiercel.jpa.query.syntax.Expression lower(
      Lowering lowering, ExpressionNode<?> value, List<Expression<?>> items) {
    var left = left(lowering, value);
    var values = values(items, value.getJavaType());
    if (values != null) {
      var list =
          new Constant.TypedParameter(
              Node.NOWHERE, lowering.keyOf(items, values), Collection.class);
      return new InList(Node.NOWHERE, false, left, List.of(list));
    }
    if (items.size() == 1) {
      if (items.getFirst() instanceof SubqueryNode<?> subquery) {
        return new InSubquery(Node.NOWHERE, false, left, subquery.query(lowering));
      }
      if (items.getFirst() instanceof PathNode<?> path && path.isCollection()) {
        return new MemberOf(Node.NOWHERE, false, left, path.lower(lowering));
      }
    }
    return new InList(Node.NOWHERE, false, left, lowering.expressions(items));
  }

  /// The value, with its type where it has none by itself: a list has to be of some type.
  private static io.tiercel.jpa.query.syntax.Expression left(
      Lowering lowering, ExpressionNode<?> value) {
    var lowered = value.lower(lowering);
    return lowered instanceof Constant.Parameter
        ? new FunctionCall.As(Node.NOWHERE, lowered, value.getJavaType(), true)
        : lowered;
  }

  /// The values when all items are, else null. A collection as an item is its elements.
  private static @Nullable List<@Nullable Object> values(List<Expression<?>> items, Class<?> type) {
    List<@Nullable Object> values = new ArrayList<>();
    for (var item : items) {
      if (!(item instanceof LiteralNode<?> literal) || literal.value() instanceof Class<?>) {
        return null;
      }
      if (literal.value() instanceof Collection<?> elements) {
        elements.forEach(element -> values.add(NumberTypes.ofKind(type, element)));
      } else {
        values.add(NumberTypes.ofKind(type, literal.value()));
      }
    }
    return values;
  }
}
