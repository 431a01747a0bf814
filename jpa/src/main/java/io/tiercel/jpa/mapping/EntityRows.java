package io.tiercel.jpa.mapping;

import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Reads the rows of entities, each once.
final class EntityRows {
  private final EntityHeads heads;
  private final BasicTypes types;
  private final ToOneReader toOnes;
  private final ConcurrentHashMap<Class<?>, EntityRow> rows = new ConcurrentHashMap<>();

  EntityRows(EntityHeads heads, BasicTypes types, Targets targets) {
    this.heads = heads;
    this.types = types;
    this.toOnes = new ToOneReader(targets);
  }

  EntityRow of(Class<?> entity) {
    EntityRow known = rows.get(entity);
    return known != null ? known : rows.computeIfAbsent(entity, this::read);
  }

  private EntityRow read(Class<?> entity) {
    EntityHead head = heads.of(entity);
    var row = new EntityRowBuilder(head, types, toOnes);
    List<PersistentMember> members = head.members();
    for (int index = head.id().attributes().size(); index < members.size(); index++) {
      row.add(members.get(index), index);
    }
    return row.build();
  }
}
