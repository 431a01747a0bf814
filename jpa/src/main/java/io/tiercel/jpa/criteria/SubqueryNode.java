package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.SelectItem;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.CollectionJoin;
import jakarta.persistence.criteria.CommonAbstractCriteria;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.criteria.Subquery;
import jakarta.persistence.metamodel.Metamodel;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query inside another (specification 6.5.8).
final class SubqueryNode<T> extends ExpressionNode<T> implements Subquery<T>, QueryNode<T> {
  private final QueryParts parts;
  private final CommonAbstractCriteria containing;
  private final Class<T> resultType;
  private @Nullable Expression<T> selection;

  SubqueryNode(Metamodel metamodel, CommonAbstractCriteria containing, Class<T> resultType) {
    super(resultType);
    this.parts = new QueryParts(metamodel);
    this.containing = containing;
    this.resultType = resultType;
  }

  static <T> SubqueryNode<T> of(Subquery<T> subquery) {
    if (subquery instanceof SubqueryNode<T> node) {
      return node;
    }
    throw new IllegalArgumentException("not a subquery of this CriteriaBuilder: " + subquery);
  }

  @Override
  public QueryParts parts() {
    return parts;
  }

  // ---- select ----

  @Override
  public Subquery<T> select(Expression<T> expression) {
    selection = ExpressionNode.of(expression);
    return this;
  }

  @Override
  public @Nullable Expression<T> getSelection() {
    return selection;
  }

  @Override
  public Class<T> getResultType() {
    return resultType;
  }

  @Override
  public Subquery<T> distinct(boolean distinct) {
    parts.distinct(distinct);
    return this;
  }

  // ---- from ----

  @Override
  public <Y> Root<Y> correlate(Root<Y> root) {
    return parts.add(RootNode.of(root).correlated());
  }

  @Override
  public <X, Y> Join<X, Y> correlate(Join<X, Y> join) {
    return parts.add(JoinNode.of(join).correlated());
  }

  @Override
  @SuppressWarnings("unchecked") // what correlates with a join is a join of its kind
  public <X, Y> CollectionJoin<X, Y> correlate(CollectionJoin<X, Y> join) {
    return (CollectionJoin<X, Y>) correlate((Join<X, Y>) join);
  }

  @Override
  @SuppressWarnings("unchecked") // what correlates with a join is a join of its kind
  public <X, Y> SetJoin<X, Y> correlate(SetJoin<X, Y> join) {
    return (SetJoin<X, Y>) correlate((Join<X, Y>) join);
  }

  @Override
  @SuppressWarnings("unchecked") // what correlates with a join is a join of its kind
  public <X, Y> ListJoin<X, Y> correlate(ListJoin<X, Y> join) {
    return (ListJoin<X, Y>) correlate((Join<X, Y>) join);
  }

  @Override
  @SuppressWarnings("unchecked") // what correlates with a join is a join of its kind
  public <X, K, V> MapJoin<X, K, V> correlate(MapJoin<X, K, V> join) {
    return (MapJoin<X, K, V>) correlate((Join<X, V>) join);
  }

  @Override
  public Set<Join<?, ?>> getCorrelatedJoins() {
    Set<Join<?, ?>> joins = new LinkedHashSet<>();
    for (var node : parts.from()) {
      if (node instanceof Join<?, ?> join) {
        joins.add(join);
      }
    }
    return joins;
  }

  @Override
  public AbstractQuery<?> getParent() {
    if (containing instanceof AbstractQuery<?> query) {
      return query;
    }
    throw new IllegalStateException(
        "the subquery is part of an update or delete\nHint: ask for getContainingQuery.");
  }

  @Override
  public CommonAbstractCriteria getContainingQuery() {
    return containing;
  }

  // ---- conditions and groups ----

  @Override
  public Subquery<T> where(Expression<Boolean> restriction) {
    parts.where(QueryParts.one(restriction));
    return this;
  }

  @Override
  public Subquery<T> where(Predicate... restrictions) {
    return where(Arrays.asList(restrictions));
  }

  @Override
  public Subquery<T> where(List<Predicate> restrictions) {
    parts.where(QueryParts.all(restrictions));
    return this;
  }

  @Override
  public Subquery<T> groupBy(Expression<?>... grouping) {
    return groupBy(Arrays.asList(grouping));
  }

  @Override
  public Subquery<T> groupBy(List<Expression<?>> grouping) {
    parts.groupBy(grouping);
    return this;
  }

  @Override
  public Subquery<T> having(Expression<Boolean> restriction) {
    parts.having(QueryParts.one(restriction));
    return this;
  }

  @Override
  public Subquery<T> having(Predicate... restrictions) {
    return having(Arrays.asList(restrictions));
  }

  @Override
  public Subquery<T> having(List<Predicate> restrictions) {
    parts.having(QueryParts.all(restrictions));
    return this;
  }

  // ---- the tree ----

  @Override
  public Set<ParameterExpression<?>> getParameters() {
    var lowering = Lowering.ofParts();
    query(lowering);
    return lowering.declaredParameters();
  }

  /// The query of the tree.
  QueryExpression query(Lowering lowering) {
    return query(lowering, List.of());
  }

  /// As [#query], of which only counts whether it has rows: it need not select anything.
  QueryExpression rows(Lowering lowering) {
    var one = new Constant.Literal(Node.NOWHERE, 1);
    return query(lowering, List.of(new SelectItem(Node.NOWHERE, one, null)));
  }

  private QueryExpression query(Lowering lowering, List<SelectItem> unselected) {
    return lowering.query(
        () ->
            parts.lower(
                lowering,
                from ->
                    selection == null ? unselected : CompoundNode.lower(lowering, from, selection),
                List.of()));
  }

  @Override
  io.tiercel.jpa.query.syntax.Expression lowered(Lowering lowering) {
    return new Operation.Subquery(Node.NOWHERE, query(lowering));
  }
}
