package io.tiercel.jpa.mapping;

import jakarta.persistence.Convert;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.PostRemove;
import jakarta.persistence.PostUpdate;
import jakarta.persistence.PrePersist;
import jakarta.persistence.PreRemove;
import jakarta.persistence.PreUpdate;
import jakarta.persistence.PrimaryKeyJoinColumn;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The annotations of attributes that mean something we cannot do yet: refused rather than ignored.
final class Unsupported {
  private static final Map<Class<? extends Annotation>, String> HINTS = new LinkedHashMap<>();

  static {
    HINTS.put(MapsId.class, "give the entity an @Id of its own beside the association.");
    HINTS.put(PrimaryKeyJoinColumn.class, "use @JoinColumn with a column of its own.");
  }

  private static final List<Class<? extends Annotation>> CALLBACKS =
      List.of(
          PrePersist.class,
          PostPersist.class,
          PreUpdate.class,
          PostUpdate.class,
          PreRemove.class,
          PostRemove.class,
          PostLoad.class);

  private Unsupported() {}

  /// Callbacks left uncalled would leave wrong data behind without a word.
  static void refuseCallbacks(Class<?> entity) {
    for (Class<?> type : PersistentMembers.hierarchy(entity)) {
      if (type.isAnnotationPresent(EntityListeners.class)) {
        throw new MappingException(
            type,
            null,
            "@EntityListeners is not supported yet",
            "call the listener where the entity is persisted or changed.");
      }
      for (Method method : type.getDeclaredMethods()) {
        for (Class<? extends Annotation> callback : CALLBACKS) {
          if (method.isAnnotationPresent(callback)) {
            throw new MappingException(
                type,
                method.getName(),
                "@%s is not supported yet".formatted(callback.getSimpleName()),
                "call the method where the entity is persisted or changed.");
          }
        }
      }
    }
  }

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
