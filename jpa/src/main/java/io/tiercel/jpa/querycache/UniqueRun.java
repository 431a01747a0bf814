package io.tiercel.jpa.querycache;

import io.tiercel.cache.coherence.Fill;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.wire.row.DataRow;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// A query for the entity with some unique values that has to ask the database: its index is told
/// the answer.
final class UniqueRun extends CachedRun {
  private final SharedQueries shared;
  private final Request request;
  private final UniqueLookup unique;
  private final @Nullable Object[] values;

  /// Null where nothing is stored.
  private QueryResults.@Nullable Index index;

  private @Nullable Fill fill;
  private @Nullable Object key;
  private int rows;

  UniqueRun(SharedQueries shared, Request request, UniqueLookup unique) {
    this.shared = shared;
    this.request = request;
    this.unique = unique;
    this.values = unique.values(request.values());
  }

  /// None: the [look-up][UniqueLookup] comes before the statement is made.
  @Override
  public @Nullable List<@Nullable Object> hit(Supplier<RowElements> elements) {
    return null;
  }

  @Override
  public String begin() {
    if (!unique.columns().isId() && shared.mayStore()) {
      index = unique.index(values);
      if (index != null) {
        index.index().prepare(Arrays.asList(values));
        fill = shared.beginFill();
      }
    }
    return request.plan().sql(request.max() != null, request.first() != null);
  }

  @Override
  public void accept(DataRow row) {
    rows++;
    if (fill != null && rows == 1) {
      int column = unique.source().planned().keyColumn();
      key = SharedQueries.key(row, column, unique.columns().entity());
    }
  }

  @Override
  public void complete() {
    // What was cut tells nothing of further rows: the database may know of no constraint.
    boolean isWhole = request.max() == null || rows < request.max();
    if (index == null || fill == null || rows > 1 || !isWhole || !shared.mayStore()) {
      return;
    }
    Object found = key == null ? null : unique.source().shared().region().rowKey(key);
    List<@Nullable Object> of = Arrays.asList(values);
    if (!index.index().offer(of, found, fill, 0) && !index.index().holds(of, found)) {
      shared.readAhead();
    }
  }
}
