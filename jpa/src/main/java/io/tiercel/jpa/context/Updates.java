package io.tiercel.jpa.context;

import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.write.RowLocks;
import io.tiercel.jpa.write.TableKey;
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

  /// A statement for each table that has some of the changed columns.
  private record ChangedRows(List<UpdatePlan> plans, List<UpdateWrite> writes) {

    static ChangedRows of(List<UpdatePlan> plans) {
      return new ChangedRows(plans, plans.stream().map(UpdateWrite::new).toList());
    }

    void add(EntityEntry entry, @Nullable Object oldVersion, @Nullable Object[] values) {
      for (int i = 0; i < plans.size(); i++) {
        UpdatePlan plan = plans.get(i);
        Object version = plan.isVersioned() ? oldVersion : null;
        writes.get(i).add(Flusher.keyed(entry, version, plan.select(values)));
      }
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
            .computeIfAbsent(slots, any -> ChangedRows.of(type.updatePlans(slots)));
    rows.add(entry, oldVersion, values);
  }

  /// The types with changed rows.
  Set<EntityDescriptor> types() {
    return byType.keySet();
  }

  /// One statement locks its rows by key; several of one table, each with rows of its own, would
  /// not. Then all their rows are locked before the first of them. So are rows that are deleted
  /// from several tables, the one that others refer to last: an update goes the other way. What
  /// is locked is the row in the table of the hierarchy's root.
  ///
  /// @param removed the rows that are deleted, which count as one more statement
  void addLocks(
      WriteBatch writes, TypeOrder order, Map<EntityDescriptor, List<EntityEntry>> removed) {
    Map<Table, Locked> byTable = new LinkedHashMap<>();
    for (EntityDescriptor type : order.referencedLast()) {
      List<EntityEntry> deleted = removed.getOrDefault(type, List.of());
      Map<BitSet, ChangedRows> ofType = byType.getOrDefault(type, Map.of());
      int statements = ofType.size() + (deleted.isEmpty() ? 0 : type.mapping.tables().size());
      if (statements > 0) {
        EntityTable table = type.mapping.tables().getFirst();
        Locked locked = byTable.computeIfAbsent(table.table(), any -> new Locked(table));
        locked.statements += statements;
        ofType.values().forEach(update -> locked.rows.addAll(update.writes.getFirst()));
        deleted.forEach(entry -> locked.rows.add(entry.id));
      }
    }
    byTable.values().stream()
        .filter(locked -> locked.statements > 1)
        .forEach(locked -> writes.add(locked.rows));
  }

  /// The rows of a table that statements reach, and how many statements.
  private static final class Locked {
    final RowLocks rows;
    int statements;

    Locked(EntityTable table) {
      this.rows = new RowLocks(table.table(), new TableKey(table.key()));
    }
  }

  /// Tables come in the order in which rows are deleted from them: so a flush that changes some
  /// rows and one that deletes them do not wait for each other.
  void addTo(WriteBatch writes, TypeOrder order) {
    for (EntityDescriptor type : order.referencedLast()) {
      for (ChangedRows update : byType.getOrDefault(type, Map.of()).values()) {
        update.writes.forEach(writes::add);
      }
    }
  }
}
