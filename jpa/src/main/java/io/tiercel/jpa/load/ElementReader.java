package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.ElementReferences;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one collection of values for many owners. One reader serves one load.
final class ElementReader implements OwnedReader {
  private final EntityDescriptor owner;
  private final ElementRows rows;
  private final KeyedSelect select;
  private final Loader loader;
  private final PendingLoads next;
  private final Map<Object, List<CollectionRow>> byOwner = new HashMap<>();
  /// Null when what is read is not stored in the shared cache.
  private @Nullable CollectionFill fill;

  private @Nullable RowDescription plannedFor;
  private Decoder<?>[] decoders = {};

  /// @param owner a type that has the collection
  /// @param select the query of `rows`
  /// @param next takes what the values refer to
  ElementReader(
      EntityDescriptor owner,
      ElementRows rows,
      KeyedSelect select,
      Loader loader,
      PendingLoads next) {
    this.owner = owner;
    this.rows = rows;
    this.select = select;
    this.loader = loader;
    this.next = next;
  }

  @Override
  public KeyedSelect select() {
    return select;
  }

  @Override
  public boolean refersToId() {
    return true;
  }

  @Override
  public Object key(EntityEntry owner) {
    return Keys.normal(owner.id);
  }

  @Override
  public void accept(DataRow row) {
    plan(row);
    @Nullable Object[] values = new Object[decoders.length];
    for (int slot = 0; slot < values.length; slot++) {
      values[slot] = row.get(slot, decoders[slot]);
    }
    Object owner = Objects.requireNonNull(Keys.read(row, 0, rows.ownKey.columns()));
    byOwner.computeIfAbsent(owner, any -> new ArrayList<>()).add(rows.row(values, true));
  }

  private void plan(DataRow row) {
    RowDescription description = row.description();
    if (description != plannedFor) {
      List<Column> columns = rows.attribute.table().columns();
      Decoder<?>[] planned = new Decoder<?>[columns.size()];
      for (int slot = 0; slot < planned.length; slot++) {
        planned[slot] = decoder(row, columns.get(slot));
      }
      decoders = planned;
      plannedFor = description;
    }
  }

  private static Decoder<?> decoder(DataRow row, Column column) {
    Decoder<?> decoder = row.decoder(column.slot(), column.columnType());
    return column.foreignKey() != null && Keys.isPadded(row, column.slot())
        ? (source, offset, length) -> Keys.unpadded(decoder.decode(source, offset, length))
        : decoder;
  }

  @Override
  public void begin(Collection<Object> owners) {
    fill = CollectionFill.begin(loader, owner, rows.attribute, owners);
  }

  @Override
  public void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched) {
    loader.loadHashed(rows, byOwner.values());
    for (EntityEntry one : owners) {
      Object key = key(one);
      List<CollectionRow> own = byOwner.getOrDefault(key, List.of());
      // The first owner is the touched one's.
      give(one, rows, own, touched, loader, next);
      CollectionFill from = fill;
      if (from != null) {
        from.offer(key, CachedValues.of(own), own.size(), List.of());
      }
    }
  }

  /// Fills the collection of an owner.
  ///
  /// @param own its rows, in the order of the query
  /// @param touched the lazy collection whose first touch this is; the owner's attribute may hold
  ///     another one by now
  /// @param next takes what the values refer to
  static void give(
      EntityEntry owner,
      ElementRows rows,
      List<CollectionRow> own,
      @Nullable LazyCollection touched,
      Loader loader,
      PendingLoads next) {
    ElementReferences.Targets references =
        (toOne, key) -> loader.element(owner, rows.attribute, toOne, key, next);
    if (touched != null && !touched.isLoaded()) {
      touched.fill(rows.content(own, owner, references));
    }
    int index = rows.attribute.index();
    if (owner.type.access.get(owner.instance, index) instanceof LazyCollection collection
        && !collection.isLoaded()) {
      collection.fill(rows.content(own, owner, references));
    }
    owner.setSnapshot(index, own.toArray());
  }
}
