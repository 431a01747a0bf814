package io.tiercel.jpa.result;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.EmbeddedToOne;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes embeddables of result rows: copies, which no entity has (specification 4.8). What their
/// associations refer to is managed, read lazily or at once as the mapping says. One reader serves
/// one item of one result.
final class EmbeddableReader {
  private final EmbeddableAccess access;
  private final List<EmbeddedToOne> toOnes;
  private final Column[] columns;
  private final int firstColumn;
  private final int width;
  private final Loader loader;
  private final PendingLoads pending;
  private final List<Unset> unset = new ArrayList<>(0);

  /// An association whose target has no lazy instance: set once the target is here.
  private record Unset(Object embeddable, EmbeddedToOne toOne, Object key) {}

  /// @param pending takes what the associations call for; whoever completes it calls [#complete]
  EmbeddableReader(Selection.Embedded selection, Loader loader, PendingLoads pending) {
    this.access = loader.descriptors().access(selection.attribute());
    this.toOnes = EmbeddedToOne.of(selection.attribute());
    this.columns = selection.columns().toArray(Column[]::new);
    this.firstColumn = selection.firstColumn();
    this.loader = loader;
    this.pending = pending;
    int slots = 0;
    for (Column column : columns) {
      slots = Math.max(slots, column.slot() + 1);
    }
    this.width = slots;
  }

  /// Null when all its columns are.
  @Nullable Object read(DataRow row) {
    @Nullable Object[] values = new Object[width];
    for (int i = 0; i < columns.length; i++) {
      values[columns[i].slot()] = value(row, firstColumn + i, columns[i]);
    }
    Object embeddable = access.build(values);
    if (embeddable != null) {
      for (EmbeddedToOne toOne : toOnes) {
        Object key = ForeignKeys.read(toOne.attribute().joinColumns(), values);
        if (key != null) {
          refer(embeddable, toOne, key);
        }
      }
    }
    return embeddable;
  }

  private static @Nullable Object value(DataRow row, int place, Column column) {
    Object value = row.get(place, column.columnType());
    return value != null && column.foreignKey() != null && Keys.isPadded(row, place)
        ? Keys.unpadded(value)
        : value;
  }

  private void refer(Object embeddable, EmbeddedToOne toOne, Object key) {
    Object target = loader.refer(toOne.attribute(), key, pending);
    if (target == null) {
      unset.add(new Unset(embeddable, toOne, key));
    } else {
      toOne.set(embeddable, target);
    }
  }

  /// Sets what was called for and is here now.
  void complete() {
    for (Unset one : unset) {
      one.toOne.set(one.embeddable, loader.referred(one.toOne.attribute(), one.key));
    }
    unset.clear();
  }
}
