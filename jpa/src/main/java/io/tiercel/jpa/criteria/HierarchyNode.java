package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.Hierarchy;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.SelectQuery;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What makes a query one over a hierarchy.
final class HierarchyNode<X> implements Hierarchy<X> {
  private final RootNode<X> root;
  private final PathNode<X> prior;
  private final Expression<Integer> level;
  private final Expression<Integer> priorLevel;
  private @Nullable ExpressionNode<Boolean> start;
  private @Nullable ExpressionNode<Boolean> connect;

  HierarchyNode(RootNode<X> root) {
    this.root = root;
    var entity = root.getModel();
    this.prior =
        new PathNode<>(
            entity.getJavaType(),
            null,
            entity,
            entity,
            _ -> io.tiercel.jpa.query.syntax.Hierarchy.prior(Node.NOWHERE, List.of()));
    this.level = level(io.tiercel.jpa.query.syntax.Hierarchy.level(Node.NOWHERE));
    this.priorLevel = level(io.tiercel.jpa.query.syntax.Hierarchy.priorLevel(Node.NOWHERE));
  }

  private static Expression<Integer> level(Reference path) {
    return new Value<>(Integer.class, _ -> path);
  }

  @Override
  public Root<X> getRoot() {
    return root;
  }

  @Override
  public Path<X> getPrior() {
    return prior;
  }

  @Override
  public Expression<Integer> getLevel() {
    return level;
  }

  @Override
  public Expression<Integer> getPriorLevel() {
    return priorLevel;
  }

  @Override
  public Hierarchy<X> startWith(Expression<Boolean> condition) {
    start = ExpressionNode.of(condition);
    return this;
  }

  @Override
  public Hierarchy<X> connectBy(Expression<Boolean> condition) {
    connect = ExpressionNode.of(condition);
    return this;
  }

  /// The query over the rows of the hierarchy.
  ///
  /// @param query as it would be over the entity alone
  QueryExpression lower(Lowering lowering, SelectQuery query) {
    if (connect == null) {
      throw new IllegalArgumentException(
          "nothing says how the hierarchy of %s goes on\nHint: call connectBy."
              .formatted(root.getModel().getName()));
    }
    var entity = query.from().getFirst();
    if (query.from().size() != 1 || entity.asOf() != null) {
      throw new IllegalArgumentException(
          "a hierarchical query ranges over one entity and its present rows\nHint: join what else it needs to %s."
              .formatted(root));
    }
    return new io.tiercel.jpa.query.syntax.Hierarchy(
            Node.NOWHERE,
            entity,
            start == null ? null : start.lower(lowering),
            connect.lower(lowering))
        .over(query);
  }
}
