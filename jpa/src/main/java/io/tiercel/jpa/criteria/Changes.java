package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Assignment;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a bulk statement sets, in the order it was said.
final class Changes {
  private final List<Change> changes = new ArrayList<>();

  private record Change(PathNode<?> target, ExpressionNode<?> value) {}

  /// @param value an expression, or a value
  void set(Path<?> target, @Nullable Object value) {
    changes.add(new Change(path(target), expression(value)));
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  static PathNode<?> path(Path<?> path) {
    if (path instanceof PathNode<?> node) {
      return node;
    }
    throw new IllegalArgumentException("not a path of this CriteriaBuilder: " + path);
  }

  static ExpressionNode<?> expression(@Nullable Object value) {
    return value instanceof Expression<?> expression
        ? ExpressionNode.of(expression)
        : LiteralNode.ofNullable(value);
  }

  List<Assignment> lower(Lowering lowering) {
    List<Assignment> assignments = new ArrayList<>();
    for (var change : changes) {
      assignments.add(
          new Assignment(
              Node.NOWHERE, target(lowering, change.target()), value(lowering, change.value())));
    }
    return assignments;
  }

  /// What is assigned to.
  static Reference.Path target(Lowering lowering, PathNode<?> path) {
    if (path.reference(lowering) instanceof Reference.Path target) {
      return target;
    }
    throw new IllegalArgumentException(
        "cannot assign to %s, which is no attribute of the statement's entity".formatted(path));
  }

  /// A value as it is assigned: a null takes the type of the column it goes to.
  static io.tiercel.jpa.query.syntax.Expression value(Lowering lowering, ExpressionNode<?> value) {
    boolean isNull = value instanceof LiteralNode<?> literal && literal.value() == null;
    return isNull ? new Constant.Null(Node.NOWHERE) : value.lower(lowering);
  }
}
