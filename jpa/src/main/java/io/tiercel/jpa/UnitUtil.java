package io.tiercel.jpa;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Nearest;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.metamodel.Attribute;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions about instances of a unit (Jakarta Persistence 3.2, section 7.11). Safe for any number
/// of threads.
final class UnitUtil implements PersistenceUnitUtil {
  private final Descriptors descriptors;

  UnitUtil(Descriptors descriptors) {
    this.descriptors = descriptors;
  }

  @Override
  public boolean isLoaded(Object entity, String attributeName) {
    var attribute = attribute(entity, attributeName);
    EntityDescriptor type = describe(entity);
    return LoadStates.isPresent(entity)
        ? LoadStates.isPresent(type.get(entity, attribute))
        : type.mapping().id().attributes().contains(attribute);
  }

  @Override
  public <E> boolean isLoaded(E entity, Attribute<? super E, ?> attribute) {
    return isLoaded(entity, attribute.getName());
  }

  /// Of an entity, and of one of our collections too.
  @Override
  public boolean isLoaded(Object entity) {
    return LoadStates.isPresent(entity);
  }

  @Override
  public void load(Object entity, String attributeName) {
    var attribute = attribute(entity, attributeName);
    load(entity);
    Object value = describe(entity).get(entity, attribute);
    if (value instanceof LazyCollection collection) {
      collection.load();
    } else if (value != null) {
      loadState(value);
    }
  }

  @Override
  public <E> void load(E entity, Attribute<? super E, ?> attribute) {
    load(entity, attribute.getName());
  }

  @Override
  public void load(Object entity) {
    describe(entity);
    loadState(entity);
  }

  private static void loadState(Object entity) {
    if (entity instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      lazy.tiercelLoader().load(lazy);
    }
  }

  @Override
  public boolean isInstance(Object entity, Class<?> type) {
    descriptors.of(type);
    load(entity);
    return type.isInstance(entity);
  }

  @Override
  @SuppressWarnings("unchecked") // the entity class of a T is a T
  public <T> Class<? extends T> getClass(T entity) {
    return (Class<? extends T>) describe(entity).mapping().javaType();
  }

  @Override
  public @Nullable Object getIdentifier(Object entity) {
    EntityDescriptor type = describe(entity);
    return entity instanceof LazyInstance lazy ? lazy.tiercelId() : type.identifier(entity);
  }

  @Override
  public @Nullable Object getVersion(Object entity) {
    EntityDescriptor type = describe(entity);
    BasicAttribute version = type.mapping().version();
    if (version == null) {
      return null;
    }
    loadState(entity);
    return type.get(entity, version);
  }

  private EntityDescriptor describe(@Nullable Object entity) {
    if (entity == null) {
      throw new IllegalArgumentException("the entity is null");
    }
    return descriptors.ofInstance(entity);
  }

  private io.tiercel.jpa.mapping.Attribute attribute(
      @Nullable Object entity, @Nullable String name) {
    EntityDescriptor type = describe(entity);
    var attribute = name == null ? null : type.mapping().attribute(name);
    if (attribute == null) {
      throw new IllegalArgumentException(
          "%s has no attribute \"%s\"\nHint: %s"
              .formatted(type, name, Nearest.hint(String.valueOf(name), names(type))));
    }
    return attribute;
  }

  private static List<String> names(EntityDescriptor type) {
    return type.mapping().attributes().stream()
        .map(io.tiercel.jpa.mapping.Attribute::name)
        .toList();
  }
}
