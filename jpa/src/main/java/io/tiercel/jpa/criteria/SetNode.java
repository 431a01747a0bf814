package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.Node;
import io.tiercel.jpa.query.syntax.QueryExpression;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperation;
import io.tiercel.jpa.query.syntax.QueryExpression.SetOperator;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Selection;
import java.util.List;

/// The union, intersection or difference of two queries.
record SetNode<T>(SetOperator operator, boolean all, SelectTree left, SelectTree right)
    implements CriteriaSelect<T>, SelectTree {

  static <T> CriteriaSelect<T> of(
      SetOperator operator, boolean all, CriteriaSelect<?> left, CriteriaSelect<?> right) {
    return new SetNode<>(operator, all, SelectTree.of(left), SelectTree.of(right));
  }

  @Override
  public QueryExpression lower(Lowering lowering) {
    return new SetOperation(
        Node.NOWHERE, operator, all, left.lower(lowering), right.lower(lowering), List.of());
  }

  @Override
  public Class<?> shape() {
    return left.shape();
  }

  @Override
  public List<Selection<?>> elements() {
    return left.elements();
  }
}
