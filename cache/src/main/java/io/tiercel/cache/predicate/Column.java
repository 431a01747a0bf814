package io.tiercel.cache.predicate;

import java.util.Collection;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A column of a table, and the conditions on it. Immutable.
///
/// Values may be of any class; where the domain cannot compare one, the condition is
/// [unknown][Predicate.Constant#UNKNOWN], and a comparison with null is never true, as in SQL.
///
/// @param ordinal its place among the columns that the table's owner has described, from 0
public record Column(int ordinal, String name, Domain domain) {

  /// `column = value`.
  public Predicate equal(@Nullable Object value) {
    Object canonical = domain.canonical(value);
    if (canonical instanceof Special special) {
      return special == Special.NULL ? Predicate.Constant.NULL : Predicate.Constant.UNKNOWN;
    }
    return new Predicate.In(this, Set.of(canonical), false);
  }

  /// `column in (value, …)`.
  public Predicate in(Collection<? extends @Nullable Object> values) {
    Set<Object> known = new HashSet<>();
    boolean hasNull = false;
    for (Object value : values) {
      Object canonical = domain.canonical(value);
      if (canonical == Special.UNKNOWN) {
        return Predicate.Constant.UNKNOWN;
      }
      if (canonical == Special.NULL) {
        hasNull = true;
      } else {
        known.add(canonical);
      }
    }
    return new Predicate.In(this, known, hasNull);
  }

  /// `column is null`.
  public Predicate isNull() {
    return new Predicate.IsNull(this);
  }

  /// `column >= value` or, without `inclusive`, `column > value`.
  public Predicate above(@Nullable Object value, boolean inclusive) {
    return comparison(value, inclusive, true);
  }

  /// `column <= value` or, without `inclusive`, `column < value`.
  public Predicate below(@Nullable Object value, boolean inclusive) {
    return comparison(value, inclusive, false);
  }

  private Predicate comparison(@Nullable Object value, boolean inclusive, boolean isAbove) {
    Object bound = domain.canonical(value);
    if (bound == Special.NULL) {
      return Predicate.Constant.NULL;
    }
    if (bound == Special.UNKNOWN || !domain.isOrdered()) {
      return Predicate.Constant.UNKNOWN;
    }
    return isAbove
        ? new Predicate.Range(this, bound, inclusive, null, false)
        : new Predicate.Range(this, null, false, bound, inclusive);
  }

  @Override
  public String toString() {
    return name;
  }
}
