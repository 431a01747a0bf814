package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityId;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import io.tiercel.jpa.mapping.type.Boxed;
import jakarta.persistence.AccessType;
import jakarta.persistence.IdClass;
import java.lang.reflect.Member;
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
      IdClass annotation = Annotations.of(type, IdClass.class);
      if (annotation != null) {
        found = annotation.value();
      }
    }
    return found;
  }

  /// An id attribute of an entity with an id class.
  ///
  /// @param javaType the type it must have in the id class: of an association its target's id type
  /// @param composite how an id of several columns is made, null for one column
  record Part(
      String name,
      Class<?> javaType,
      Member javaMember,
      Column column,
      @Nullable EmbeddedAttribute composite) {

    static Part of(BasicAttribute basic) {
      return new Part(basic.name(), basic.javaType(), basic.javaMember(), basic.column(), null);
    }

    /// @param target the id of the association's target
    static Part of(ToOneAttribute association, EntityId target) {
      List<Column> columns = association.joinColumns();
      EmbeddedAttribute composite = target.composite();
      return new Part(
          association.name(),
          target.javaType(),
          association.javaMember(),
          columns.getFirst(),
          composite == null ? null : composite.withColumns(column -> columns.get(column.slot())));
    }

    /// The attribute of the id class.
    Attribute in(PersistentMember member, int index) {
      return composite == null
          ? new BasicAttribute(name, index, member.javaType(), member.javaMember(), column)
          : new EmbeddedAttribute(
              name, index, member.javaType(), member.javaMember(), composite.attributes());
    }
  }

  /// The attributes of the id class with the columns of the entity's id attributes.
  static EmbeddedAttribute read(
      Class<?> entity, Class<?> idClass, List<Part> ids, AccessType access) {
    List<PersistentMember> members =
        PersistentMembers.ofEmbeddable(idClass, access(idClass, ids, access));
    List<Attribute> attributes = new ArrayList<>();
    for (Part id : ids) {
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
      attributes.add(id.in(member, attributes.size()));
    }
    return new EmbeddedAttribute("id", -1, idClass, ids.getFirst().javaMember(), attributes);
  }

  /// The entity's access counts, but an id class with fields of the right names needs no setters.
  private static AccessType access(Class<?> idClass, List<Part> ids, AccessType entitys) {
    Set<String> fields = new HashSet<>();
    for (Class<?> type : PersistentMembers.hierarchy(idClass)) {
      Stream.of(type.getDeclaredFields()).forEach(field -> fields.add(field.getName()));
    }
    boolean hasFields = ids.stream().map(Part::name).allMatch(fields::contains);
    return hasFields ? AccessType.FIELD : entitys;
  }

  private static MappingException missing(
      Class<?> entity, Class<?> idClass, Part id, List<PersistentMember> members) {
    return new MappingException(
        entity,
        id.name(),
        "the id class %s has no attribute of that name, %s"
            .formatted(
                idClass.getName(),
                members.isEmpty()
                    ? "nor any other"
                    : members.stream()
                        .map(PersistentMember::name)
                        .collect(Collectors.joining(", ", "only ", ""))),
        "add it to the id class, with the same type.");
  }
}
