package io.tiercel.jpa.load;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.learn.Learner;
import io.tiercel.jpa.learn.ReadSite;
import io.tiercel.jpa.mapping.PluralAttribute;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What the finds of each entity of a unit have learned to bring with it. Safe for any number of
/// threads.
public final class LearnedFinds {
  private final Learner learner;
  private final Descriptors descriptors;
  private final ConcurrentHashMap<EntityDescriptor, Optional<ReadSite<LearnedPlan>>> sites =
      new ConcurrentHashMap<>();

  /// Finds that tell that one.
  public LearnedFinds(Learner learner, Descriptors descriptors) {
    this.learner = learner;
    this.descriptors = descriptors;
  }

  /// The finds of an entity; null when nothing that it leads to is lazy.
  @Nullable ReadSite<LearnedPlan> of(EntityDescriptor type) {
    Optional<ReadSite<LearnedPlan>> known = sites.get(type);
    if (known == null) {
      known = sites.computeIfAbsent(type, this::site);
    }
    return known.orElse(null);
  }

  private Optional<ReadSite<LearnedPlan>> site(EntityDescriptor type) {
    boolean isLazy =
        type.mapping.isPolymorphic()
            || type.plurals.stream().anyMatch(PluralAttribute::lazy)
            || !type.owningToOnes.isEmpty();
    return isLazy
        ? Optional.of(
            learner.site(
                "find " + type,
                paths -> LearnedPlan.of(type, FetchPlan.ofPaths(paths), descriptors)))
        : Optional.empty();
  }
}
