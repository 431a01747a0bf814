package io.tiercel.jpa.mapping;

import jakarta.persistence.AccessType;
import jakarta.persistence.IdClass;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads id classes (section 2.4.1.1): each has an attribute for each id attribute of the entity,
/// of the same name and type. A record is one as well.
final class IdClasses {
  private IdClasses() {}

  /// The id class that the entity or a mapped superclass names, null without one.
  static @Nullable Class<?> of(Class<?> entity) {
    Class<?> found = null;
    for (Class<?> type : PersistentMembers.hierarchy(entity)) {
      IdClass annotation = type.getAnnotation(IdClass.class);
      if (annotation != null) {
        found = annotation.value();
      }
    }
    return found;
  }

  /// The attributes of the id class with the columns of the entity's id attributes.
  static EmbeddedAttribute read(
      Class<?> entity, Class<?> idClass, List<BasicAttribute> ids, AccessType access) {
    List<PersistentMember> members =
        PersistentMembers.ofEmbeddable(idClass, access(idClass, ids, access));
    List<Attribute> attributes = new ArrayList<>();
    for (BasicAttribute id : ids) {
      PersistentMember member =
          members.stream()
              .filter(candidate -> candidate.name().equals(id.name()))
              .findFirst()
              .orElseThrow(() -> missing(entity, idClass, id, members));
      if (Boxed.of(member.javaType()) != Boxed.of(id.javaType())) {
        throw new MappingException(
            entity,
            id.name(),
            "it is %s, but %s in the id class %s"
                .formatted(id.javaType().getName(), member.javaType().getName(), idClass.getName()),
            "give both the same type.");
      }
      attributes.add(
          new BasicAttribute(
              id.name(), attributes.size(), member.javaType(), member.javaMember(), id.column()));
    }
    return new EmbeddedAttribute("id", -1, idClass, ids.getFirst().javaMember(), attributes);
  }

  /// The entity's access counts, but an id class with fields of the right names needs no setters.
  private static AccessType access(Class<?> idClass, List<BasicAttribute> ids, AccessType entitys) {
    Set<String> fields = new HashSet<>();
    for (Class<?> type : PersistentMembers.hierarchy(idClass)) {
      Stream.of(type.getDeclaredFields()).forEach(field -> fields.add(field.getName()));
    }
    boolean hasFields = ids.stream().map(BasicAttribute::name).allMatch(fields::contains);
    return hasFields ? AccessType.FIELD : entitys;
  }

  private static MappingException missing(
      Class<?> entity, Class<?> idClass, BasicAttribute id, List<PersistentMember> members) {
    return new MappingException(
        entity,
        id.name(),
        "the id class %s has no attribute of that name, only %s"
            .formatted(
                idClass.getName(),
                members.stream().map(PersistentMember::name).collect(Collectors.joining(", "))),
        "add it to the id class, with the same type.");
  }
}
