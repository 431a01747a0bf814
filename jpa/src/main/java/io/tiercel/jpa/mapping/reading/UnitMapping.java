package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.bean.UnitBeans;
import io.tiercel.jpa.mapping.EntityCallbacks;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.source.AnnotationSource;
import io.tiercel.jpa.mapping.source.Annotations;
import io.tiercel.jpa.mapping.source.Naming;
import jakarta.persistence.MappedSuperclass;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The managed classes of a persistence unit. An entity is read when it is first asked for; names
/// are read up front, because JPQL needs them. Safe for any number of threads.
public final class UnitMapping {
  private final List<Class<?>> managedClasses;
  private final Map<String, Class<?>> entitiesByName;
  private final List<Class<?>> entityTypes;
  private final Set<Class<?>> entitySet;
  private final ConcurrentHashMap<Class<?>, EntityMapping> mappings = new ConcurrentHashMap<>();
  private final AnnotationSource annotations;
  private final Naming naming;
  private final UnitBeans beans;
  private final MappingReader reader;

  /// The managed classes may hold entities, mapped superclasses, embeddables and converters in any
  /// order. A mapped superclass of one of them belongs to the unit without being listed.
  public UnitMapping(Collection<Class<?>> managedClasses) {
    this(managedClasses, MappingOptions.DEFAULT);
  }

  /// As above, with types stored as these options say.
  public UnitMapping(Collection<Class<?>> managedClasses, MappingOptions options) {
    this(managedClasses, options, AnnotationSource.CLASSES, UnitBeans.constructed());
  }

  /// As above, with annotations from that source, and these listeners and converters.
  public UnitMapping(
      Collection<Class<?>> managedClasses,
      MappingOptions options,
      AnnotationSource annotations,
      UnitBeans beans) {
    this.annotations = annotations;
    this.beans = beans;
    this.naming = options.naming();
    this.managedClasses = reading(() -> withMappedSuperclasses(managedClasses));
    this.entitiesByName = reading(() -> MappingReader.entitiesByName(this.managedClasses));
    this.entityTypes = List.copyOf(entitiesByName.values());
    this.entitySet = Set.copyOf(entityTypes);
    this.reader =
        reading(
            () ->
                new MappingReader(
                    this, new Hierarchies(entityTypes), this.managedClasses, options, beans));
  }

  /// A mapped superclass that is not listed comes before the first class that extends it.
  private static List<Class<?>> withMappedSuperclasses(Collection<Class<?>> listed) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> type : listed) {
      for (Class<?> up = type.getSuperclass(); up != null; up = up.getSuperclass()) {
        if (Annotations.has(up, MappedSuperclass.class) && !listed.contains(up)) {
          all.add(up);
        }
      }
      all.add(type);
    }
    return List.copyOf(all);
  }

  /// Does something that reads annotations of this unit's classes.
  <T extends @Nullable Object> T reading(Supplier<T> work) {
    return Annotations.within(annotations, naming, work);
  }

  /// The annotations of that type at classes of the unit, then those that mapping files declare
  /// for the unit: what has a name there overrides the annotation of that name (section 12.2.1).
  public <A extends Annotation> List<A> annotations(Class<A> type) {
    return reading(
        () -> {
          List<A> found = new ArrayList<>();
          managedClasses.forEach(each -> found.addAll(List.of(Annotations.all(each, type))));
          found.addAll(List.of(annotations.ofUnit(type)));
          return found;
        });
  }

  /// The annotations of that type at one class, as the unit's mapping files have it.
  public <A extends Annotation> List<A> annotations(Class<?> element, Class<A> type) {
    return reading(() -> List.of(Annotations.all(element, type)));
  }

  /// Whether a field or method of a class of the unit has that annotation.
  public boolean hasAttribute(Class<? extends Annotation> type) {
    return reading(
        () -> {
          for (Class<?> each : managedClasses) {
            if (isAtOneOf(each.getDeclaredFields(), type)
                || isAtOneOf(each.getDeclaredMethods(), type)) {
              return true;
            }
          }
          return false;
        });
  }

  /// Whether a field of a class of the unit is of that type, or a collection of such.
  public boolean hasAttributeOf(Class<?> type) {
    return reading(
        () ->
            managedClasses.stream()
                .flatMap(each -> Stream.of(each.getDeclaredFields()))
                .anyMatch(field -> isOf(field.getGenericType(), type)));
  }

  private static boolean isOf(Type field, Class<?> type) {
    return field == type
        || (field instanceof ParameterizedType many
            && List.of(many.getActualTypeArguments()).contains(type));
  }

  private static boolean isAtOneOf(AnnotatedElement[] members, Class<? extends Annotation> type) {
    for (AnnotatedElement member : members) {
      if (Annotations.has(member, type)) {
        return true;
      }
    }
    return false;
  }

  /// The listeners and converters of the unit. Whoever opened it closes them.
  public UnitBeans beans() {
    return beans;
  }

  /// All classes of the unit, in its order, mapped superclasses that it does not list included.
  public List<Class<?>> managedClasses() {
    return managedClasses;
  }

  /// The entity classes in the order of the unit.
  public List<Class<?>> entityTypes() {
    return entityTypes;
  }

  /// The names of the entities in JPQL, in the order of the unit.
  public Set<String> entityNames() {
    return entitiesByName.keySet();
  }

  /// The mapping of an entity class or of a generated subclass of it; IllegalArgumentException
  /// naming the class and the unit's entities when it is not an entity of this unit;
  /// [MappingException] when its annotations cannot be followed.
  public EntityMapping entity(Class<?> type) {
    EntityMapping known = mappings.get(type);
    return known != null ? known : read(type);
  }

  /// The mapping of the entity of that name in JPQL, or null.
  public @Nullable EntityMapping entityNamed(String name) {
    Class<?> type = entitiesByName.get(name);
    return type == null ? null : entity(type);
  }

  /// The entity class of that name in JPQL, or null.
  public @Nullable Class<?> entityClassNamed(String name) {
    return entitiesByName.get(name);
  }

  /// Whether the class is an entity of this unit; generated subclasses are not.
  public boolean isEntity(Class<?> type) {
    return entitySet.contains(type);
  }

  /// The callbacks of an entity class, read anew at each call; [MappingException] when one cannot
  /// be called.
  public EntityCallbacks callbacks(Class<?> entity) {
    return reading(() -> CallbackReader.read(entity));
  }

  private EntityMapping read(Class<?> type) {
    if (isEntity(type)) {
      return remember(type, reading(() -> reader.read(type)));
    }
    // The generated subclasses are hidden classes, and nothing else may extend an entity unseen.
    Class<?> superclass = type.getSuperclass();
    if (type.isHidden() && superclass != null && isEntity(superclass)) {
      return remember(type, entity(superclass));
    }
    throw new IllegalArgumentException(
        "%s is not an entity of this persistence unit, which has %s\nHint: annotate it with @Entity and list it in the unit."
            .formatted(type.getName(), entitiesByName.keySet()));
  }

  private EntityMapping remember(Class<?> type, EntityMapping mapping) {
    EntityMapping earlier = mappings.putIfAbsent(type, mapping);
    return earlier != null ? earlier : mapping;
  }
}
