package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import org.jspecify.annotations.Nullable;

/// What an insert does with a row that is there already (PostgreSQL manual, INSERT, ON CONFLICT
/// clause). [CriteriaInsert#getRoot] is that row. A version goes up only if it is set. Confined to
/// one thread.
public interface ConflictUpdate<T> {

  /// The row that was to be inserted.
  Root<T> getExcluded();

  /// Sets an attribute of the row that is there.
  ///
  /// @return this
  <Y> ConflictUpdate<T> set(Path<Y> attribute, Expression<? extends Y> value);

  /// As above.
  <Y, V extends Y> ConflictUpdate<T> set(Path<Y> attribute, @Nullable V value);

  /// Updates only where all conditions hold; other rows stay as they are.
  ///
  /// @return this
  ConflictUpdate<T> where(Predicate... conditions);
}
