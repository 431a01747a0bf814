package io.tiercel.cache;

import io.tiercel.cache.follow.KeyReader;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.replication.LogicalMessage.Column;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.LogicalMessage.ReplicaIdentity;
import io.tiercel.wire.replication.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Makes the keys of one table's rows as the stream brings them. Planned anew whenever the stream
/// describes the table. For one thread at a time.
///
/// What it cannot read ends the stretch of the stream: a change that was passed over would be a row
/// that is wrong for good.
final class RelationKeys implements KeyReader<RowKey> {
  private final FoundTable table;
  private final RowRegion region;
  private @Nullable Relation plannedFor;
  private int[] places = {};
  private Decoder<?>[] decoders = {};

  RelationKeys(FoundTable table, RowRegion region) {
    this.table = table;
    this.region = region;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // one object for each description
  public RowKey read(Relation relation, Tuple row) {
    if (relation != plannedFor) {
      plan(relation);
    }
    Object[] values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      byte[] bytes = row.bytes(places[i]);
      if (row.isNull(places[i]) || row.isUnchanged(places[i])) {
        throw new IllegalStateException(
            "a change of %s came without its key column %s"
                .formatted(table, table.key().get(i).name()));
      }
      Object value = decoders[i].decode(bytes, 0, bytes.length);
      values[i] = table.key().get(i).typeOid() == Oids.BPCHAR ? unpadded(value) : value;
    }
    return region.key(table.table().id().apply(values));
  }

  private void plan(Relation relation) {
    if (relation.identity() == ReplicaIdentity.NOTHING) {
      throw unusable("has no replica identity any more");
    }
    int[] at = new int[table.key().size()];
    Decoder<?>[] by = new Decoder<?>[at.length];
    for (int i = 0; i < at.length; i++) {
      FoundTable.Key key = table.key().get(i);
      at[i] = place(relation, key);
      by[i] =
          Codecs.builtin()
              .decoder(key.typeOid(), Format.TEXT, table.table().key().get(i).javaType());
    }
    places = at;
    decoders = by;
    plannedFor = relation;
  }

  private int place(Relation relation, FoundTable.Key key) {
    List<Column> columns = relation.columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.name().equals(key.name())) {
        if (column.typeOid() != key.declaredOid()) {
          throw unusable("has another type in column " + key.name());
        }
        if (!column.isKey()) {
          throw unusable("lacks column %s in its replica identity".formatted(key.name()));
        }
        return i;
      }
    }
    throw unusable("has no column %s any more".formatted(key.name()));
  }

  private IllegalStateException unusable(String why) {
    return new IllegalStateException("the cached table %s %s".formatted(table, why));
  }

  private static Object unpadded(Object value) {
    return value instanceof String text ? text.replaceFirst(" +$", "") : value;
  }
}
