package io.tiercel.cache.follow;

import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;

/// Makes the key of a row that came from the stream. Called by one thread at a time.
@FunctionalInterface
public interface KeyReader<K> {

  /// The key of a row, which has at least the columns of the table's replica identity. Values are
  /// texts.
  K read(Relation relation, Tuple row);
}
