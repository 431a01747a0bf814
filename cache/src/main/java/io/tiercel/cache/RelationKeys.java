package io.tiercel.cache;

import io.tiercel.cache.follow.KeyReader;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.TableName;
import io.tiercel.wire.Connection;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.replication.LogicalMessage.Column;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.LogicalMessage.ReplicaIdentity;
import io.tiercel.wire.replication.Tuple;
import io.tiercel.wire.row.DataRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Makes the keys of one table's rows as the stream brings them. Planned anew whenever the stream
/// describes the table.
final class RelationKeys implements KeyReader<RowKey> {
  /// Of domains their base types; and whether the rows of the table and of all its partitions come
  /// with the column, whatever is done to them.
  private static final String COLUMNS =
      """
      with root as (select c.oid, c.relkind from pg_catalog.pg_class c
                    where c.relname = $2 and c.relnamespace =
                      (select n.oid from pg_catalog.pg_namespace n where n.nspname = $1)),
           part as (select c.oid, c.relreplident
                      from pg_catalog.pg_class c
                     where c.oid in (select oid from root union
                                     select t.relid::oid from root r,
                                       pg_catalog.pg_partition_tree(r.oid) t
                                      where r.relkind = 'p'))
      select a.attname::text, a.atttypid::bigint,
             (case t.typtype when 'd' then t.typbasetype else t.oid end)::bigint,
             not exists (
               select from part p, pg_catalog.pg_attribute b
                where p.relreplident <> 'f' and b.attrelid = p.oid and b.attname = a.attname
                  and not exists (
                    select from pg_catalog.pg_index i
                     where i.indrelid = p.oid and b.attnum = any (i.indkey::smallint[])
                       and case p.relreplident when 'd' then i.indisprimary
                                               when 'i' then i.indisreplident
                                               else false end))
        from root r
             join pg_catalog.pg_attribute a on a.attrelid = r.oid
             join pg_catalog.pg_type t on t.oid = a.atttypid
       where a.attnum > 0 and not a.attisdropped\
      """;

  private final CachedTable table;
  private final TableName name;
  private final RowRegion region;

  /// As the catalog has them, in the order of the key; empty where they cannot be read.
  private volatile List<KeyType> types = List.of();

  private @Nullable Relation plannedFor;
  private int[] places = {};
  private Decoder<?>[] decoders = {};
  private List<KeyType> decoded = List.of();

  private record Found(KeyType type, boolean isInIdentity) {}

  /// @param declaredOid of the column's type
  /// @param typeOid as above, but of a domain its base type
  private record KeyType(int declaredOid, int typeOid) {}

  RelationKeys(CachedTable table, TableName name, RowRegion region) {
    this.table = table;
    this.name = name;
    this.region = region;
  }

  @Override
  public @Nullable Obstacle obstacle(Connection connection) {
    Map<String, Found> columns = new HashMap<>();
    connection.query(
        COLUMNS,
        row ->
            columns.put(
                Objects.requireNonNull(row.getString(0)), new Found(type(row), row.getBoolean(3))),
        name.schema(),
        name.name());
    types = List.of();
    for (KeyColumn column : table.key()) {
      Obstacle obstacle = obstacle(column, columns.get(column.name()));
      if (obstacle != null) {
        return obstacle;
      }
    }
    types =
        table.key().stream()
            .map(column -> Objects.requireNonNull(columns.get(column.name())).type())
            .toList();
    return null;
  }

  private static KeyType type(DataRow row) {
    return new KeyType((int) row.getLong(1), (int) row.getLong(2));
  }

  private @Nullable Obstacle obstacle(KeyColumn column, @Nullable Found found) {
    if (found == null) {
      return new Obstacle(
          "table %s has no column \"%s\"".formatted(name, column.name()), "correct the mapping");
    }
    if (!found.isInIdentity()) {
      return new Obstacle(
          "column \"%s\" of table %s is not in its replica identity".formatted(column.name(), name),
          "make the id its primary key, or choose a unique index by REPLICA IDENTITY");
    }
    try {
      var _ = decoder(found.type(), column);
      return null;
    } catch (CodecException e) {
      return new Obstacle(
          "column \"%s\" of table %s cannot be read as %s: %s"
              .formatted(column.name(), name, column.javaType().getName(), firstLine(e)),
          "correct the mapping");
    }
  }

  private static String firstLine(CodecException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private static Decoder<?> decoder(KeyType type, KeyColumn column) {
    return Codecs.builtin().decoder(type.typeOid(), Format.TEXT, column.javaType());
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // one object for each description
  public RowKey read(Relation relation, Tuple row) {
    if (relation != plannedFor || decoded != types) {
      plan(relation, types);
    }
    Object[] values = new Object[places.length];
    for (int i = 0; i < places.length; i++) {
      byte[] bytes = row.bytes(places[i]);
      if (row.isNull(places[i]) || row.isUnchanged(places[i])) {
        throw unusable("a change came without its column " + table.key().get(i).name());
      }
      Object value = decoders[i].decode(bytes, 0, bytes.length);
      values[i] = decoded.get(i).typeOid() == Oids.BPCHAR ? unpadded(value) : value;
    }
    return region.key(table.id().apply(values));
  }

  private void plan(Relation relation, List<KeyType> known) {
    if (relation.identity() == ReplicaIdentity.NOTHING) {
      throw unusable("it has no replica identity any more");
    }
    if (known.isEmpty()) {
      throw unusable("its columns are not those of the mapping");
    }
    int[] at = new int[known.size()];
    Decoder<?>[] by = new Decoder<?>[at.length];
    for (int i = 0; i < at.length; i++) {
      at[i] = place(relation, table.key().get(i), known.get(i));
      by[i] = decoder(known.get(i), table.key().get(i));
    }
    places = at;
    decoders = by;
    decoded = known;
    plannedFor = relation;
  }

  private static int place(Relation relation, KeyColumn key, KeyType type) {
    List<Column> columns = relation.columns();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.name().equals(key.name())) {
        if (column.typeOid() != type.declaredOid()) {
          throw unusable("column %s has another type".formatted(key.name()));
        }
        if (!column.isKey()) {
          throw unusable("column %s is not in the replica identity".formatted(key.name()));
        }
        return i;
      }
    }
    throw unusable("there is no column %s any more".formatted(key.name()));
  }

  private static IllegalStateException unusable(String why) {
    return new IllegalStateException(why);
  }

  private static Object unpadded(Object value) {
    return value instanceof String text ? text.replaceFirst(" +$", "") : value;
  }
}
