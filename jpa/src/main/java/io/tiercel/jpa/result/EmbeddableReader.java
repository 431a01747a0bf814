package io.tiercel.jpa.result;

import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.load.EntityReader;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Makes embeddables of result rows: copies, which no entity has (specification 4.8). What their
/// associations refer to is managed, read lazily or at once as the mapping says. Collections are
/// copies of those of the managed owner, read for all owners of the result at once. One reader
/// serves one item of one result.
final class EmbeddableReader {
  private final EmbeddableAccess access;
  private final List<EmbeddedMember<ToOneAttribute>> toOnes;
  private final Column[] columns;
  private final int firstColumn;
  private final int width;
  private final Loader loader;
  private final PendingLoads pending;
  private final List<Unset> unset = new ArrayList<>(0);

  /// Reads the entities that have the embeddables; null where the columns tell all.
  private final @Nullable EntityReader owners;

  private final List<EmbeddedMember<PluralAttribute>> plurals;
  private final List<Owned> owned = new ArrayList<>(0);

  /// A copy that gets from its owner what its columns do not tell.
  private record Owned(Object embeddable, EntityEntry owner) {}

  /// An association whose target has no lazy instance: set once the target is here.
  private record Unset(Object embeddable, EmbeddedMember<ToOneAttribute> toOne, Object key) {}

  /// @param owners reads the entities that have the embeddables; null where the columns tell all
  /// @param pending takes what the associations call for; whoever completes it calls [#complete]
  EmbeddableReader(
      Selection.Embedded selection,
      @Nullable EntityReader owners,
      Loader loader,
      PendingLoads pending) {
    this.owners = owners;
    this.plurals = owners == null ? List.of() : EmbeddedMember.plurals(selection.attribute());
    this.access = loader.descriptors().access(selection.attribute());
    this.toOnes = EmbeddedMember.toOnes(selection.attribute());
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

  /// Null when all its columns are, or there is no entity that has it.
  @Nullable Object read(DataRow row) {
    EntityEntry owner = owners == null ? null : owners.read(row);
    if (owners != null && owner == null) {
      return null;
    }
    @Nullable Object[] values = new Object[width];
    for (int i = 0; i < columns.length; i++) {
      values[columns[i].slot()] = value(row, firstColumn + i, columns[i]);
    }
    Object embeddable = access.build(values);
    if (embeddable == null) {
      return null;
    }
    if (owner != null) {
      owned.add(new Owned(embeddable, owner));
      return embeddable;
    }
    for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
      Object key = ForeignKeys.read(toOne.attribute().joinColumns(), values);
      if (key != null) {
        refer(embeddable, toOne, key);
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

  private void refer(Object embeddable, EmbeddedMember<ToOneAttribute> toOne, Object key) {
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
    owned.forEach(this::take);
    owned.clear();
  }

  private void take(Owned one) {
    EntityEntry owner = one.owner;
    for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
      toOne.set(one.embeddable, owner.type.get(owner.instance, toOne.attribute()));
    }
    for (EmbeddedMember<PluralAttribute> plural : plurals) {
      Object copy = Contents.empty(plural.attribute().kind());
      Object held = owner.type.get(owner.instance, plural.attribute());
      if (held instanceof Map<?, ?> map) {
        Contents.replace(copy, map.entrySet());
      } else if (held != null) {
        Contents.replace(copy, (Collection<?>) held);
      }
      plural.set(one.embeddable, copy);
    }
  }
}
