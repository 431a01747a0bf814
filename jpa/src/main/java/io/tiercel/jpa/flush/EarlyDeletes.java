package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Chooses the types whose rows a flush deletes before it inserts and updates. Deletes go last by
/// nature, for an update may have to let go of the row first. But a row with a unique value must be
/// gone before another row takes the value over. So the rows of a type with unique columns go
/// first, together with removed rows that refer to them, unless a row that stays refers to one of
/// them until it is updated.
final class EarlyDeletes {
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Map<EntityDescriptor, List<EntityEntry>> removed;
  private final Set<EntityDescriptor> early = new HashSet<>();

  EarlyDeletes(
      Descriptors descriptors,
      IdentityMap identities,
      Map<EntityDescriptor, List<EntityEntry>> removed) {
    this.descriptors = descriptors;
    this.identities = identities;
    this.removed = removed;
  }

  /// The types to delete from first, none as a rule.
  ///
  /// @param written the types that get new or changed rows
  /// @param releasing the types whose rows a collection lets go of by an update
  Set<EntityDescriptor> choose(
      Collection<EntityDescriptor> written, Collection<EntityDescriptor> releasing) {
    for (EntityDescriptor type : written) {
      if (type.hasUniqueColumns) {
        // Another class of the hierarchy may hold the value in the same table.
        removed.keySet().stream().filter(gone -> gone.root == type.root).forEach(early::add);
      }
    }
    if (!early.isEmpty()) {
      while (addReferring()) {
        // What refers to rows of a type added just now is to be added too.
      }
      early.removeAll(releasing);
      dropReferredToByLive();
      while (dropReferredToByLate()) {
        // What a type dropped just now refers to is to be dropped too.
      }
    }
    return early;
  }

  private boolean addReferring() {
    Set<EntityDescriptor> added = new HashSet<>();
    removed.forEach(
        (type, entries) -> {
          if (entries.stream().anyMatch(entry -> !targets(entry).isEmpty())) {
            added.add(type);
          }
        });
    return early.addAll(added);
  }

  private void dropReferredToByLive() {
    for (EntityEntry entry : identities.entries()) {
      if (entry.state == State.MANAGED) {
        early.removeAll(targets(entry));
      }
    }
  }

  private boolean dropReferredToByLate() {
    Set<EntityDescriptor> dropped = new HashSet<>();
    removed.forEach(
        (type, entries) -> {
          if (!early.contains(type)) {
            entries.forEach(entry -> dropped.addAll(targets(entry)));
          }
        });
    return early.removeAll(dropped);
  }

  /// The early types of which the entry's row refers to a removed row.
  private Set<EntityDescriptor> targets(EntityEntry entry) {
    Set<EntityDescriptor> targets = new HashSet<>();
    for (ToOneAttribute attribute : entry.type.owningToOnes) {
      EntityDescriptor target = descriptors.of(attribute.target().type());
      Object key = ForeignKeys.read(attribute.joinColumns(), entry.requiredRow());
      EntityEntry referred = key == null ? null : identities.referredTo(target, attribute, key);
      if (referred != null && referred.state == State.REMOVED && early.contains(referred.type)) {
        targets.add(referred.type);
      }
    }
    return targets;
  }
}
