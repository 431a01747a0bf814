package io.tiercel.jpa.load;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.CachedRow;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.write.TableCatalog;
import io.tiercel.wire.row.RowConsumer;
import java.util.Collection;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// The rows of one entity's table, from the shared cache or read into it, without an instance being
/// made of them. For entities whose rows are of one class and stand in one table. Confined to one
/// thread.
public final class TableRows {
  private final Session session;
  private final TableCatalog catalog;
  private final SharedRows shared;
  private final SharedEntity entity;
  private final EntityDescriptor type;

  TableRows(
      Session session,
      TableCatalog catalog,
      SharedRows shared,
      SharedEntity entity,
      EntityDescriptor type) {
    this.session = session;
    this.catalog = catalog;
    this.shared = shared;
    this.entity = entity;
    this.type = type;
  }

  /// The stored row of an id; null when it has to be read.
  ///
  /// @param told what has told of the id, served by the same read
  public @Nullable CachedRow row(Entry<?> told, Object id) {
    Entry<?> entry = shared.reads().hitBehind(told, entity, Keys.normal(id));
    return entry == null ? null : (CachedRow) entry.value();
  }

  /// Reads all rows, and stores them.
  ///
  /// @param fill of before; null to store nothing
  /// @param rows takes their ids, as a persistence context has them
  public void readAll(@Nullable Fill fill, BiConsumer<Object, CachedRow> rows) {
    String restriction = type.source.restriction();
    Flight flight = new Flight();
    flight.read(
        "select %s from %s%s"
            .formatted(
                String.join(", ", type.columns(type.source)),
                type.source.declaration(),
                restriction == null ? "" : " where " + restriction),
        reader(fill, rows));
    session.run(flight);
  }

  /// Reads the rows of those ids that there are, and stores them.
  public void read(Collection<Object> ids, BiConsumer<Object, CachedRow> rows) {
    Fill fill = shared.beginFill();
    Flight flight = new Flight();
    type.selectByIds(catalog, session).addReadTo(flight, ids, reader(fill, rows));
    session.run(flight);
  }

  private RowConsumer reader(@Nullable Fill fill, BiConsumer<Object, CachedRow> rows) {
    var reader = new RowReader(type, type.places(0));
    return row -> {
      Object id = reader.key(row);
      if (id == null) {
        throw new IllegalStateException("a row of %s has no id".formatted(type));
      }
      CachedRow read = CachedRow.of(type.mapping, new Row(reader.values(row, null)));
      if (fill != null) {
        boolean unused = shared.offer(entity, id, read, fill);
      }
      rows.accept(id, read);
    };
  }
}
