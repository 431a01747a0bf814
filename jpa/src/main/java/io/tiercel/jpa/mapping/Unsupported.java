package io.tiercel.jpa.mapping;

import jakarta.persistence.Convert;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PrimaryKeyJoinColumn;
import java.lang.annotation.Annotation;
import java.util.LinkedHashMap;
import java.util.Map;

/// The annotations of attributes that mean something we cannot do yet: refused rather than ignored.
final class Unsupported {
  private static final Map<Class<? extends Annotation>, String> HINTS = new LinkedHashMap<>();

  static {
    HINTS.put(MapsId.class, "give the entity an @Id of its own beside the association.");
    HINTS.put(PrimaryKeyJoinColumn.class, "use @JoinColumn with a column of its own.");
  }

  private Unsupported() {}

  static void refuse(PersistentMember member) {
    HINTS.forEach(
        (annotation, hint) -> {
          if (member.has(annotation)) {
            throw member.refusal(
                "@%s is not supported yet".formatted(annotation.getSimpleName()), hint);
          }
        });
    if (member.has(Id.class) && (member.has(ManyToOne.class) || member.has(OneToOne.class))) {
      throw member.refusal(
          "an association as id is not supported yet",
          "give the entity an @Id of its own beside the association.");
    }
    if (member.has(OrderColumn.class) && !ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "an @OrderColumn of an association is not supported yet",
          "give the target a position attribute and use @OrderBy.");
    }
    if (java.util.Map.class.isAssignableFrom(member.javaType())
        && !member.has(Convert.class)
        && !ElementCollectionReader.isElementCollection(member)) {
      throw member.refusal(
          "a Map of entities is not supported yet",
          "use a List or Set, and build the map where it is needed.");
    }
  }
}
