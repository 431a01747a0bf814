package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.Id;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import java.lang.reflect.Modifier;
import java.util.List;

/// What an entity that is a record may have, which the specification does not know. It is made at
/// once by its canonical constructor, so that all its components must be there by then.
final class RecordEntities {

  private RecordEntities() {}

  static void refuseUnsupported(Class<?> entity, List<PersistentMember> members) {
    if (entity.isRecord()) {
      members.forEach(RecordEntities::refuseUnsupported);
    }
  }

  /// Refuses an association or collection of an embeddable.
  static void refuseNested(Class<?> entity, PersistentMember part) {
    if (entity.isRecord()) {
      throw part.refusal(
          "an embeddable of record %s holds values only".formatted(entity.getName()),
          "move the association to the entity, or make the entity a class.");
    }
  }

  private static void refuseUnsupported(PersistentMember member) {
    if (ToManyReader.isToMany(member) || ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "a record has no collections", "query for the elements, or make the entity a class.");
    }
    if (!EntityRowBuilder.isToOne(member)) {
      return;
    }
    if (member.has(Id.class) || member.has(MapsId.class) || PrimaryKeyJoins.has(member)) {
      throw member.refusal(
          "a record takes no id from an association", "declare the id as a component of its own.");
    }
    OneToOne oneToOne = member.annotation(OneToOne.class);
    if (oneToOne != null && !oneToOne.mappedBy().isEmpty()) {
      throw member.refusal(
          "a record has no inverse side of an association",
          "query for the other entity, or make the entity a class.");
    }
    Class<?> target = member.javaType();
    boolean isLazy =
        !Modifier.isFinal(target.getModifiers())
            && !Modifier.isAbstract(target.getModifiers())
            && !target.isSealed();
    if (!isLazy) {
      throw member.refusal(
          "%s has no lazy instances, and a record must have its targets when it is made"
              .formatted(target.getName()),
          "declare the id of the target as a component instead.");
    }
  }
}
