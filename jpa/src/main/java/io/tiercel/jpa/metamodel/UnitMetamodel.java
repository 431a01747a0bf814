package io.tiercel.jpa.metamodel;

import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.reading.ManagedClasses;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import jakarta.persistence.metamodel.EmbeddableType;
import jakarta.persistence.metamodel.EntityType;
import jakarta.persistence.metamodel.ManagedType;
import jakarta.persistence.metamodel.Metamodel;
import jakarta.persistence.metamodel.Type;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The metamodel of one unit. A class has one type in it, made when it is first asked for. Safe for
/// any number of threads.
public final class UnitMetamodel implements Metamodel {
  private final ManagedClasses classes;
  private final ConcurrentHashMap<Class<?>, ManagedType<?>> managed = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Class<?>, Type<?>> others = new ConcurrentHashMap<>();

  /// The metamodel of that unit.
  public UnitMetamodel(UnitMapping unit) {
    this.classes = new ManagedClasses(unit);
  }

  ManagedClasses classes() {
    return classes;
  }

  @Override
  public EntityType<?> entity(@Nullable String name) {
    Class<?> type = name == null ? null : classes.entityNamed(name);
    if (type == null) {
      List<String> names = classes.entities().stream().map(classes::entityName).toList();
      throw new IllegalArgumentException(
          "no entity is named \"%s\"\nHint: %s"
              .formatted(name, Nearest.hint(String.valueOf(name), names)));
    }
    return entity(type);
  }

  @Override
  public <X> EntityType<X> entity(@Nullable Class<X> type) {
    return expect(type, EntityType.class, "an entity");
  }

  @Override
  public <X> ManagedType<X> managedType(@Nullable Class<X> type) {
    return expect(type, ManagedType.class, "an entity, mapped superclass or embeddable");
  }

  @Override
  public <X> EmbeddableType<X> embeddable(@Nullable Class<X> type) {
    return expect(type, EmbeddableType.class, "an embeddable");
  }

  // The managed type of Class<X> is a ManagedType<X>.
  @SuppressWarnings({"unchecked", "rawtypes", "TypeParameterUnusedInFormals"})
  private <X, T extends ManagedType> T expect(
      @Nullable Class<X> type, Class<? super T> kind, String expected) {
    ManagedType<X> found = type == null ? null : managed(type);
    if (!kind.isInstance(found)) {
      throw new IllegalArgumentException(
          "%s is not %s of this persistence unit"
              .formatted(type == null ? null : type.getName(), expected));
    }
    return (T) found;
  }

  @Override
  public Set<ManagedType<?>> getManagedTypes() {
    Set<ManagedType<?>> all = new LinkedHashSet<>(getEntities());
    classes.mappedSuperclasses().forEach(type -> all.add(managedType(type)));
    all.addAll(getEmbeddables());
    return all;
  }

  @Override
  public Set<EntityType<?>> getEntities() {
    Set<EntityType<?>> all = new LinkedHashSet<>();
    classes.entities().forEach(type -> all.add(entity(type)));
    return all;
  }

  @Override
  public Set<EmbeddableType<?>> getEmbeddables() {
    Set<EmbeddableType<?>> all = new LinkedHashSet<>();
    classes.embeddables().forEach(type -> all.add(embeddable(type)));
    return all;
  }

  /// The managed type of a class, null when it has none.
  @SuppressWarnings("unchecked") // a class is put with its own type
  <X> @Nullable ManagedType<X> managed(Class<X> type) {
    ManagedType<?> known = managed.get(type);
    if (known == null) {
      ManagedType<X> made = make(type);
      if (made == null) {
        return null;
      }
      ManagedType<?> earlier = managed.putIfAbsent(type, made);
      known = earlier != null ? earlier : made;
    }
    return (ManagedType<X>) known;
  }

  private <X> @Nullable ManagedType<X> make(Class<X> type) {
    if (classes.isEntity(type)) {
      return new UnitEntityType<>(this, type);
    }
    if (classes.mappedSuperclasses().contains(type)) {
      return new UnitMappedSuperclassType<>(this, type);
    }
    return classes.embeddables().contains(type) ? new UnitEmbeddableType<>(this, type) : null;
  }

  /// The type of an attribute, element or key: managed, or else basic.
  @SuppressWarnings("unchecked") // a class is put with its own type
  <X> Type<X> type(Class<X> type) {
    Type<?> basic = others.get(type);
    if (basic != null) {
      return (Type<X>) basic;
    }
    ManagedType<X> found = managed(type);
    return found != null
        ? found
        : (Type<X>) others.computeIfAbsent(type, unknown -> new UnitBasicType<>(unknown));
  }
}
