package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds what a plan names of an instance and is not here yet, and what it names of what is here
/// already. All that is found at one time travels in one exchange.
final class PlannedFetch {
  private final Loader loader;
  private final PendingLoads pending;

  /// Null where what is not here is to be loaded with everything else.
  private final @Nullable SharedRows shared;

  /// @param pending takes what is to be loaded
  PlannedFetch(Loader loader, PendingLoads pending) {
    this(loader, pending, null);
  }

  /// @param pending takes what is to be loaded
  /// @param shared what is looked into at once for single instances: not while a result is read,
  ///     for it may have to ask the server how far it is
  PlannedFetch(Loader loader, PendingLoads pending, @Nullable SharedRows shared) {
    this.loader = loader;
    this.pending = pending;
    this.shared = shared;
  }

  /// Goes through a managed instance. Plans are as deep as their graphs, so this ends.
  void collect(EntityEntry entry, FetchPlan plan) {
    if (plan.namesNothing() || entry.state != State.MANAGED) {
      return;
    }
    plan.of(entry.type.mapping.javaType())
        .named()
        .forEach((name, below) -> collect(entry, entry.type.mapping.attribute(name), below));
  }

  /// @param attribute null when only other classes than the instance's have it
  private void collect(EntityEntry entry, @Nullable Attribute attribute, FetchPlan below) {
    if (attribute == null) {
      return;
    }
    Object value = entry.type.access.get(entry.instance, attribute.index());
    if (attribute instanceof ToOneAttribute && value != null) {
      target(value, below);
    } else if (attribute instanceof PluralAttribute plural) {
      if (value instanceof LazyCollection lazy && !lazy.isLoaded()) {
        pending.collection(entry, plural, below);
      } else {
        elements(value).forEach(element -> target(element, below));
        if (value instanceof Map<?, ?> map) {
          map.keySet().forEach(key -> key(key, below));
        }
      }
    }
  }

  private static Collection<?> elements(@Nullable Object value) {
    return switch (value) {
      case Collection<?> many -> many;
      case Map<?, ?> map -> map.values();
      case null, default -> List.of();
    };
  }

  /// What the plan for a map's values names of one of its keys.
  void key(@Nullable Object key, FetchPlan ofValues) {
    FetchPlan ofKeys = ofValues.keys();
    if (ofKeys != null) {
      target(key, ofKeys);
    }
  }

  private void target(@Nullable Object instance, FetchPlan below) {
    EntityEntry target = instance == null ? null : loader.identities().of(instance);
    if (target == null) {
      return;
    }
    if (target.state == State.UNLOADED) {
      boolean isHit =
          shared != null
              && target.type.shared != null
              && SharedLoad.take(loader, shared, target.type, target.id, below, pending) != null;
      if (!isHit) {
        pending.key(target.type, target.id, below);
      }
    } else {
      collect(target, below);
    }
  }
}
