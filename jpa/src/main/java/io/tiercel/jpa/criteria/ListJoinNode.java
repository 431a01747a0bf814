package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.FunctionCall;
import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.Reference;
import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.JoinType;
import jakarta.persistence.criteria.ListJoin;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.metamodel.ListAttribute;
import java.util.List;

/// A join of a list.
final class ListJoinNode<Z, E> extends JoinNode<Z, E> implements ListJoin<Z, E> {

  ListJoinNode(FromSource<Z, E> source, FromNode<?, Z> parent, Target target, JoinType type) {
    super(source, parent, target, type);
  }

  @Override
  public ListJoin<Z, E> on(Expression<Boolean> restriction) {
    super.on(restriction);
    return this;
  }

  @Override
  public ListJoin<Z, E> on(Predicate... restrictions) {
    super.on(restrictions);
    return this;
  }

  @Override
  @SuppressWarnings("unchecked") // the kind of join was chosen by the kind of attribute
  public ListAttribute<? super Z, E> getModel() {
    return (ListAttribute<? super Z, E>) joinedModel();
  }

  @Override
  public Expression<Integer> index() {
    return new Value<>(
        Integer.class,
        lowering ->
            new FunctionCall.Index(
                Node.NOWHERE, new Reference.Path(Node.NOWHERE, List.of(variable(lowering)))));
  }
}
