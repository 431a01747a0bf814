package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.Window;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.OrderItem;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A window of rows. Immutable.
///
/// @param frame as SQL writes it, null for the usual one
record WindowNode(List<ExpressionNode<?>> partition, List<OrderNode> order, @Nullable String frame)
    implements Window {

  static final WindowNode ALL = new WindowNode(List.of(), List.of(), null);

  static WindowNode of(Window window) {
    if (window instanceof WindowNode node) {
      return node;
    }
    throw new IllegalArgumentException("not a window of this CriteriaBuilder: " + window);
  }

  @Override
  public Window partitionBy(Expression<?>... expressions) {
    List<ExpressionNode<?>> items = new ArrayList<>();
    for (var expression : expressions) {
      items.add(ExpressionNode.of(expression));
    }
    return new WindowNode(List.copyOf(items), order, frame);
  }

  @Override
  public Window orderBy(Order... terms) {
    return new WindowNode(partition, Arrays.stream(terms).map(OrderNode::of).toList(), frame);
  }

  @Override
  public Window rows(Bound start, Bound end) {
    return framed("rows", start, end);
  }

  @Override
  public Window groups(Bound start, Bound end) {
    return framed("groups", start, end);
  }

  @Override
  public Window range(Bound start, Bound end) {
    return framed("range", start, end);
  }

  private Window framed(String unit, Bound start, Bound end) {
    boolean isBackward =
        start.place().compareTo(end.place()) > 0
            || start.place() == Bound.Place.UNBOUNDED_FOLLOWING
            || end.place() == Bound.Place.UNBOUNDED_PRECEDING;
    if (isBackward) {
      throw new IllegalArgumentException(
          "a window cannot go from %s to %s".formatted(sql(start), sql(end)));
    }
    return new WindowNode(
        partition, order, "%s between %s and %s".formatted(unit, sql(start), sql(end)));
  }

  private static String sql(Bound bound) {
    return switch (bound.place()) {
      case UNBOUNDED_PRECEDING -> "unbounded preceding";
      case PRECEDING -> bound.count() + " preceding";
      case CURRENT_ROW -> "current row";
      case FOLLOWING -> bound.count() + " following";
      case UNBOUNDED_FOLLOWING -> "unbounded following";
    };
  }

  /// A function over the window.
  Operation.Window lower(Lowering lowering, Operation function) {
    List<OrderItem> terms = new ArrayList<>();
    order.forEach(term -> terms.add(term.lower(lowering)));
    return new Operation.Window(
        Node.NOWHERE, function, lowering.expressions(partition), terms, frame);
  }
}
