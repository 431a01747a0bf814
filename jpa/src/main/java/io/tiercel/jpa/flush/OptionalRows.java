package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.ChangePlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.EntityTable.Presence;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.write.DeleteWrite;
import io.tiercel.jpa.write.InsertWrite;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdateWrite;
import io.tiercel.jpa.write.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The changed rows of one type in a table where an entity may have none: some are updated, some
/// are new, those of join tables may go.
final class OptionalRows {
  private final ChangePlan.Optional plan;
  private final UpdateWrite updates;
  private final InsertWrite inserts;
  private final DeleteWrite deletes;
  private final List<Object> keys = new ArrayList<>();

  OptionalRows(ChangePlan.Optional plan) {
    this.plan = plan;
    this.updates = new UpdateWrite(plan.update());
    this.inserts = new InsertWrite(plan.insert());
    this.deletes = delete(plan.table());
  }

  /// Deletes rows by the entities' ids, whether they are there or not.
  static DeleteWrite delete(EntityTable table) {
    return new DeleteWrite(table.table(), new TableKey(table.key()), null, false);
  }

  /// @param values the entity's new ones by slot
  void add(EntityEntry entry, @Nullable Object[] values) {
    EntityTable table = plan.table();
    Row before = entry.requiredRow();
    keys.add(entry.id);
    if (!table.hasValue(before::get)) {
      inserts.add(values);
    } else if (table.presence() == Presence.WHILE_SET && !table.hasValue(slot -> values[slot])) {
      deletes.add(Flusher.keyed(entry, null));
    } else {
      updates.add(Flusher.keyed(entry, null, plan.update().select(values)));
    }
  }

  /// How many there are to be.
  int statements() {
    return (int)
        Stream.of(updates.isEmpty(), inserts.isEmpty(), deletes.isEmpty())
            .filter(isEmpty -> !isEmpty)
            .count();
  }

  /// The ids of all the entities.
  List<Object> keys() {
    return keys;
  }

  void addDelete(WriteBatch writes) {
    if (!deletes.isEmpty()) {
      writes.add(deletes);
    }
  }

  void addUpdate(WriteBatch writes) {
    if (!updates.isEmpty()) {
      writes.add(updates);
    }
  }

  void addInsert(WriteBatch writes) {
    if (!inserts.isEmpty()) {
      writes.add(inserts);
    }
  }
}
