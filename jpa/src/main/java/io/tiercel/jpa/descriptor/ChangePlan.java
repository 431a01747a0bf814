package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.write.InsertPlan;
import io.tiercel.jpa.write.TableKey;
import io.tiercel.jpa.write.UpdatePlan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/// How the rows of one type in which the same columns changed are written. Worked out once; safe
/// for any number of threads.
///
/// @param updates of the tables that have some of the columns and a row for each entity
/// @param optional what may happen in the other tables that have some of them
public record ChangePlan(List<UpdatePlan> updates, List<Optional> optional) {

  public ChangePlan {
    updates = List.copyOf(updates);
    optional = List.copyOf(optional);
  }

  /// A table in which an entity may have no row.
  ///
  /// @param update of a row that is there
  /// @param insert of a row that is not there yet, as far as what was read tells: in a secondary
  ///     table there may be one without values
  public record Optional(EntityTable table, UpdatePlan update, InsertPlan insert) {}

  static ChangePlan of(EntityDescriptor type, BitSet slots) {
    List<UpdatePlan> updates = new ArrayList<>();
    for (EntityTable table : type.requiredTables) {
      List<Column> changed = type.updatableIn(table, slots);
      if (!changed.isEmpty()) {
        updates.add(
            new UpdatePlan(
                table.table(), new TableKey(table.key()), type.versionIn(table), changed));
      }
    }
    List<Optional> optional = new ArrayList<>();
    for (EntityTable table : type.optionalTables) {
      List<Column> changed = type.updatableIn(table, slots);
      if (!changed.isEmpty()) {
        optional.add(optional(table, changed));
      }
    }
    return new ChangePlan(updates, optional);
  }

  private static Optional optional(EntityTable table, List<Column> changed) {
    TableKey key = new TableKey(table.key());
    InsertPlan insert =
        switch (table.presence()) {
          case ONCE_WRITTEN -> InsertPlan.orUpdate(table.table(), key, changed);
          case WHILE_SET, ALWAYS -> {
            List<Column> all = new ArrayList<>(table.key());
            all.addAll(table.columns());
            yield new InsertPlan(table.table(), all, false);
          }
        };
    return new Optional(table, new UpdatePlan(table.table(), key, null, changed), insert);
  }
}
