package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.learn.ReadTrace;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds how an instance is reached from another through what is loaded, by the shortest way. Looks
/// at a limited number of instances: it serves reads that are observed, and large ones are not to
/// be learned anyway.
final class ReadPath {
  private static final int MAX_INSTANCES = 512;

  private final IdentityMap identities;
  private final ArrayDeque<Step> next = new ArrayDeque<>();
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  /// An instance, and how it was reached.
  private record Step(EntityEntry entry, String path, int depth) {}

  ReadPath(IdentityMap identities, EntityEntry from) {
    this.identities = identities;
    next.add(new Step(from, "", 0));
    seen.add(from.instance);
  }

  /// The path to an instance, empty for that it begins at; null when none was found.
  @Nullable String to(Object instance) {
    if (seen.contains(instance)) {
      return "";
    }
    for (Step step = next.poll(); step != null; step = next.poll()) {
      String found = lookAround(step, instance);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private @Nullable String lookAround(Step step, Object wanted) {
    EntityDescriptor type = step.entry.type;
    Object owner = step.entry.instance;
    for (List<ToOneAttribute> some : List.of(type.owningToOnes, type.inverseToOnes)) {
      for (ToOneAttribute attribute : some) {
        Object target = type.access.get(owner, attribute.index());
        if (reach(step, attribute.name(), target, wanted)) {
          return below(step, attribute.name());
        }
      }
    }
    for (PluralAttribute attribute : type.plurals) {
      Object value = type.access.get(owner, attribute.index());
      if (Contents.isLoaded(value)) {
        for (Object element : elements(value)) {
          if (reach(step, attribute.name(), element, wanted)) {
            return below(step, attribute.name());
          }
        }
      }
    }
    return null;
  }

  private static Collection<?> elements(@Nullable Object value) {
    return switch (value) {
      case Collection<?> many -> many;
      case Map<?, ?> map -> map.values();
      case null, default -> List.of();
    };
  }

  /// Whether that is it; else it is looked around there later.
  private boolean reach(Step from, String name, @Nullable Object target, Object wanted) {
    if (target == null || target == wanted) {
      return target != null;
    }
    if (from.depth + 1 < ReadTrace.MAX_DEPTH && seen.size() < MAX_INSTANCES && seen.add(target)) {
      EntityEntry entry = identities.of(target);
      if (entry != null && entry.state == State.MANAGED && !entry.type.isRecord) {
        next.add(new Step(entry, below(from, name), from.depth + 1));
      }
    }
    return false;
  }

  private static String below(Step step, String name) {
    return step.path.isEmpty() ? name : step.path + ReadTrace.SEPARATOR + name;
  }
}
