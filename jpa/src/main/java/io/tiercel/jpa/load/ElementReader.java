package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.CollectionRow;
import io.tiercel.jpa.descriptor.ElementReferences;
import io.tiercel.jpa.descriptor.ElementRows;
import io.tiercel.jpa.descriptor.KeyedSelect;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.row.Keys;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowDescription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads one collection of values for many owners. One reader serves one load.
final class ElementReader implements OwnedReader {
  private final ElementRows rows;
  private final KeyedSelect select;
  private final Loader loader;
  private final PendingLoads next;
  private final Map<Object, List<CollectionRow>> byOwner = new HashMap<>();
  private @Nullable RowDescription plannedFor;
  private Decoder<?>[] decoders = {};

  /// @param select the query of `rows`
  /// @param next takes what the values refer to
  ElementReader(ElementRows rows, KeyedSelect select, Loader loader, PendingLoads next) {
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

  private ElementReferences referring(EntityEntry owner) {
    ElementReferences.Targets targets =
        (toOne, key) -> loader.element(owner, rows.attribute, toOne, key, next);
    return targets;
  }

  @Override
  public void distribute(Set<EntityEntry> owners, @Nullable LazyCollection touched) {
    for (EntityEntry owner : owners) {
      List<CollectionRow> own = byOwner.getOrDefault(Keys.normal(owner.id), List.of());
      if (touched != null && !touched.isLoaded()) {
        // The first owner is the touched one's; its attribute may hold another collection by now.
        touched.fill(rows.content(own, owner, referring(owner)));
      }
      int index = rows.attribute.index();
      if (owner.type.access.get(owner.instance, index) instanceof LazyCollection collection
          && !collection.isLoaded()) {
        collection.fill(rows.content(own, owner, referring(owner)));
      }
      owner.setSnapshot(index, own.toArray());
    }
  }
}
