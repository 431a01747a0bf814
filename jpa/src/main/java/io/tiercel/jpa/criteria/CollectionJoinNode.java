package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.CollectionJoin;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.metamodel.CollectionAttribute;

/// A join of a collection without order.
final class CollectionJoinNode<Z, E> extends JoinNode<Z, E> implements CollectionJoin<Z, E> {

  CollectionJoinNode(FromSource<Z, E> source, FromNode<?, Z> parent, Target target, JoinType type) {
    super(source, parent, target, type);
  }

  @Override
  public CollectionJoin<Z, E> on(Expression<Boolean> restriction) {
    super.on(restriction);
    return this;
  }

  @Override
  public CollectionJoin<Z, E> on(Predicate... restrictions) {
    super.on(restrictions);
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // the kind of join was chosen by the kind of attribute
  public CollectionAttribute<? super Z, E> getModel() {
    return (CollectionAttribute<? super Z, E>) joinedModel();
  }
}
