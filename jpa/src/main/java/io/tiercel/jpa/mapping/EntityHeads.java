package io.tiercel.jpa.mapping;

import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.SecondaryTable;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

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

  private BasicAttribute id(Table table, List<PersistentMember> members, Class<?> entity) {
    PersistentMember id = members.getFirst();
    Unsupported.refuse(id);
    if (members.stream().filter(member -> member.has(Id.class)).count() > 1) {
      throw new MappingException(
          entity,
          null,
          "an id of several attributes is not supported yet",
          "keep one @Id and make the others a unique constraint.");
    }
    Overrides overrides = Overrides.ofEntity(entity);
    jakarta.persistence.Column written = overrides.column(id);
    BasicType type = types.of(id, overrides.convert(id), written);
    if (type.columnType().isArray()) {
      throw id.refusal(
          "%s cannot be an id: its values are stored as bytes".formatted(id.javaType().getName()),
          "use a number, a String, a UUID, a date or time, or an enum.");
    }
    Column column = Columns.id(id, type, table, written);
    return new BasicAttribute(id.name(), 0, id.javaType(), id.javaMember(), column);
  }

  private static void refuseUnsupported(Class<?> entity) {
    Unsupported.refuseCallbacks(entity);
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
    if (entity.isAnnotationPresent(IdClass.class)) {
      throw new MappingException(
          entity, null, "@IdClass is not supported yet", "give the entity a single @Id attribute.");
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
