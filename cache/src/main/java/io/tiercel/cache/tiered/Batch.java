package io.tiercel.cache.tiered;

import io.tiercel.cache.tier.Stored;
import io.tiercel.cache.tier.TierStore;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Records that are looked up in the database together, by their layouts. For one thread.
final class Batch {
  private final Map<Long, List<Stored>> byLayout = new HashMap<>();

  void addIf(boolean condition, Stored record) {
    if (condition) {
      byLayout.computeIfAbsent(record.layout(), any -> new ArrayList<>()).add(record);
    }
  }

  /// As [Versions#verify]. What has a layout of before is forgotten.
  void verify(Connection connection, TierStore store, Map<Long, Versions<?, ?>> versions) {
    byLayout.forEach(
        (layout, records) -> {
          Versions<?, ?> known = versions.get(layout);
          if (known == null) {
            records.forEach(store::forget);
          } else {
            known.verify(connection, store, records);
          }
        });
  }

  /// As [Versions#stamp], for those that have versions.
  boolean stamp(
      Connection connection, TierStore store, Map<Long, Versions<?, ?>> versions, long timeoutNanos)
      throws InterruptedException {
    for (Map.Entry<Long, List<Stored>> each : byLayout.entrySet()) {
      Versions<?, ?> known = versions.get(each.getKey());
      if (known != null && !known.stamp(connection, store, each.getValue(), timeoutNanos)) {
        return false;
      }
    }
    return true;
  }
}
