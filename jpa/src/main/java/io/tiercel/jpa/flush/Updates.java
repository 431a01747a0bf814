package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.ChangePlan;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.TypeOrder;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.write.RowLocks;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdatePlan;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The changed rows of a flush. Rows of one type with the same changed columns share a statement.
final class Updates {
  private final Map<EntityDescriptor, Map<BitSet, ChangedRows>> byType = new LinkedHashMap<>();

  /// A statement for each table that has some of the changed columns and a row for each entity, and
  /// those for other tables.
  private record ChangedRows(
      ChangePlan plan, List<UpdateWrite> writes, List<OptionalRows> optional) {
    static ChangedRows of(ChangePlan plan) {
      return new ChangedRows(
          plan,
          plan.updates().stream().map(UpdateWrite::new).toList(),
          plan.optional().stream().map(OptionalRows::new).toList());
    }

    void add(EntityEntry entry, @Nullable Object oldVersion, @Nullable Object[] values) {
      for (int i = 0; i < writes.size(); i++) {
        UpdatePlan update = plan.updates().get(i);
        Object version = update.isVersioned() ? oldVersion : null;
        writes.get(i).add(Flusher.keyed(entry, version, update.select(values)));
      }
      for (OptionalRows rows : optional) {
        rows.add(entry, values);
      }
    }

    /// How many statements reach its rows in one table.
    int statements() {
      int most = writes.isEmpty() ? 0 : 1;
      for (OptionalRows rows : optional) {
        most = Math.max(most, rows.statements());
      }
      return most;
    }

    void addTo(RowLocks locks) {
      if (writes.isEmpty()) {
        optional.forEach(rows -> rows.keys().forEach(locks::add));
      } else {
        locks.addAll(writes.getFirst());
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
            .computeIfAbsent(slots, any -> ChangedRows.of(type.changePlan(slots)));
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
      int statements = deleted.isEmpty() ? 0 : type.mapping.tables().size();
      for (ChangedRows rows : ofType.values()) {
        statements += rows.statements();
      }
      if (statements > 0) {
        EntityTable table = type.mapping.tables().getFirst();
        Locked locked = byTable.computeIfAbsent(table.table(), any -> new Locked(table));
        locked.statements += statements;
        ofType.values().forEach(update -> update.addTo(locked.rows));
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
  /// rows and one that deletes them do not wait for each other. Those in which an entity may have
  /// no row come last: the row that each entity has is locked before.
  void addTo(WriteBatch writes, TypeOrder order) {
    List<OptionalRows> optional = new ArrayList<>();
    for (EntityDescriptor type : order.referencedLast()) {
      for (ChangedRows update : byType.getOrDefault(type, Map.of()).values()) {
        update.writes.forEach(writes::add);
        optional.addAll(update.optional);
      }
    }
    // What one entity lets go of another may take, and it may be unique.
    optional.forEach(rows -> rows.addDelete(writes));
    optional.forEach(rows -> rows.addUpdate(writes));
    optional.forEach(rows -> rows.addInsert(writes));
  }
}
