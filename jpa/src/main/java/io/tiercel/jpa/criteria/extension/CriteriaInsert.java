package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.CommonAbstractCriteria;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.Path;
import jakarta.persistence.criteria.Root;
import org.jspecify.annotations.Nullable;

/// A bulk insert, of [#values] or of what a query selects. What it does not name gets what
/// `persist` would give it: a generated id, the first version, the mark of the class. As with other
/// bulk statements, managed instances, callbacks and validation know nothing of it. Confined to one
/// thread.
public interface CriteriaInsert<T> extends CommonAbstractCriteria {

  /// What is inserted into: its paths are the attributes of [#into], and in [ConflictUpdate] those
  /// of the row that is there.
  Root<T> getRoot();

  /// The attributes that get values, in the order of the values. A second call replaces the first.
  ///
  /// @return this
  CriteriaInsert<T> into(Path<?> first, Path<?>... more);

  /// As above.
  ///
  /// @throws IllegalArgumentException when the entity has no such attribute
  CriteriaInsert<T> into(String first, String... more);

  /// One more row.
  ///
  /// @param row values or expressions, one for each attribute; null inserts null
  /// @return this
  CriteriaInsert<T> values(@Nullable Object... row);

  /// The rows of a query, with one item for each attribute.
  ///
  /// @return this
  CriteriaInsert<T> select(CriteriaSelect<?> query);

  /// Leaves out rows that are there already.
  ///
  /// @param attributes whose values are then equal, those of a unique constraint; none for any
  /// @return this
  CriteriaInsert<T> onConflictDoNothing(Path<?>... attributes);

  /// Updates rows that are there already.
  ///
  /// @param first whose values are then equal, with the others those of a unique constraint
  ConflictUpdate<T> onConflictUpdate(Path<?> first, Path<?>... more);
}
