package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Predicate;
import java.util.Collection;
import java.util.List;

/// A row of values, `(a, b)`, to be compared with another: item by item, from left to right, as
/// PostgreSQL compares rows (manual, section 9.25.5). `<` and its kin are what paging by key needs.
///
/// What it is compared with has as many items, each an [Expression] or a value that is not null.
/// Methods throw IllegalArgumentException for another number. Immutable.
public interface RowValue {

  /// The items.
  List<Expression<?>> getItems();

  /// `(a, b) = (…)`.
  Predicate equalTo(Object... other);

  /// `(a, b) <> (…)`.
  Predicate notEqualTo(Object... other);

  /// `(a, b) < (…)`.
  Predicate lessThan(Object... other);

  /// `(a, b) <= (…)`.
  Predicate lessThanOrEqualTo(Object... other);

  /// `(a, b) > (…)`.
  Predicate greaterThan(Object... other);

  /// `(a, b) >= (…)`.
  Predicate greaterThanOrEqualTo(Object... other);

  /// `(a, b) in (…)`. The rows are one parameter, however many they are.
  ///
  /// @param rows of values, without expressions
  Predicate in(Collection<? extends List<?>> rows);
}
