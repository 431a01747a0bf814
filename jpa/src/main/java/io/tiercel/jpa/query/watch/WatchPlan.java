package io.tiercel.jpa.query.watch;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the result of a query depends on. Immutable.
///
/// @param sources one for each name of an entity's tables in the statement
/// @param condition what the where clause asks of them
/// @param order the first that the result is ordered by, null where it is not a column
/// @param sorting all that it is ordered by; null where that is more than columns of one source
/// @param refusal why results cannot be told to be out of date; null where they can
public record WatchPlan(
    List<Source> sources,
    Condition condition,
    @Nullable Order order,
    @Nullable List<Sort> sorting,
    @Nullable String refusal) {
  public WatchPlan {
    sources = List.copyOf(sources);
    sorting = sorting == null ? null : List.copyOf(sorting);
  }

  /// Of a query whose results are never known to be right.
  public static WatchPlan refused(String why) {
    return new WatchPlan(List.of(), Condition.NONE, null, null, why);
  }

  /// An entity in the statement.
  ///
  /// @param keyColumn where the columns of its id begin in a row of the statement with keys;
  ///     negative where a change of any row of its tables counts
  public record Source(EntityMapping entity, String alias, int keyColumn) {

    /// Whether only rows count that are in the result, or may come in.
    public boolean isByRows() {
      return keyColumn >= 0;
    }
  }

  /// The order of a result.
  ///
  /// @param place of the column in a row of the statement with keys
  public record Order(
      String alias, Column column, int place, boolean descending, boolean nullsFirst) {}

  /// An item of the order by clause: a column, and where its nulls stand.
  public record Sort(Operand.OfColumn by, boolean descending, boolean nullsFirst) {}

  /// Whether all its sources are watched by rows.
  public boolean isByRows() {
    return sources.stream().allMatch(Source::isByRows);
  }
}
