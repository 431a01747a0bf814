package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Cover;
import io.tiercel.cache.predicate.Predicate;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What a result owes to one table; a result of several tables, or of one table by several names,
/// has one for each. Immutable.
///
/// A change of a row alters the result of a query of inner joins without aggregates and without
/// OFFSET only if the row was in the result, or may come in: its new state satisfies all that the
/// query asks of this table alone.
///
/// @param predicate what the query asks of a row of the table; what was not understood is
///     [Predicate.Constant#UNKNOWN]
/// @param keys of the table's rows in the result
/// @param extent which changes count
public record Dependency(
    WatchedTable table, Predicate predicate, Extent extent, Collection<?> keys) {

  /// Which changes of a table alter a result.
  public enum Extent {
    /// Those of rows that were or come in.
    ROWS,

    /// Of these, those after which a row does not satisfy the predicate any more, or did not
    /// before: the result is of keys only, of this table only, in no order.
    MEMBERS,

    /// Every change of the table: aggregates, OFFSET, outer joins, subqueries.
    TABLE
  }

  public Dependency {
    Objects.requireNonNull(table);
    Objects.requireNonNull(predicate);
    Objects.requireNonNull(extent);
    keys = Set.copyOf(keys);
  }

  /// Of the rows that satisfy a predicate; which these are is not known yet.
  public static Dependency onRows(WatchedTable table, Predicate predicate) {
    return new Dependency(table, predicate, Extent.ROWS, List.of());
  }

  /// Of the keys of the rows that satisfy a predicate, in no order.
  public static Dependency onMembers(WatchedTable table, Predicate predicate) {
    return new Dependency(table, predicate, Extent.MEMBERS, List.of());
  }

  /// Of everything in a table.
  public static Dependency onTable(WatchedTable table) {
    return new Dependency(table, Predicate.Constant.TRUE, Extent.TABLE, List.of());
  }

  /// With the keys of the rows that are in the result.
  public Dependency with(Collection<?> found) {
    return new Dependency(table, predicate, extent, found);
  }

  /// Of those rows only that satisfy this as well: what is behind the last row of a result that
  /// LIMIT has cut does not come in.
  public Dependency narrowed(Predicate more) {
    return new Dependency(table, predicate.and(more), extent, keys);
  }

  /// Where the rows that may come in are looked for.
  List<Cover> covers() {
    return extent == Extent.TABLE ? List.of() : Cover.of(predicate);
  }
}
