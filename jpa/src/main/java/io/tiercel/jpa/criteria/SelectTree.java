package io.tiercel.jpa.criteria;

import io.tiercel.jpa.query.syntax.QueryExpression;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Selection;
import java.util.List;

/// A query that can be run for its results: one query, or several under set operators.
sealed interface SelectTree permits SelectNode, SetNode {

  static SelectTree of(CriteriaSelect<?> query) {
    if (query instanceof SelectTree tree) {
      return tree;
    }
    throw new IllegalArgumentException("not a query of this CriteriaBuilder: " + query);
  }

  QueryExpression lower(Lowering lowering);

  /// What a row becomes: a Tuple, an array, or what is selected.
  Class<?> shape();

  /// The selected items.
  List<Selection<?>> elements();
}
