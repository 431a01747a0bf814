package io.tiercel.jpa.context;

import io.tiercel.jpa.access.AccessRegistry;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.UnitMapping;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// The descriptors of a unit, each made when its entity is first used. Safe for any number of
/// threads.
public final class Descriptors {
  private final UnitMapping unit;
  private final AccessRegistry accesses = new AccessRegistry();
  private final ConcurrentHashMap<Class<?>, EntityDescriptor> byType = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /// For the entities of that unit.
  public Descriptors(UnitMapping unit) {
    this.unit = unit;
  }

  /// The descriptor of an entity class; IllegalArgumentException when it is none of this unit.
  public EntityDescriptor of(Class<?> type) {
    EntityDescriptor known = byType.get(type);
    return known != null ? known : describe(unit.entity(type));
  }

  EntityDescriptor of(EntityMapping mapping) {
    EntityDescriptor known = byType.get(mapping.javaType());
    return known != null ? known : describe(mapping);
  }

  /// The descriptor of an instance's class, generated subclasses included.
  public EntityDescriptor ofInstance(Object instance) {
    return of(
        instance instanceof LazyInstance
            ? instance.getClass().getSuperclass()
            : instance.getClass());
  }

  /// How many there are so far: one more than the highest ordinal.
  int size() {
    return count.get();
  }

  private EntityDescriptor describe(EntityMapping mapping) {
    return byType.computeIfAbsent(
        mapping.javaType(),
        type -> new EntityDescriptor(mapping, accesses.of(mapping), count.getAndIncrement()));
  }
}
