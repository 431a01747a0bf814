package io.tiercel.jpa.context;

import io.tiercel.jpa.write.RowLocks;
import io.tiercel.jpa.write.UpdatePlan;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The changed rows of a flush. Rows of one type with the same changed columns share a statement.
final class Updates {
  private final Map<EntityDescriptor, Map<BitSet, ChangedRows>> byType = new LinkedHashMap<>();

  private record ChangedRows(UpdatePlan plan, UpdateWrite write) {

    static ChangedRows of(UpdatePlan plan) {
      return new ChangedRows(plan, new UpdateWrite(plan));
    }
  }

  /// Adds a row in which these columns changed.
  ///
  /// @param values the row's new values by slot
  void add(
      EntityDescriptor type,
      BitSet slots,
      EntityEntry entry,
      @Nullable Object oldVersion,
      @Nullable Object[] values) {
    ChangedRows rows =
        byType
            .computeIfAbsent(type, any -> new LinkedHashMap<>())
            .computeIfAbsent(slots, any -> ChangedRows.of(type.updatePlan(slots)));
    rows.write.add(Flusher.keyed(entry, oldVersion, rows.plan.select(values)));
  }

  /// The types with changed rows.
  Set<EntityDescriptor> types() {
    return byType.keySet();
  }

  /// One statement locks its rows by key; several of one table, each with rows of its own, would
  /// not. Then all their rows are locked before the first of them.
  ///
  /// @param removed the rows that are deleted, which count as one more statement
  void addLocks(
      WriteBatch writes, TypeOrder order, Map<EntityDescriptor, List<EntityEntry>> removed) {
    for (EntityDescriptor type : order.referencedLast()) {
      List<EntityEntry> deleted = removed.getOrDefault(type, List.of());
      Map<BitSet, ChangedRows> ofType = byType.getOrDefault(type, Map.of());
      if (ofType.size() + (deleted.isEmpty() ? 0 : 1) > 1) {
        RowLocks locks = new RowLocks(type.mapping.table(), type.key);
        ofType.values().forEach(update -> locks.addAll(update.write));
        deleted.forEach(entry -> locks.add(entry.id));
        writes.add(locks);
      }
    }
  }

  /// Tables come in the order in which rows are deleted from them: so a flush that changes some
  /// rows and one that deletes them do not wait for each other.
  void addTo(WriteBatch writes, TypeOrder order) {
    for (EntityDescriptor type : order.referencedLast()) {
      for (ChangedRows update : byType.getOrDefault(type, Map.of()).values()) {
        writes.add(update.write);
      }
    }
  }
}
