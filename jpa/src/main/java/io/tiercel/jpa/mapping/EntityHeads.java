package io.tiercel.jpa.mapping;

import jakarta.persistence.AccessType;
import jakarta.persistence.SecondaryTable;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads the heads of entities, each once.
final class EntityHeads {
  private final BasicTypes types;
  private final ConcurrentHashMap<Class<?>, EntityHead> heads = new ConcurrentHashMap<>();

  EntityHeads(BasicTypes types) {
    this.types = types;
  }

  EntityHead of(Class<?> entity) {
    EntityHead known = heads.get(entity);
    return known != null ? known : heads.computeIfAbsent(entity, this::read);
  }

  private EntityHead read(Class<?> entity) {
    refuseUnsupported(entity);
    Table table = Tables.primary(entity);
    List<PersistentMember> members = PersistentMembers.ofEntity(entity);
    return new EntityHead(
        entity, Tables.entityName(entity), table, members, id(table, members, entity));
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
              && !EmbeddedReader.isEmbedded(member);
      if (isBasic) {
        reader.basic(member, columns.size(), overrides, false);
      }
    }
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }

  private EntityId id(Table table, List<PersistentMember> members, Class<?> entity) {
    List<PersistentMember> ids = members.stream().filter(PersistentMembers::isId).toList();
    ids.forEach(Unsupported::refuse);
    Overrides overrides = Overrides.ofEntity(entity);
    AccessType access = PersistentMembers.access(entity);
    var reader = new EmbeddedReader(table, types, access, new ArrayList<>());
    PersistentMember first = ids.getFirst();
    Class<?> idClass = IdClasses.of(entity);
    if (ids.size() > 1 || idClass != null) {
      return withIdClass(entity, idClass, ids, reader, overrides, access);
    }
    return EmbeddedReader.isEmbedded(first)
        ? EntityId.of(reader.embedded(first, 0, overrides, true))
        : EntityId.of(reader.id(first, 0, overrides));
  }

  private static EntityId withIdClass(
      Class<?> entity,
      @Nullable Class<?> idClass,
      List<PersistentMember> ids,
      EmbeddedReader reader,
      Overrides overrides,
      AccessType access) {
    if (idClass == null) {
      throw new MappingException(
          entity,
          null,
          "it has %d id attributes and no id class".formatted(ids.size()),
          "name a class or record with the same attributes in @IdClass, or put them into an"
              + " @EmbeddedId.");
    }
    List<BasicAttribute> attributes = new ArrayList<>();
    for (PersistentMember id : ids) {
      if (EmbeddedReader.isEmbedded(id)) {
        throw id.refusal(
            "an embedded attribute of an id class is not supported",
            "use @EmbeddedId alone, or basic @Id attributes.");
      }
      attributes.add(reader.id(id, attributes.size(), overrides));
    }
    return EntityId.of(attributes, IdClasses.read(entity, idClass, attributes, access));
  }

  private static void refuseUnsupported(Class<?> entity) {
    if (entity.isInterface()
        || entity.isEnum()
        || entity.isRecord()
        || Modifier.isAbstract(entity.getModifiers())) {
      throw new MappingException(
          entity,
          null,
          "an entity is a class that can be instantiated and changed",
          "make it a class that is neither abstract nor a record, enum or interface.");
    }
    if (entity.getAnnotationsByType(SecondaryTable.class).length > 0) {
      throw new MappingException(
          entity,
          null,
          "@SecondaryTable is not supported yet",
          "map the second table as an entity of its own, related by @OneToOne.");
    }
  }
}
