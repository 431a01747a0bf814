package io.tiercel.jpa.criteria.extension;

import jakarta.persistence.criteria.Expression;
import jakarta.persistence.criteria.Order;

/// The rows that a function looks at, `over (partition by … order by … frame)` in SQL (PostgreSQL
/// manual, section 4.2.8). Its methods return another window and leave this one as it is.
public interface Window {

  /// A window whose rows are equal in all of these.
  Window partitionBy(Expression<?>... expressions);

  /// A window whose rows are in this order.
  Window orderBy(Order... terms);

  /// A window from one row to another, counted in rows.
  ///
  /// @throws IllegalArgumentException when it would end before it begins
  Window rows(Bound start, Bound end);

  /// A window from one row to another, counted in groups of rows that are equal in the order.
  ///
  /// @throws IllegalArgumentException when it would end before it begins
  Window groups(Bound start, Bound end);

  /// A window from one row to another, by the distance of what is ordered by.
  ///
  /// @throws IllegalArgumentException when it would end before it begins
  Window range(Bound start, Bound end);

  /// Where a window begins or ends.
  ///
  /// @param place before or after which row
  /// @param count how many rows, groups or units from it; 0 where the place says it
  record Bound(Place place, int count) {
    /// IllegalArgumentException for a count below zero, and for one where it means nothing.
    public Bound {
      boolean counts = place == Place.PRECEDING || place == Place.FOLLOWING;
      if (count < 0 || (!counts && count != 0)) {
        throw new IllegalArgumentException("expected a count of 0 or more, got " + count);
      }
    }

    /// The first row of the partition.
    public static Bound unboundedPreceding() {
      return new Bound(Place.UNBOUNDED_PRECEDING, 0);
    }

    /// So many before the current row.
    public static Bound preceding(int count) {
      return new Bound(Place.PRECEDING, count);
    }

    /// The current row.
    public static Bound currentRow() {
      return new Bound(Place.CURRENT_ROW, 0);
    }

    /// So many after the current row.
    public static Bound following(int count) {
      return new Bound(Place.FOLLOWING, count);
    }

    /// The last row of the partition.
    public static Bound unboundedFollowing() {
      return new Bound(Place.UNBOUNDED_FOLLOWING, 0);
    }

    /// In the order in which windows go.
    public enum Place {
      UNBOUNDED_PRECEDING,
      PRECEDING,
      CURRENT_ROW,
      FOLLOWING,
      UNBOUNDED_FOLLOWING
    }
  }
}
