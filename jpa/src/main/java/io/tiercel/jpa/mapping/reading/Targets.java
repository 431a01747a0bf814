package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityReference;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The entities at the other end of associations.
final class Targets {
  private final UnitMapping unit;
  private final EntityHeads heads;

  Targets(UnitMapping unit, EntityHeads heads) {
    this.unit = unit;
    this.heads = heads;
  }

  /// The entity class of an association: what its annotation names, or else the declared class.
  Class<?> type(PersistentMember member, Class<?> annotated, Class<?> declared) {
    Class<?> type = annotated == void.class ? declared : annotated;
    if (!unit.isEntity(type)) {
      throw member.refusal(
          "its target %s is not an entity of this persistence unit".formatted(type.getName()),
          "annotate the target with @Entity, list it in the unit, or name it in targetEntity.");
    }
    return type;
  }

  boolean isEntity(Class<?> type) {
    return unit.isEntity(type);
  }

  EntityHead head(Class<?> entity) {
    return heads.of(entity);
  }

  /// The target of a to-one.
  EntityHead toOne(PersistentMember member) {
    return head(type(member, ToOneReader.target(member), member.javaType()));
  }

  /// The column of a basic attribute of the entity.
  Optional<Column> basicColumn(EntityHead entity, String name) {
    return heads.basicColumn(entity, name);
  }

  EntityReference reference(Class<?> entity) {
    return new EntityReference(entity, () -> unit.entity(entity));
  }

  /// The attribute that `mappedBy` names on the target.
  ///
  /// @param kind what it must be, `expected` in words
  PersistentMember owning(
      PersistentMember inverse,
      Class<?> target,
      String mappedBy,
      Predicate<PersistentMember> kind,
      String expected) {
    EntityHead head = heads.of(target);
    PersistentMember owning = member(head, mappedBy);
    if (owning == null) {
      throw unknown(inverse, head, mappedBy, kind);
    }
    if (!kind.test(owning)) {
      throw inverse.refusal(
          "mappedBy names %s.%s, which is not %s".formatted(head.entityName(), mappedBy, expected),
          "name the attribute of %s that refers back, or leave mappedBy out."
              .formatted(head.entityName()));
    }
    return owning;
  }

  /// The member of that name, dotted inside embeddables; null when there is none.
  private static @Nullable PersistentMember member(EntityHead head, String path) {
    List<PersistentMember> members = head.members();
    PersistentMember found = null;
    for (String name : path.split("\\.", -1)) {
      found = null;
      for (PersistentMember member : members) {
        if (member.name().equals(name)) {
          found = member;
        }
      }
      if (found == null) {
        return null;
      }
      members =
          EmbeddedReader.isEmbedded(found)
              ? PersistentMembers.ofEmbeddable(
                  found.javaType(), PersistentMembers.access(head.type()))
              : List.of();
    }
    return found;
  }

  /// What an entity says about an attribute of its own, dotted inside embeddables.
  static Overrides overrides(EntityHead head, String path) {
    Overrides overrides = Overrides.ofEntity(head.type());
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      PersistentMember embedded = member(head, path.substring(0, dot));
      if (embedded != null) {
        overrides = overrides.inside(embedded);
      }
    }
    return overrides;
  }

  private static MappingException unknown(
      PersistentMember inverse,
      EntityHead head,
      String mappedBy,
      Predicate<PersistentMember> kind) {
    List<String> fitting =
        head.members().stream().filter(kind).map(PersistentMember::name).toList();
    return inverse.refusal(
        "mappedBy names %s.%s, which does not exist".formatted(head.entityName(), mappedBy),
        Nearest.hint(mappedBy, fitting.isEmpty() ? head.memberNames() : fitting));
  }
}
