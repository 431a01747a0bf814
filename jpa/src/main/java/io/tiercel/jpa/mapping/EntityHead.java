package io.tiercel.jpa.mapping;

import java.util.List;

/// What others must know of an entity to refer to it: its table and its id. Reading it asks nothing
/// of other entities, so that entities may refer to each other in circles.
///
/// @param members all persistent members, those of the id first
/// @param id its columns take the first slots
record EntityHead(
    Class<?> type, String entityName, Table table, List<PersistentMember> members, EntityId id) {

  EntityHead {
    members = List.copyOf(members);
  }

  PersistentMember idMember() {
    return members.getFirst();
  }

  List<String> memberNames() {
    return members.stream().map(PersistentMember::name).toList();
  }
}
