package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
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
    if (known != null) {
      return known;
    }
    // Not inside computeIfAbsent: reading a subclass reads the entity above.
    EntityRow read = read(entity);
    EntityRow earlier = rows.putIfAbsent(entity, read);
    return earlier != null ? earlier : read;
  }

  private EntityRow read(Class<?> entity) {
    EntityHead head = heads.of(entity);
    Class<?> supertype = head.inheritance().supertype();
    EntityRow inherited = supertype == null ? null : of(supertype);
    var row = new EntityRowBuilder(head, inherited, types, toOnes);
    List<PersistentMember> members = head.members();
    int own = inherited == null ? head.id().attributes().size() : inherited.head().members().size();
    for (int index = own; index < members.size(); index++) {
      row.add(members.get(index), index);
    }
    return row.build();
  }
}
