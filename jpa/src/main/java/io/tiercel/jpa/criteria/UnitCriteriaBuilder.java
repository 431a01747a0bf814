package io.tiercel.jpa.criteria;

import io.tiercel.jpa.criteria.extension.CommonTable;
import io.tiercel.jpa.criteria.extension.CriteriaInsert;
import io.tiercel.jpa.criteria.extension.Hierarchy;
import io.tiercel.jpa.criteria.extension.RecursiveTable;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.AbstractQuery;
import jakarta.persistence.criteria.CollectionJoin;
import jakarta.persistence.criteria.CompoundSelection;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.From;
import jakarta.persistence.criteria.Join;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.MapJoin;
import jakarta.persistence.criteria.Nulls;
import jakarta.persistence.criteria.Order;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import jakarta.persistence.criteria.Selection;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.Metamodel;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/// The builder of a unit: its queries, what they select, their order, set operators and subtypes;
/// what there is of expressions stands in the interfaces. Stateless and safe for any number of
/// threads; what it makes is confined to one.
public final class UnitCriteriaBuilder
    implements ExtensionBuilder, ConditionBuilder, NumberBuilder, TextBuilder, ValueBuilder {
  private final Metamodel metamodel;

  /// A builder for the entities of that metamodel.
  public UnitCriteriaBuilder(Metamodel metamodel) {
    this.metamodel = metamodel;
  }

  // ---- statements ----

  @Override
  public CriteriaQuery<Object> createQuery() {
    return createQuery(Object.class);
  }

  @Override
  public <T> CriteriaQuery<T> createQuery(Class<T> resultClass) {
    return new SelectNode<>(metamodel, resultClass);
  }

  @Override
  public CriteriaQuery<Tuple> createTupleQuery() {
    return createQuery(Tuple.class);
  }

  @Override
  public <T> CriteriaUpdate<T> createCriteriaUpdate(Class<T> entity) {
    return new UpdateNode<>(metamodel, entity);
  }

  @Override
  public <T> CriteriaDelete<T> createCriteriaDelete(Class<T> entity) {
    return new DeleteNode<>(metamodel, entity);
  }

  @Override
  public <T> CriteriaSelect<T> union(
      CriteriaSelect<? extends T> left, CriteriaSelect<? extends T> right) {
    return SetNode.of(SetOperator.UNION, false, left, right);
  }

  @Override
  public <T> CriteriaSelect<T> unionAll(
      CriteriaSelect<? extends T> left, CriteriaSelect<? extends T> right) {
    return SetNode.of(SetOperator.UNION, true, left, right);
  }

  @Override
  public <T> CriteriaSelect<T> intersect(
      CriteriaSelect<? super T> left, CriteriaSelect<? super T> right) {
    return SetNode.of(SetOperator.INTERSECT, false, left, right);
  }

  @Override
  public <T> CriteriaSelect<T> intersectAll(
      CriteriaSelect<? super T> left, CriteriaSelect<? super T> right) {
    return SetNode.of(SetOperator.INTERSECT, true, left, right);
  }

  @Override
  public <T> CriteriaSelect<T> except(CriteriaSelect<T> left, CriteriaSelect<?> right) {
    return SetNode.of(SetOperator.EXCEPT, false, left, right);
  }

  @Override
  public <T> CriteriaSelect<T> exceptAll(CriteriaSelect<T> left, CriteriaSelect<?> right) {
    return SetNode.of(SetOperator.EXCEPT, true, left, right);
  }

  // ---- selections and order ----

  @Override
  public <Y> CompoundSelection<Y> construct(Class<Y> type, Selection<?>... selections) {
    return CompoundNode.construct(type, List.of(selections));
  }

  @Override
  public CompoundSelection<Tuple> tuple(Selection<?>... selections) {
    return tuple(List.of(selections));
  }

  @Override
  public CompoundSelection<Tuple> tuple(List<Selection<?>> selections) {
    return CompoundNode.tuple(selections);
  }

  @Override
  public CompoundSelection<Object[]> array(Selection<?>... selections) {
    return array(List.of(selections));
  }

  @Override
  public CompoundSelection<Object[]> array(List<Selection<?>> selections) {
    return CompoundNode.array(selections);
  }

  @Override
  public Order asc(Expression<?> expression) {
    return asc(expression, Nulls.NONE);
  }

  @Override
  public Order desc(Expression<?> expression) {
    return desc(expression, Nulls.NONE);
  }

  @Override
  public Order asc(Expression<?> expression, Nulls nulls) {
    return new OrderNode(ExpressionNode.of(expression), true, nulls);
  }

  @Override
  public Order desc(Expression<?> expression, Nulls nulls) {
    return new OrderNode(ExpressionNode.of(expression), false, nulls);
  }

  // ---- subtypes ----

  private <T> EntityType<T> entity(Class<T> type) {
    return metamodel.entity(type);
  }

  @Override
  public <X, T, V extends T> Join<X, V> treat(Join<X, T> join, Class<V> type) {
    return JoinNode.of(join).treatedJoin(entity(type));
  }

  @Override
  @SuppressWarnings("unchecked") // a treated join is of the kind of the join
  public <X, T, E extends T> CollectionJoin<X, E> treat(CollectionJoin<X, T> join, Class<E> type) {
    return (CollectionJoin<X, E>) treat((Join<X, T>) join, type);
  }

  @Override
  @SuppressWarnings("unchecked") // a treated join is of the kind of the join
  public <X, T, E extends T> SetJoin<X, E> treat(SetJoin<X, T> join, Class<E> type) {
    return (SetJoin<X, E>) treat((Join<X, T>) join, type);
  }

  @Override
  @SuppressWarnings("unchecked") // a treated join is of the kind of the join
  public <X, T, E extends T> ListJoin<X, E> treat(ListJoin<X, T> join, Class<E> type) {
    return (ListJoin<X, E>) treat((Join<X, T>) join, type);
  }

  @Override
  @SuppressWarnings("unchecked") // a treated join is of the kind of the join
  public <X, K, T, V extends T> MapJoin<X, K, V> treat(MapJoin<X, K, T> join, Class<V> type) {
    return (MapJoin<X, K, V>) treat((Join<X, T>) join, type);
  }

  @Override
  public <X, T extends X> Path<T> treat(Path<X> path, Class<T> type) {
    return switch (path) {
      case RootNode<X> root -> root.treatedRoot(entity(type));
      case JoinNode<?, X> join -> join.treatedJoin(entity(type));
      case PathNode<X> node -> node.treated(entity(type));
      default -> throw new IllegalArgumentException("not a path of this CriteriaBuilder: " + path);
    };
  }

  @Override
  public <X, T extends X> Root<T> treat(Root<X> root, Class<T> type) {
    return RootNode.of(root).treatedRoot(entity(type));
  }

  // ---- beyond the specification ----

  @Override
  public <T> CriteriaInsert<T> createCriteriaInsert(Class<T> entity) {
    return new InsertNode<>(metamodel, entity);
  }

  @Override
  public CommonTable commonTable(String name, CriteriaSelect<?> query) {
    return CommonTableNode.of(name, query);
  }

  @Override
  public RecursiveTable recursiveTable(String name, CriteriaSelect<?> first) {
    return new RecursiveTable() {
      @Override
      public CommonTable unionAll(Function<CommonTable, ? extends CriteriaSelect<?>> next) {
        return CommonTableNode.recursive(name, first, true, next);
      }

      @Override
      public CommonTable union(Function<CommonTable, ? extends CriteriaSelect<?>> next) {
        return CommonTableNode.recursive(name, first, false, next);
      }
    };
  }

  @Override
  public From<Tuple, Tuple> from(AbstractQuery<?> query, CommonTable table) {
    var root = new CommonTableRoot(metamodel, CommonTableNode.of(table));
    return QueryNode.of(query).parts().add(root);
  }

  @Override
  public <X> Join<X, Tuple> join(From<?, X> from, CommonTable table, JoinType type) {
    return FromNode.of(from).join(CommonTableNode.of(table), type);
  }

  @Override
  public <X> Hierarchy<X> hierarchy(AbstractQuery<?> query, Class<X> entity) {
    return QueryNode.of(query).parts().hierarchy(entity);
  }

  @Override
  public <X> Root<X> asOf(Root<X> root, Instant moment) {
    return asOf(root, LiteralNode.of(moment));
  }

  @Override
  public <X> Root<X> asOf(Root<X> root, Expression<?> moment) {
    RootNode.of(root).source().asOf(ExpressionNode.of(moment));
    return root;
  }
}
