package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.QueryExpression;
import jakarta.persistence.Tuple;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Order;
import jakarta.persistence.criteria.ParameterExpression;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Selection;
import jakarta.persistence.metamodel.Metamodel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query that selects (specification 6.3.1).
@SuppressWarnings("deprecation") // multiselect of an array is what most applications call
final class SelectNode<T> implements CriteriaQuery<T>, QueryNode<T>, SelectTree {
  private final QueryParts parts;
  private final Class<T> resultType;
  private @Nullable Selection<? extends T> selection;
  private List<OrderNode> order = List.of();

  SelectNode(Metamodel metamodel, Class<T> resultType) {
    this.parts = new QueryParts(metamodel);
    this.resultType = resultType;
  }

  @Override
  public QueryParts parts() {
    return parts;
  }

  // ---- select ----

  @Override
  public CriteriaQuery<T> select(Selection<? extends T> selected) {
    if (!(selected instanceof Item<?>)) {
      throw new IllegalArgumentException("not a selection of this CriteriaBuilder: " + selected);
    }
    selection = selected;
    return this;
  }

  @Override
  public CriteriaQuery<T> multiselect(Selection<?>... selections) {
    return multiselect(Arrays.asList(selections));
  }

  @Override
  @SuppressWarnings("unchecked") // the compound is chosen by the result's type
  public CriteriaQuery<T> multiselect(List<Selection<?>> selections) {
    boolean isAlone =
        selections.size() == 1
            && (resultType == Object.class
                || Item.boxed(resultType).isAssignableFrom(selections.getFirst().getJavaType()));
    Selection<?> made;
    if (resultType == Tuple.class) {
      made = CompoundNode.tuple(selections);
    } else if (resultType == Object[].class || (resultType == Object.class && !isAlone)) {
      made = CompoundNode.array(selections);
    } else {
      Selection<?> object = CompoundNode.construct(resultType, selections);
      made = isAlone ? selections.getFirst() : object;
    }
    return select((Selection<? extends T>) made);
  }

  @Override
  @SuppressWarnings("unchecked") // a Selection only gives values
  public @Nullable Selection<T> getSelection() {
    return (Selection<T>) selection;
  }

  @Override
  public Class<T> getResultType() {
    return resultType;
  }

  @Override
  public CriteriaQuery<T> distinct(boolean distinct) {
    parts.distinct(distinct);
    return this;
  }

  // ---- conditions, groups and order ----

  @Override
  public CriteriaQuery<T> where(Expression<Boolean> restriction) {
    parts.where(QueryParts.one(restriction));
    return this;
  }

  @Override
  public CriteriaQuery<T> where(Predicate... restrictions) {
    return where(Arrays.asList(restrictions));
  }

  @Override
  public CriteriaQuery<T> where(List<Predicate> restrictions) {
    parts.where(QueryParts.all(restrictions));
    return this;
  }

  @Override
  public CriteriaQuery<T> groupBy(Expression<?>... grouping) {
    return groupBy(Arrays.asList(grouping));
  }

  @Override
  public CriteriaQuery<T> groupBy(List<Expression<?>> grouping) {
    parts.groupBy(grouping);
    return this;
  }

  @Override
  public CriteriaQuery<T> having(Expression<Boolean> restriction) {
    parts.having(QueryParts.one(restriction));
    return this;
  }

  @Override
  public CriteriaQuery<T> having(Predicate... restrictions) {
    return having(Arrays.asList(restrictions));
  }

  @Override
  public CriteriaQuery<T> having(List<Predicate> restrictions) {
    parts.having(QueryParts.all(restrictions));
    return this;
  }

  @Override
  public CriteriaQuery<T> orderBy(Order... terms) {
    return orderBy(Arrays.asList(terms));
  }

  @Override
  public CriteriaQuery<T> orderBy(List<Order> terms) {
    order = terms.stream().map(OrderNode::of).toList();
    return this;
  }

  @Override
  public List<Order> getOrderList() {
    return new ArrayList<>(order);
  }

  // ---- the tree ----

  @Override
  public Set<ParameterExpression<?>> getParameters() {
    var lowering = Lowering.ofParts();
    lower(lowering);
    return lowering.declaredParameters();
  }

  @Override
  public QueryExpression lower(Lowering lowering) {
    return parts.lower(
        lowering,
        from -> selection == null ? List.of() : CompoundNode.lower(lowering, from, selection),
        order);
  }

  @Override
  public Class<?> shape() {
    return selection != null && selection.isCompoundSelection()
        ? selection.getJavaType()
        : Object.class;
  }

  @Override
  public List<Selection<?>> elements() {
    if (selection == null) {
      return List.of();
    }
    return selection.isCompoundSelection()
        ? selection.getCompoundSelectionItems()
        : List.of(selection);
  }
}
