package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.context.EntityEntry.State;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Row;
import io.tiercel.wire.row.DataRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Turns result rows into managed instances of one entity type. An instance that is managed already
/// keeps its state unless this reader refreshes.
final class EntityReader {
  private final Loader loader;
  private final EntityDescriptor type;
  private final RowReader rows;
  private final PendingLoads pending;
  private final boolean refreshes;
  private final List<EntityReader> joined;
  private final List<PluralAttribute> fetchedCollections;
  private final EntityDescriptor[] targets;
  private final boolean tellsLoads;

  EntityReader(
      Loader loader,
      EntityDescriptor type,
      RowReader rows,
      PendingLoads pending,
      boolean refreshes,
      List<EntityReader> joined,
      List<PluralAttribute> fetchedCollections) {
    this.loader = loader;
    this.type = type;
    this.rows = rows;
    this.pending = pending;
    this.refreshes = refreshes;
    this.joined = joined;
    this.fetchedCollections = fetchedCollections;
    this.tellsLoads = type.callbacks.has(LifecycleEvent.POST_LOAD);
    this.targets =
        type.owningToOnes.stream()
            .map(attribute -> loader.descriptors().of(attribute.target().type()))
            .toArray(EntityDescriptor[]::new);
  }

  /// Reads a row for its effect on the context alone.
  void accept(DataRow row) {
    EntityEntry unused = read(row);
  }

  /// The entry of the row's entity, null when its id is null.
  @Nullable EntityEntry read(DataRow row) {
    Object id = rows.key(row);
    if (id == null) {
      return null;
    }
    // Targets first: the owner's foreign key then finds them in the context.
    for (int i = 0; i < joined.size(); i++) {
      joined.get(i).read(row);
    }
    EntityEntry entry = loader.identities().of(type, id);
    if (entry == null) {
      entry = new EntityEntry(type, type.access.newInstance(), id, State.MANAGED, pending.batch);
      loader.identities().add(entry);
      pending.batch.add(entry);
      apply(entry, rows.values(row));
    } else if (entry.state == State.UNLOADED) {
      ((LazyInstance) entry.instance).tiercelLoaded();
      entry.state = State.MANAGED;
      entry.batch = pending.batch;
      pending.batch.add(entry);
      apply(entry, rows.values(row));
    } else if (refreshes && entry.state == State.MANAGED) {
      if (entry.batch == LoadBatch.NONE) {
        // Persisted here: from now on its collections are to be read like any other's.
        entry.batch = pending.batch;
        pending.batch.add(entry);
      }
      apply(entry, rows.values(row));
    }
    for (int i = 0; i < fetchedCollections.size(); i++) {
      pending.collection(entry, fetchedCollections.get(i));
    }
    return entry;
  }

  /// The key that a row holds in columns of the entity; null when one is null.
  @Nullable Object key(DataRow row, List<Column> columns) {
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    for (Column column : columns) {
      Object value = rows.value(row, column.slot());
      if (value != null && Keys.isPadded(row, rows.position(column.slot()))) {
        value = Keys.unpadded(value);
      }
      values[column.slot()] = value;
    }
    Object key = ForeignKeys.read(columns, values);
    return key == null ? null : Keys.normal(key);
  }

  private void apply(EntityEntry entry, @Nullable Object[] values) {
    if (tellsLoads) {
      pending.told.add(entry);
    }
    entry.row = new Row(values);
    entry.snapshots = null;
    Object instance = entry.instance;
    type.access.fill(instance, values);
    for (int i = 0; i < targets.length; i++) {
      ToOneAttribute attribute = type.owningToOnes.get(i);
      Object key = ForeignKeys.read(attribute.joinColumns(), values);
      if (key == null) {
        type.access.set(instance, attribute.index(), null);
      } else if (!attribute.refersToId() || type.mayBeMissing(attribute)) {
        pending.reference(entry, attribute, targets[i], key);
      } else {
        loader.refer(entry, attribute, targets[i], key, pending);
      }
    }
    for (int i = 0; i < type.inverseToOnes.size(); i++) {
      pending.inverse(entry, type.inverseToOnes.get(i));
    }
    for (int i = 0; i < type.toManys.size(); i++) {
      ToManyAttribute attribute = type.toManys.get(i);
      setUnloaded(entry, attribute);
    }
    for (int i = 0; i < type.elementRows.size(); i++) {
      setUnloaded(entry, type.elementRows.get(i).attribute);
    }
  }

  private void setUnloaded(EntityEntry entry, PluralAttribute attribute) {
    int index = attribute.index();
    type.access.set(entry.instance, index, Contents.lazy(attribute.kind(), loader, entry, index));
    if (!attribute.lazy()) {
      pending.collection(entry, attribute);
    }
  }
}
