package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.AttributeFacts;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.member.PersistentMembers;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.AccessType;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.metamodel.Attribute.PersistentAttributeType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The entities, mapped superclasses and embeddables of a unit, and what their annotations say
/// about their attributes. Mapped superclasses and embeddables belong to it when the unit lists
/// them or an entity uses them. Entities are walked through on the first question that is not about
/// an entity. Safe for any number of threads.
public final class ManagedClasses {
  private final UnitMapping unit;
  private volatile @Nullable Walk walk;

  /// The classes of that unit.
  public ManagedClasses(UnitMapping unit) {
    this.unit = unit;
  }

  /// The entity classes, in the order of the unit.
  public List<Class<?>> entities() {
    return unit.entityTypes();
  }

  /// The mapped superclasses.
  public Set<Class<?>> mappedSuperclasses() {
    return Collections.unmodifiableSet(walk().superclasses.keySet());
  }

  /// The embeddable classes, those of embedded ids included.
  public Set<Class<?>> embeddables() {
    return Collections.unmodifiableSet(walk().embeddables.keySet());
  }

  /// Whether the class is an entity of the unit.
  public boolean isEntity(Class<?> type) {
    return unit.isEntity(type);
  }

  /// The entity of that name in JPQL, or null.
  public @Nullable Class<?> entityNamed(String name) {
    return unit.entityClassNamed(name);
  }

  /// The name of an entity in JPQL.
  public String entityName(Class<?> entity) {
    return unit.reading(() -> Tables.entityName(entity));
  }

  /// The id class of an entity or mapped superclass, null without one.
  public @Nullable Class<?> idClass(Class<?> type) {
    return unit.reading(() -> IdClasses.of(type));
  }

  /// The nearest superclass that is an entity or mapped superclass, or null.
  public @Nullable Class<?> supertype(Class<?> type) {
    return unit.reading(() -> nearestAbove(type));
  }

  private @Nullable Class<?> nearestAbove(Class<?> type) {
    for (Class<?> up = type.getSuperclass(); up != null; up = up.getSuperclass()) {
      if (isEntity(up) || Annotations.has(up, MappedSuperclass.class)) {
        return up;
      }
    }
    return null;
  }

  /// The attributes of a managed class, inherited ones included, the id first.
  public List<AttributeFacts> attributes(Class<?> type) {
    return unit.reading(() -> members(type).stream().map(AttributeFactsReader::of).toList());
  }

  private List<PersistentMember> members(Class<?> type) {
    if (isEntity(type)) {
      return PersistentMembers.ofEntity(type);
    }
    Walk found = walk();
    AccessType access = found.superclasses.get(type);
    if (access != null) {
      return PersistentMembers.ofMappedSuperclass(type, access);
    }
    return PersistentMembers.ofEmbeddable(
        type, found.embeddables.getOrDefault(type, AccessType.FIELD));
  }

  private Walk walk() {
    Walk known = walk;
    if (known == null) {
      known = unit.reading(() -> new Walk(unit));
      walk = known;
    }
    return known;
  }

  /// Finds what entities use, and how: a class that does not say how its state is reached is
  /// reached as the first entity that uses it (section 2.3.1).
  private static final class Walk {
    private final Map<Class<?>, AccessType> superclasses = new LinkedHashMap<>();
    private final Map<Class<?>, AccessType> embeddables = new LinkedHashMap<>();
    private final Set<Class<?>> listedEmbeddables = new LinkedHashSet<>();

    Walk(UnitMapping unit) {
      for (Class<?> entity : unit.entityTypes()) {
        AccessType access = PersistentMembers.access(entity);
        addSuperclasses(entity, access);
        PersistentMembers.ofEntity(entity).forEach(member -> addEmbeddables(member, access));
      }
      for (Class<?> type : unit.managedClasses()) {
        if (Annotations.has(type, MappedSuperclass.class)) {
          superclasses.putIfAbsent(type, PersistentMembers.ownAccess(type));
        } else if (EmbeddedReader.isEmbeddable(type)) {
          listedEmbeddables.add(type);
        }
      }
      listedEmbeddables.forEach(type -> addEmbeddable(type, PersistentMembers.ownAccess(type)));
      // A class that is annotated as both has its managed type as an entity.
      embeddables.keySet().removeAll(unit.entityTypes());
    }

    private void addSuperclasses(Class<?> entity, AccessType access) {
      for (Class<?> up = entity.getSuperclass(); up != null; up = up.getSuperclass()) {
        if (Annotations.has(up, MappedSuperclass.class)) {
          superclasses.putIfAbsent(up, access);
        }
      }
    }

    private void addEmbeddables(PersistentMember member, AccessType access) {
      AttributeFacts facts = AttributeFactsReader.of(member);
      if (facts.kind() == PersistentAttributeType.EMBEDDED) {
        addEmbeddable(facts.javaType(), access);
      } else if (EmbeddedReader.isEmbeddable(facts.elementType())) {
        addEmbeddable(facts.elementType(), access);
      }
      Class<?> key = facts.keyType();
      if (key != null && EmbeddedReader.isEmbeddable(key)) {
        addEmbeddable(key, access);
      }
    }

    private void addEmbeddable(Class<?> type, AccessType access) {
      if (embeddables.putIfAbsent(type, access) == null) {
        addSuperclasses(type, access);
        PersistentMembers.ofEmbeddable(type, access)
            .forEach(member -> addEmbeddables(member, access));
      }
    }
  }
}
