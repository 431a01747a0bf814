package io.tiercel.jpa.flush;

import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds the instances that fell out of an association with `orphanRemoval` since the last flush
/// (Jakarta Persistence 3.2, section 2.9). One that another such association of the context holds
/// by now has moved and is no orphan.
///
/// All of them are found before the first is removed: removing follows cascades and changes the
/// list of entries.
final class Orphans {
  private final Loader loader;
  private final CollectionChanges collections;
  private final Set<EntityEntry> fallen = new LinkedHashSet<>();

  Orphans(Loader loader, CollectionChanges collections) {
    this.loader = loader;
    this.collections = collections;
  }

  /// The orphans, in the order in which they were found.
  Collection<EntityEntry> find() {
    List<EntityEntry> entries = loader.identities().entries();
    // By index: reading what a replaced collection held may add entries. A removed owner counts
    // too: what was taken from it before did not follow it into its removal.
    for (int i = 0; i < entries.size(); i++) {
      EntityEntry entry = entries.get(i);
      boolean stored = entry.state == State.MANAGED || entry.state == State.REMOVED;
      if (entry.type.removesOrphans && stored) {
        collect(entry);
      }
    }
    if (!fallen.isEmpty()) {
      Set<Object> held = held();
      fallen.removeIf(entry -> held.contains(entry.instance));
    }
    return fallen;
  }

  private void collect(EntityEntry entry) {
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (attribute.orphanRemoval()) {
        collections.taken(entry, attribute).forEach(this::add);
      }
    }
    for (ToOneAttribute attribute : entry.type.owningToOnes) {
      if (attribute.orphanRemoval()) {
        addReplaced(entry, attribute);
      }
    }
    for (ToOneAttribute attribute : entry.type.inverseToOnes) {
      if (attribute.orphanRemoval()) {
        addReplacedInverse(entry, attribute);
      }
    }
  }

  private void add(Object instance) {
    EntityEntry entry = loader.identities().of(instance);
    if (entry != null && entry.isManaged()) {
      fallen.add(entry);
    }
  }

  private void addReplaced(EntityEntry entry, ToOneAttribute attribute) {
    Object before = ForeignKeys.read(attribute.joinColumns(), entry.requiredRow());
    if (before == null) {
      return;
    }
    EntityDescriptor type = loader.descriptors().of(attribute.target().type());
    EntityEntry known = loader.identities().referredTo(type, attribute, before);
    Object now = entry.type.access.get(entry.instance, attribute.index());
    boolean unknown = known == null && attribute.refersToId();
    if (now != null && (unknown ? before.equals(type.idOf(now)) : isOf(known, now))) {
      return;
    }
    EntityEntry old = unknown ? loader.read(type, before) : known;
    if (old != null && old.isManaged()) {
      fallen.add(old);
    }
  }

  private static boolean isOf(@Nullable EntityEntry entry, Object instance) {
    return entry != null && entry.instance == instance;
  }

  private void addReplacedInverse(EntityEntry entry, ToOneAttribute attribute) {
    Object[] before = entry.snapshot(attribute.index());
    if (before != null
        && before.length > 0
        && before[0] != entry.type.access.get(entry.instance, attribute.index())) {
      add(before[0]);
    }
  }

  /// What associations with orphan removal hold now.
  private Set<Object> held() {
    Set<Object> held = Collections.newSetFromMap(new IdentityHashMap<>());
    for (EntityEntry entry : loader.identities().entries()) {
      boolean live = entry.state == State.MANAGED || entry.state == State.NEW;
      if (entry.type.removesOrphans && live) {
        hold(entry, held);
      }
    }
    return held;
  }

  private static void hold(EntityEntry entry, Set<Object> held) {
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (attribute.orphanRemoval()) {
        // What is not loaded holds nothing new: to add to it would have loaded it.
        for (Object element : Cascades.elements(entry.type, entry.instance, attribute, false)) {
          hold(element, held);
        }
      }
    }
    for (List<ToOneAttribute> toOnes : List.of(entry.type.owningToOnes, entry.type.inverseToOnes)) {
      for (ToOneAttribute attribute : toOnes) {
        if (attribute.orphanRemoval()) {
          hold(entry.type.access.get(entry.instance, attribute.index()), held);
        }
      }
    }
  }

  private static void hold(@Nullable Object instance, Set<Object> held) {
    if (instance != null) {
      held.add(instance);
    }
  }
}
