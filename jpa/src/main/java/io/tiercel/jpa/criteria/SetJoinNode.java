package io.tiercel.jpa.criteria;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.SetJoin;
import jakarta.persistence.metamodel.SetAttribute;

/// A join of a set.
final class SetJoinNode<Z, E> extends JoinNode<Z, E> implements SetJoin<Z, E> {

  SetJoinNode(FromSource<Z, E> source, FromNode<?, Z> parent, Target target, JoinType type) {
    super(source, parent, target, type);
  }

  @Override
  public SetJoin<Z, E> on(Expression<Boolean> restriction) {
    super.on(restriction);
    return this;
  }

  @Override
  public SetJoin<Z, E> on(Predicate... restrictions) {
    super.on(restrictions);
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // the kind of join was chosen by the kind of attribute
  public SetAttribute<? super Z, E> getModel() {
    return (SetAttribute<? super Z, E>) joinedModel();
  }
}
