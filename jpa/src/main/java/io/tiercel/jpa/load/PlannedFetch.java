package io.tiercel.jpa.load;

import io.tiercel.jpa.collection.LazyCollection;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds what a plan names of an instance and is not here yet, and what it names of what is here
/// already. All that is found at one time travels in one exchange.
final class PlannedFetch {
  private final Loader loader;
  private final PendingLoads pending;

  /// What [#named] has looked up: one for each level of the plan, and each class there.
  private final List<Known> known = new ArrayList<>(2);

  /// @param below the plan for what it leads to
  private record Named(Attribute attribute, FetchPlan below) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Known(EntityDescriptor type, FetchPlan plan, Named[] named) {}

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
    for (Named one : named(entry.type, plan)) {
      collect(entry, one.attribute(), one.below());
    }
  }

  /// What the plan names of instances of one type, looked up once for all of them.
  @SuppressWarnings("ReferenceEquality") // equal ones are looked up anew
  private Named[] named(EntityDescriptor type, FetchPlan plan) {
    for (int i = 0; i < known.size(); i++) {
      Known one = known.get(i);
      if (one.type() == type && one.plan() == plan) {
        return one.named();
      }
    }
    List<Named> all = new ArrayList<>();
    plan.of(type.mapping.javaType())
        .named()
        .forEach(
            (name, below) -> {
              Attribute attribute = type.mapping.attribute(name);
              // Null when only other classes than the instance's have it.
              if (attribute != null) {
                all.add(new Named(attribute, below));
              }
            });
    Named[] named = all.toArray(Named[]::new);
    known.add(new Known(type, plan, named));
    return named;
  }

  private void collect(EntityEntry entry, Attribute attribute, FetchPlan below) {
    Object value = entry.type.access.get(entry.instance, attribute.index());
    if (attribute instanceof ToOneAttribute toOne && value != null) {
      EntityDescriptor declared = loader.descriptors().of(toOne.target().type());
      target(loader.identities().of(value, entry, toOne, declared), below);
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
    if (instance != null) {
      target(loader.identities().of(instance), below);
    }
  }

  private void target(@Nullable EntityEntry target, FetchPlan below) {
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
