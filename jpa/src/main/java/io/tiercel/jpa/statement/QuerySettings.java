package io.tiercel.jpa.statement;

import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What a query is set to, apart from its arguments; a named query keeps it (Jakarta Persistence
/// 3.2, section 7.4). Immutable.
public final class QuerySettings {
  static final QuerySettings NONE =
      new QuerySettings(null, null, null, null, LockModeType.NONE, Map.of());

  private final @Nullable Integer first;
  private final @Nullable Integer max;
  private final @Nullable Integer timeout;
  private final @Nullable FlushModeType flushMode;
  private final LockModeType lockMode;
  private final Map<String, Object> hints;

  /// See [#understood].
  private volatile @Nullable Object understood;

  /// @param first null for the first row
  /// @param max null for all rows
  /// @param timeout in milliseconds, null for what the EntityManager says
  /// @param flushMode null for that of the EntityManager
  public QuerySettings(
      @Nullable Integer first,
      @Nullable Integer max,
      @Nullable Integer timeout,
      @Nullable FlushModeType flushMode,
      LockModeType lockMode,
      Map<String, Object> hints) {
    this.first = first;
    this.max = max;
    this.timeout = timeout;
    this.flushMode = flushMode;
    this.lockMode = lockMode;
    this.hints = Map.copyOf(hints);
  }

  /// Those of an annotation.
  static QuerySettings of(LockModeType lockMode, QueryHint[] hints) {
    Map<String, Object> named = new HashMap<>();
    for (QueryHint hint : hints) {
      named.put(hint.name(), hint.value());
    }
    return new QuerySettings(null, null, null, null, lockMode, named);
  }

  /// The row that results begin at; null for the first.
  public @Nullable Integer first() {
    return first;
  }

  /// How many rows there are at most; null for all.
  public @Nullable Integer max() {
    return max;
  }

  /// In milliseconds; null for what the EntityManager says.
  public @Nullable Integer timeout() {
    return timeout;
  }

  /// Null for that of the EntityManager.
  public @Nullable FlushModeType flushMode() {
    return flushMode;
  }

  public LockModeType lockMode() {
    return lockMode;
  }

  /// As they were given.
  public Map<String, Object> hints() {
    return hints;
  }

  /// What whoever runs the query has made of all this, which is the same each time. The first calls
  /// may make it several times. Safe for any number of threads.
  public <T> T understood(Class<T> type, Supplier<T> maker) {
    Object known = understood;
    if (known == null) {
      known = maker.get();
      understood = known;
    }
    return type.cast(known);
  }
}
