package io.tiercel.jpa;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.context.Descriptors;
import io.tiercel.jpa.context.EntityDescriptor;
import io.tiercel.jpa.mapping.BasicAttribute;
import jakarta.persistence.PersistenceUnitUtil;
import jakarta.persistence.metamodel.Attribute;
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
    return LoadStates.isPresent(entity) && LoadStates.isPresent(value(entity, attributeName));
  }

  @Override
  public <E> boolean isLoaded(E entity, Attribute<? super E, ?> attribute) {
    return isLoaded(entity, attribute.getName());
  }

  @Override
  public boolean isLoaded(Object entity) {
    return LoadStates.isPresent(entity);
  }

  @Override
  public void load(Object entity, String attributeName) {
    load(entity);
    Object value = value(entity, attributeName);
    if (value instanceof LazyCollection collection) {
      collection.load();
    } else if (value != null) {
      load(value);
    }
  }

  @Override
  public <E> void load(E entity, Attribute<? super E, ?> attribute) {
    load(entity, attribute.getName());
  }

  @Override
  public void load(Object entity) {
    if (entity instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      lazy.tiercelLoader().load(lazy);
    }
  }

  @Override
  public boolean isInstance(Object entity, Class<?> type) {
    return type.isInstance(entity);
  }

  @Override
  @SuppressWarnings("unchecked") // the entity class of a T is a T
  public <T> Class<? extends T> getClass(T entity) {
    return (Class<? extends T>) descriptors.ofInstance(entity).mapping().javaType();
  }

  @Override
  public @Nullable Object getIdentifier(Object entity) {
    if (entity instanceof LazyInstance lazy) {
      return lazy.tiercelId();
    }
    EntityDescriptor type = descriptors.ofInstance(entity);
    return type.identifier(entity);
  }

  @Override
  public @Nullable Object getVersion(Object entity) {
    load(entity);
    EntityDescriptor type = descriptors.ofInstance(entity);
    BasicAttribute version = type.mapping().version();
    return version == null ? null : type.get(entity, version);
  }

  private @Nullable Object value(Object entity, String attributeName) {
    EntityDescriptor type = descriptors.ofInstance(entity);
    var attribute = type.mapping().attribute(attributeName);
    if (attribute == null) {
      throw new IllegalArgumentException(
          "%s has no attribute \"%s\"".formatted(type, attributeName));
    }
    return type.get(entity, attribute);
  }
}
