package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.AccessRegistry;
import io.tiercel.jpa.access.EmbeddableAccess;
import io.tiercel.jpa.access.EntityAccess;
import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.reading.UnitMapping;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedEntity;
import io.tiercel.jpa.validation.TypeValidation;
import io.tiercel.jpa.validation.UnitValidation;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// The descriptors of a unit, each made when its entity is first used. Safe for any number of
/// threads.
public final class Descriptors {
  private static final int MAX_ORDERS = 1_000;

  private final UnitMapping unit;
  private final UnitValidation validation;
  private final @Nullable SharedEntities shared;
  private final AccessRegistry accesses = new AccessRegistry();
  private final ConcurrentHashMap<Class<?>, EntityDescriptor> byType = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Set<EntityDescriptor>, TypeOrder> orders =
      new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Class<?>, Integer> ordinals = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /// For the entities of that unit.
  public Descriptors(UnitMapping unit, UnitValidation validation) {
    this(unit, validation, null);
  }

  /// As above.
  ///
  /// @param shared which of them are in the shared cache; null when the unit has none
  public Descriptors(UnitMapping unit, UnitValidation validation, @Nullable SharedEntities shared) {
    this.unit = unit;
    this.shared = shared;
    this.validation = validation;
  }

  /// Which entities are in the shared cache; null when none is.
  public @Nullable SharedEntities shared() {
    return shared;
  }

  /// The descriptor of an entity class; IllegalArgumentException when it is none of this unit.
  public EntityDescriptor of(Class<?> type) {
    EntityDescriptor known = byType.get(type);
    return known != null ? known : describe(unit.entity(type));
  }

  public EntityDescriptor of(EntityMapping mapping) {
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

  /// The validation of an entity's instances.
  TypeValidation validation(EntityMapping mapping, EntityAccess access) {
    return validation.of(mapping, access);
  }

  /// The access to values of an embedded attribute.
  public EmbeddableAccess access(EmbeddedAttribute attribute) {
    return accesses.of(attribute);
  }

  /// The order of these types, worked out once for each set of them.
  public TypeOrder order(Set<EntityDescriptor> types) {
    TypeOrder known = orders.get(types);
    if (known != null) {
      return known;
    }
    TypeOrder order = new TypeOrder(types, this);
    // A unit that writes its types in every mixture must not fill the heap with orders.
    if (orders.size() < MAX_ORDERS) {
      orders.put(Set.copyOf(types), order);
    }
    return order;
  }

  /// How many there are so far: one more than the highest ordinal.
  int size() {
    return count.get();
  }

  private EntityDescriptor describe(EntityMapping mapping) {
    // Listeners are the application's code, so they are made before the map is held.
    Callbacks callbacks = Callbacks.of(unit.callbacks(mapping.javaType()), unit.beans());
    int ordinal =
        ordinals.computeIfAbsent(mapping.inheritance().root(), root -> count.getAndIncrement());
    SharedEntity ofShared = shared == null ? null : shared.of(mapping);
    return byType.computeIfAbsent(
        mapping.javaType(),
        type ->
            new EntityDescriptor(
                mapping,
                accesses.of(mapping),
                accesses.ofId(mapping),
                callbacks,
                elementRows(mapping),
                places(mapping),
                ordinal,
                this,
                ofShared));
  }

  private List<Places> places(EntityMapping mapping) {
    List<Places> places = new ArrayList<>(0);
    for (Attribute attribute : mapping.indexed()) {
      if (attribute instanceof ToManyAttribute toMany && Places.has(toMany)) {
        places.add(new Places(mapping, toMany, this));
      }
    }
    return places;
  }

  private List<ElementRows> elementRows(EntityMapping mapping) {
    List<ElementRows> rows = new ArrayList<>(0);
    for (Attribute attribute : mapping.indexed()) {
      if (attribute instanceof ElementCollectionAttribute values) {
        rows.add(new ElementRows(values, this));
      }
    }
    return rows;
  }
}
