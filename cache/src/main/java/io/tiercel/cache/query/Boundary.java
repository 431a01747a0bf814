package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Predicate;
import org.jspecify.annotations.Nullable;

/// What a row must satisfy to come before the end of a result that LIMIT has cut.
public final class Boundary {
  private Boundary() {}

  /// Of a result that has as many rows as LIMIT lets through, without OFFSET. A row that comes in
  /// at the very place of the last one may push it out, so it counts.
  ///
  /// @param column the first that the result is ordered by
  /// @param last its value in the last row
  /// @param nullsFirst whether NULL comes before all else: in PostgreSQL the default of DESC
  public static Predicate of(
      Column column, @Nullable Object last, boolean descending, boolean nullsFirst) {
    if (last == null) {
      return nullsFirst ? column.isNull() : Predicate.Constant.TRUE;
    }
    Predicate before = descending ? column.above(last, true) : column.below(last, true);
    return nullsFirst ? before.or(column.isNull()) : before;
  }
}
