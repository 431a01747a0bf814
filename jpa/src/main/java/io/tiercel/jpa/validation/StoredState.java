package io.tiercel.jpa.validation;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.access.MemberAccess;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import jakarta.persistence.PersistenceException;
import jakarta.validation.Path;
import jakarta.validation.TraversableResolver;
import java.lang.annotation.ElementType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// How far a validation may look: not at what is not loaded, and not into other entities, which are
/// validated by events of their own (Jakarta Persistence 3.2, section 3.7.1.2). Safe for any number
/// of threads.
final class StoredState implements TraversableResolver {
  private final Predicate<@Nullable Object> isLoaded;

  /// By class: the attributes that are not simply there, by name.
  private final ConcurrentHashMap<Class<?>, Map<String, Limit>> limits = new ConcurrentHashMap<>();

  /// What has to be looked at before an attribute is.
  private sealed interface Limit {

    /// The provider gives the value when it writes, so that there is nothing to hold against the
    /// application before.
    record Given() implements Limit {}

    /// A value that may not be loaded.
    ///
    /// @param read gives it as it is
    record Lazy(boolean isAssociation, Function<Object, @Nullable Object> read) implements Limit {}
  }

  StoredState(Predicate<@Nullable Object> isLoaded) {
    this.isLoaded = isLoaded;
  }

  /// Makes an entity's attributes, and those of its embeddables, known.
  void add(EntityMapping mapping, MemberAccess access) {
    Map<String, Limit> ofEntity = new HashMap<>();
    for (Attribute attribute : mapping.attributes()) {
      put(ofEntity, attribute, instance -> access.get(instance, attribute.index()));
    }
    BasicAttribute version = mapping.version();
    if (version != null) {
      ofEntity.put(version.name(), new Limit.Given());
    }
    limits.put(mapping.javaType(), Map.copyOf(ofEntity));
  }

  private void put(
      Map<String, Limit> limitsOfClass,
      Attribute attribute,
      Function<Object, @Nullable Object> read) {
    switch (attribute) {
      case BasicAttribute _ -> {
        // Always there.
      }
      case EmbeddedAttribute embedded -> addEmbeddable(embedded);
      case ToOneAttribute _, ToManyAttribute _ ->
          limitsOfClass.put(attribute.name(), new Limit.Lazy(true, read));
      case ElementCollectionAttribute values -> {
        limitsOfClass.put(attribute.name(), new Limit.Lazy(false, read));
        if (values.element() instanceof EmbeddedAttribute embedded) {
          addEmbeddable(embedded);
        }
      }
    }
  }

  private void addEmbeddable(EmbeddedAttribute embedded) {
    Map<String, Limit> ofEmbeddable = new HashMap<>();
    for (Attribute attribute : embedded.attributes()) {
      put(ofEmbeddable, attribute, instance -> read(attribute.javaMember(), instance));
    }
    limits.put(embedded.javaType(), Map.copyOf(ofEmbeddable));
  }

  private static @Nullable Object read(Member member, Object instance) {
    try {
      ((AccessibleObject) member).setAccessible(true);
      return member instanceof Field field
          ? field.get(instance)
          : ((Method) member).invoke(instance);
    } catch (IllegalAccessException | InvocationTargetException | InaccessibleObjectException e) {
      throw new PersistenceException("could not read %s to validate it".formatted(member), e);
    }
  }

  @Override
  public boolean isReachable(
      @Nullable Object owner,
      Path.Node attribute,
      Class<?> rootType,
      Path path,
      ElementType elementType) {
    return owner == null
        || switch (limit(owner, attribute)) {
          case null -> true;
          case Limit.Given _ -> false;
          case Limit.Lazy lazy -> isLoaded.test(lazy.read().apply(owner));
        };
  }

  @Override
  public boolean isCascadable(
      @Nullable Object owner,
      Path.Node attribute,
      Class<?> rootType,
      Path path,
      ElementType elementType) {
    return owner == null
        || !(limit(owner, attribute) instanceof Limit.Lazy lazy && lazy.isAssociation());
  }

  private @Nullable Limit limit(Object owner, Path.Node attribute) {
    Class<?> type =
        owner instanceof LazyInstance ? owner.getClass().getSuperclass() : owner.getClass();
    String name = attribute.getName();
    return name == null ? null : limits.getOrDefault(type, Map.of()).get(name);
  }
}
