package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.flush.Records;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.ToManyAttribute;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/// Marks instances for deletion (Jakarta Persistence 3.2, section 3.2.3). Confined to one thread.
final class Remove {
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Loader loader;

  Remove(Descriptors descriptors, IdentityMap identities, Loader loader) {
    this.descriptors = descriptors;
    this.identities = identities;
    this.loader = loader;
  }

  /// Marks an instance for deletion and follows cascades.
  void remove(Object instance) {
    remove(instance, Collections.newSetFromMap(new IdentityHashMap<>(4)));
  }

  private void remove(Object instance, Set<Object> visited) {
    if (!visited.add(instance)) {
      return;
    }
    EntityEntry entry = identities.of(instance);
    if (entry == null) {
      if (identities.deleted(instance) != null) {
        return;
      }
      EntityDescriptor type = descriptors.ofInstance(instance);
      if (type.isRecord) {
        removeUnread(type, instance, visited);
        return;
      }
      if (isDetached(type, instance)) {
        throw new IllegalArgumentException(
            "cannot remove a detached %s#%s\nHint: find it, or merge it, and remove the managed instance."
                .formatted(type, type.idOf(instance)));
      }
      // A new instance: the operation is ignored but passed on (section 3.2.3).
      Cascades.follow(
          type, instance, Cascade::remove, true, true, target -> remove(target, visited));
      return;
    }
    if (entry.state == State.REMOVED) {
      return;
    }
    if (entry.state == State.UNLOADED) {
      loader.load((LazyInstance) instance);
    }
    if (entry.type.isRecord) {
      Records.verifyVersion(entry, instance, "remove");
    }
    entry.type.callbacks.call(LifecycleEvent.PRE_REMOVE, instance);
    entry.type.validation.validate(LifecycleEvent.PRE_REMOVE, instance);
    // Before the state changes, so that lazy collections can still be read.
    Cascades.follow(
        entry.type, instance, Cascade::remove, true, true, target -> remove(target, visited));
    for (ToManyAttribute attribute : entry.type.toManys) {
      if (!attribute.targetColumns().isEmpty()) {
        Cascades.elements(entry.type, instance, attribute, true);
      }
    }
    if (entry.state == State.NEW) {
      // Nothing to delete, but a removed instance all the same: merge refuses it.
      identities.deleted(entry);
    } else {
      entry.state = State.REMOVED;
    }
  }

  /// A record is known by its id, whether it was read here or not.
  private void removeUnread(EntityDescriptor type, Object record, Set<Object> visited) {
    Object id = type.assignedId(record);
    if (id != null && loader.read(type, id) != null) {
      visited.remove(record);
      remove(record, visited);
    }
  }

  /// Whether an instance that is not managed has been stored. One whose id the application gives
  /// tells only by its row.
  private boolean isDetached(EntityDescriptor type, Object instance) {
    Object id = type.assignedId(instance);
    return id != null
        && (!(type.mapping.idGeneration() instanceof IdGeneration.Assigned)
            || instance instanceof LazyInstance
            || identities.of(type, id) != null
            || loader.exists(type, id));
  }
}
