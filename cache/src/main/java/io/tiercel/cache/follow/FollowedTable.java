package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.guard.TableName;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;

/// A table whose rows are cached. Immutable.
///
/// @param region where they are
public record FollowedTable<K>(String schema, String name, Region<K, ?> region, KeyReader<K> keys) {

  boolean is(Relation relation) {
    return name.equals(relation.name()) && schema.equals(relation.schema());
  }

  TableName tableName() {
    return new TableName(schema, name);
  }

  Change changed(Relation relation, Tuple row) {
    return new Change.OfKey<>(region, keys.read(relation, row));
  }

  Change changed() {
    return new Change.OfTable(region);
  }
}
