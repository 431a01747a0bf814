package io.tiercel.cache.follow;

import io.tiercel.cache.guard.Obstacle;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;
import org.jspecify.annotations.Nullable;

/// Makes the key of a row that came from the stream.
@FunctionalInterface
public interface KeyReader<K> {

  /// The key of a row, which has at least the columns of the table's replica identity. Values are
  /// texts. Called by one thread at a time. What it throws ends the use of the table, until that is
  /// altered or another stream is followed.
  K read(Relation relation, Tuple row);

  /// Asks the catalog, when the table is about to be followed and whenever its definition was
  /// altered, whether keys can be read. May be called while another thread reads. Blocks.
  ///
  /// @return why they cannot; null when they can
  default @Nullable Obstacle obstacle(Connection connection) {
    return null;
  }
}
