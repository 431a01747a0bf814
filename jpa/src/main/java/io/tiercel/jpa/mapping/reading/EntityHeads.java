package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.Inheritance;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.member.Supertypes;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.AccessType;
import jakarta.persistence.SecondaryTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// Reads the heads of entities, each once.
final class EntityHeads {
  /// The entities whose heads are being read, each because the one before derives its id from it.
  private static final ScopedValue<List<Class<?>>> READING = ScopedValue.newInstance();

  private final BasicTypes types;
  private final Hierarchies hierarchies;
  private final Targets targets;
  private final ConcurrentHashMap<Class<?>, EntityHead> heads = new ConcurrentHashMap<>();

  EntityHeads(UnitMapping unit, BasicTypes types, Hierarchies hierarchies) {
    this.types = types;
    this.hierarchies = hierarchies;
    this.targets = new Targets(unit, this);
  }

  /// The entities at the other end of associations.
  Targets targets() {
    return targets;
  }

  EntityHead of(Class<?> entity) {
    EntityHead known = heads.get(entity);
    return known != null ? known : readOnce(entity);
  }

  /// Two threads may read the same head, which does no harm: heads are values.
  private EntityHead readOnce(Class<?> entity) {
    List<Class<?>> around = READING.orElse(List.of());
    if (around.contains(entity)) {
      throw new MappingException(
          entity,
          null,
          "its id is derived from itself, through %s"
              .formatted(around.stream().map(Class::getName).collect(Collectors.joining(", "))),
          "give one of these entities an id of its own.");
    }
    List<Class<?>> deeper = new ArrayList<>(around);
    deeper.add(entity);
    EntityHead head = ScopedValue.where(READING, List.copyOf(deeper)).call(() -> read(entity));
    EntityHead earlier = heads.putIfAbsent(entity, head);
    return earlier != null ? earlier : head;
  }

  private EntityHead read(Class<?> entity) {
    refuseUnsupported(entity);
    List<PersistentMember> members = PersistentMembers.ofEntity(entity);
    Class<?> supertype = Supertypes.nearest(entity);
    if (supertype != null) {
      return extending(entity, members, of(supertype));
    }
    Table table = Tables.primary(entity);
    EntityId id = new IdReader(entity, table, members, types, targets).read();
    Inheritance inheritance = hierarchies.of(entity, table, id.columns().size());
    return new EntityHead(
        entity, Tables.entityName(entity), table, members, id, inheritance, id.columns());
  }

  private EntityHead extending(
      Class<?> entity, List<PersistentMember> members, EntityHead supertype) {
    EntityId id = supertype.id();
    Table rootTable = id.columns().getFirst().table();
    Inheritance inheritance = hierarchies.of(entity, rootTable, id.columns().size());
    SubclassTables.refuseSecondId(entity, members, id);
    SubclassTables.refuseRootsAnnotations(entity, inheritance, rootTable);
    Table table = inheritance.sharesTable() ? rootTable : Tables.primary(entity);
    return new EntityHead(
        entity,
        Tables.entityName(entity),
        table,
        members,
        id,
        inheritance,
        SubclassTables.key(entity, inheritance, table, supertype));
  }

  /// The column of that name of a basic attribute that is no part of the id, without its slot.
  Optional<Column> basicColumn(EntityHead entity, String name) {
    List<Column> columns = new ArrayList<>();
    Overrides overrides = Overrides.ofEntity(entity.type());
    AccessType access = PersistentMembers.access(entity.type());
    var reader = new EmbeddedReader(entity.table(), types, access, columns);
    for (PersistentMember member : entity.members()) {
      boolean isBasic =
          !PersistentMembers.isId(member)
              && !EntityRowBuilder.isToOne(member)
              && !ToManyReader.isToMany(member)
              && !ElementCollectionReader.isElementCollection(member)
              && !EmbeddedReader.isEmbedded(member);
      if (isBasic) {
        reader.basic(member, columns.size(), overrides, false);
      }
    }
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  private static void refuseUnsupported(Class<?> entity) {
    if (entity.isInterface() || entity.isEnum() || entity.isRecord()) {
      throw new MappingException(
          entity,
          null,
          "an entity is a class whose instances can be changed",
          "make it a class that is no record, enum or interface.");
    }
    if (Annotations.all(entity, SecondaryTable.class).length > 0) {
      throw new MappingException(
          entity,
          null,
          "@SecondaryTable is not supported yet",
          "map the second table as an entity of its own, related by @OneToOne.");
    }
  }
}
