package io.tiercel.jpa.statement;

import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.QueryHint;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a query is set to, apart from its arguments; a named query keeps it (Jakarta Persistence
/// 3.2, section 7.4). Immutable.
///
/// @param first null for the first row
/// @param max null for all rows
/// @param timeout in milliseconds, null for what the EntityManager says
/// @param flushMode null for that of the EntityManager
public record QuerySettings(
    @Nullable Integer first,
    @Nullable Integer max,
    @Nullable Integer timeout,
    @Nullable FlushModeType flushMode,
    LockModeType lockMode,
    Map<String, Object> hints) {

  static final QuerySettings NONE =
      new QuerySettings(null, null, null, null, LockModeType.NONE, Map.of());

  public QuerySettings {
    hints = Map.copyOf(hints);
  }

  /// Those of an annotation.
  static QuerySettings of(LockModeType lockMode, QueryHint[] hints) {
    Map<String, Object> named = new HashMap<>();
    for (QueryHint hint : hints) {
      named.put(hint.name(), hint.value());
    }
    return new QuerySettings(null, null, null, null, lockMode, named);
  }
}
