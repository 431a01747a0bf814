package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;

/// Entities of which some stand above others. Rows are walked before the where clause takes any
/// away, and a circle in the data is walked once. Confined to one thread.
public interface Hierarchy<X> {

  /// The entities, of which the query may select, and which its other clauses name.
  Root<X> getRoot();

  /// The entity above, for [#connectBy] only.
  Path<X> getPrior();

  /// How deep an entity stands, from 1.
  Expression<Integer> getLevel();

  /// The level above, for [#connectBy] only.
  Expression<Integer> getPriorLevel();

  /// Which entities it begins with; all of them by default.
  ///
  /// @return this
  Hierarchy<X> startWith(Expression<Boolean> condition);

  /// What makes an entity stand below another: a condition on [#getRoot] and [#getPrior].
  ///
  /// @return this
  Hierarchy<X> connectBy(Expression<Boolean> condition);
}
