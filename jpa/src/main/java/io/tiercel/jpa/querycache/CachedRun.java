package io.tiercel.jpa.querycache;

import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.wire.row.DataRow;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// One run of a query that may be answered from memory: first [#hit], which may read what little
/// is missing; if there is none, the statement is sent with [#begin] before it, [#accept] for
/// each row and [#complete] behind it. Confined to one thread.
public abstract sealed class CachedRun permits ResultRun, UniqueRun, WholeRun {

  /// One run of a query.
  ///
  /// @param values of `$1`, `$2`, … with those of limit and offset behind them
  /// @param first null for the first row
  /// @param max null for all rows
  /// @param graph what is to be read with entities
  /// @param isPlain whether an element of the result is the item that is selected
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Request(
      QueryPlan plan,
      @Nullable Object[] values,
      @Nullable Integer first,
      @Nullable Integer max,
      RootPlan graph,
      boolean isPlain) {

    boolean skipsRows() {
      return first != null && first > 0;
    }
  }

  /// Null when it is the database's business.
  ///
  /// @param isAsked whether its result is to be stored
  public static @Nullable CachedRun of(
      QueryResults results, SharedQueries shared, Request request, boolean isAsked) {
    PlannedResults planned = results.of(request.plan());
    UniqueLookup unique = planned.unique();
    if (unique != null
        && request.isPlain()
        && !request.skipsRows()
        && (request.max() == null || request.max() > 0)) {
      return new UniqueRun(shared, request, unique);
    }
    CachedRun stored = stored(results, shared, request, planned, isAsked);
    WholeQuery whole = planned.whole();
    return whole != null && request.isPlain()
        ? new WholeRun(results, shared, request, planned, whole, stored)
        : stored;
  }

  private static @Nullable CachedRun stored(
      QueryResults results,
      SharedQueries shared,
      Request request,
      PlannedResults planned,
      boolean isAsked) {
    if (!isAsked) {
      return null;
    }
    String refusal = planned.watched().refusal();
    if (refusal != null) {
      results.tell(request.plan().sql(), refusal);
      return null;
    }
    return new ResultRun(results, shared, request, planned);
  }

  /// The elements of the result; null when the database has to be asked.
  ///
  /// @param elements makes the reader of stored rows
  public abstract @Nullable List<@Nullable Object> hit(Supplier<RowElements> elements);

  /// Whether [#hit] may read rows from the database to answer: under the query's limits on time.
  public boolean mayAsk() {
    return false;
  }

  /// Gets ready to store the result of a statement that is about to be sent.
  ///
  /// @return the statement
  public abstract String begin();

  /// A row of the statement has come.
  public abstract void accept(DataRow row);

  /// All rows have come, and what they call for is there.
  public abstract void complete();
}
