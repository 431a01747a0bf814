package io.tiercel.cache.journal;

import io.tiercel.cache.guard.TableName;
import io.tiercel.wire.replication.LogicalMessage.Column;
import java.util.List;
import java.util.Set;

/// A table as the journal has it. Immutable.
///
/// @param key the columns of the primary key, in its order
/// @param members the ids of the table and of its partitions, as unsigned numbers
/// @param lacking those of them that have no triggers yet, or not all, as SQL names them
public record JournaledTable(
    TableName name, List<Column> key, Set<Long> members, List<String> lacking) {
  public JournaledTable {
    key = List.copyOf(key);
    members = Set.copyOf(members);
    lacking = List.copyOf(lacking);
  }

  List<String> keyNames() {
    return key.stream().map(Column::name).toList();
  }
}
