package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.access.EmbeddedMember;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Follows the associations of an instance that pass an operation on.
public final class Cascades {
  private Cascades() {}

  /// Calls the consumer with each associated instance. Collections that are not loaded are passed
  /// over, or loaded if asked.
  public static void follow(
      EntityDescriptor type,
      Object instance,
      Predicate<Cascade> passes,
      boolean orphansToo,
      boolean loadCollections,
      Consumer<Object> consumer) {
    // By index: it is called for each instance, and most lists are empty.
    for (int i = 0; i < type.owningToOnes.size(); i++) {
      followToOne(type, instance, type.owningToOnes.get(i), passes, orphansToo, consumer);
    }
    for (int i = 0; i < type.inverseToOnes.size(); i++) {
      followToOne(type, instance, type.inverseToOnes.get(i), passes, orphansToo, consumer);
    }
    for (int i = 0; i < type.toManys.size(); i++) {
      ToManyAttribute attribute = type.toManys.get(i);
      if (passes.test(attribute.cascade()) || (orphansToo && attribute.orphanRemoval())) {
        for (Object element : elements(type, instance, attribute, loadCollections)) {
          if (element != null) {
            consumer.accept(element);
          }
        }
      }
    }
    for (int i = 0; i < type.elementRows.size(); i++) {
      followValues(type, instance, type.elementRows.get(i), passes, loadCollections, consumer);
    }
  }

  /// As above, of the associations in the embeddables of one collection, elements and keys.
  public static void followValues(
      EntityDescriptor type,
      Object instance,
      ElementRows rows,
      Predicate<Cascade> passes,
      boolean load,
      Consumer<Object> consumer) {
    if (!rows.passes(passes)) {
      return;
    }
    for (Object value : elements(type, instance, rows.attribute, load)) {
      followValue(value, rows.toOnes(), passes, consumer);
    }
    if (!rows.keyToOnes().isEmpty()
        && type.access.get(instance, rows.attribute.index()) instanceof Map<?, ?> map
        && (load || Contents.isLoaded(map))) {
      for (Object key : map.keySet().toArray()) {
        followValue(key, rows.keyToOnes(), passes, consumer);
      }
    }
  }

  private static void followValue(
      @Nullable Object value,
      List<EmbeddedMember<ToOneAttribute>> toOnes,
      Predicate<Cascade> passes,
      Consumer<Object> consumer) {
    for (EmbeddedMember<ToOneAttribute> toOne : toOnes) {
      Object target =
          value != null && passes.test(toOne.attribute().cascade()) ? toOne.get(value) : null;
      if (target != null) {
        consumer.accept(target);
      }
    }
  }

  private static void followToOne(
      EntityDescriptor type,
      Object instance,
      ToOneAttribute attribute,
      Predicate<Cascade> passes,
      boolean orphansToo,
      Consumer<Object> consumer) {
    if (passes.test(attribute.cascade()) || (orphansToo && attribute.orphanRemoval())) {
      Object target = type.access.get(instance, attribute.index());
      if (target != null) {
        consumer.accept(target);
      }
    }
  }

  /// The elements now, as an array that may be walked while the collection changes.
  public static @Nullable Object[] elements(
      EntityDescriptor type, Object instance, PluralAttribute attribute, boolean load) {
    Object value = type.access.get(instance, attribute.index());
    if (value == null) {
      return new Object[0];
    }
    if (value instanceof LazyCollection lazy && !lazy.isLoaded() && !load) {
      return new Object[0];
    }
    return Contents.of(value);
  }
}
