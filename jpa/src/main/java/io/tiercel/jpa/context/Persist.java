package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.flush.Records;
import io.tiercel.jpa.id.IdAllocators;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.PersistenceException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes new instances managed (Jakarta Persistence 3.2, section 3.2.2). Confined to one thread.
final class Persist {
  private final Session session;
  private final Descriptors descriptors;
  private final IdAllocators ids;
  private final IdentityMap identities;

  Persist(Session session, Descriptors descriptors, IdAllocators ids, IdentityMap identities) {
    this.session = session;
    this.descriptors = descriptors;
    this.ids = ids;
    this.identities = identities;
  }

  /// Makes an instance managed and follows cascades.
  void persist(Object instance) {
    EntityEntry entry = identities.of(instance);
    if (entry != null) {
      refuseOtherRecord(entry, instance);
    } else {
      entry = adopt(instance);
      if (!entry.type.cascadesPersist) {
        return;
      }
    }
    persist(instance, Collections.newSetFromMap(new IdentityHashMap<>(4)));
  }

  private void persist(Object instance, Set<Object> visited) {
    if (!visited.add(instance)) {
      return;
    }
    EntityEntry entry = identities.of(instance);
    if (entry == null) {
      entry = adopt(instance);
    } else if (entry.state == State.REMOVED) {
      entry.state = entry.row == null ? State.NEW : State.MANAGED;
    } else if (entry.state == State.UNLOADED) {
      return;
    }
    cascadePersist(entry, visited);
  }

  private void cascadePersist(EntityEntry entry, Set<Object> visited) {
    Cascades.follow(
        entry.type,
        entry.instance,
        Cascade::persist,
        false,
        false,
        target -> persist(target, visited));
  }

  private static void refuseOtherRecord(EntityEntry entry, Object instance) {
    if (entry.type.isRecord && !entry.instance.equals(instance)) {
      throw new EntityExistsException(
          "cannot persist another value of %s, which is in the persistence context already\nHint: use merge, which replaces it."
              .formatted(entry));
    }
  }

  private EntityEntry adopt(Object instance) {
    EntityDescriptor type = descriptors.ofInstance(instance);
    if (type.isRecord) {
      refuseGeneratedId(type, instance);
      if (!(type.mapping.idGeneration() instanceof IdGeneration.Assigned)) {
        throw new PersistenceException(
            "cannot persist a %s: its id is generated, and a record cannot take it\nHint: use merge, which returns the record with its id."
                .formatted(type));
      }
      return adoptRecord(type, instance);
    }
    EntityEntry gone = formerEntry(type, instance);
    if (gone == null && instance instanceof LazyInstance) {
      throw new EntityExistsException(
          "cannot persist a detached %s\nHint: use merge.".formatted(type));
    }
    if (persistParents(type, instance)) {
      return Objects.requireNonNull(identities.of(instance));
    }
    if (gone == null) {
      refuseGeneratedId(type, instance);
    }
    Object id = gone == null ? prepare(type, instance) : prepareAgain(type, instance, gone.id);
    EntityEntry entry = new EntityEntry(type, instance, id, State.NEW, LoadBatch.NONE);
    identities.add(entry);
    if (gone != null) {
      identities.forgetDeleted(instance);
      emptyUnloaded(entry);
    }
    return entry;
  }

  /// The former entry of a removed instance. One that was never stored and has another id by now is
  /// an instance like any other.
  private @Nullable EntityEntry formerEntry(EntityDescriptor type, Object instance) {
    EntityEntry gone = identities.deleted(instance);
    if (gone == null || gone.row != null || gone.id.equals(type.assignedId(instance))) {
      return gone;
    }
    identities.forgetDeleted(instance);
    return null;
  }

  /// Makes a new record managed that a merge has made of another.
  Object persistRecord(EntityDescriptor type, Object record) {
    EntityEntry entry = adoptRecord(type, record);
    if (type.cascadesPersist) {
      cascadePersist(entry, Collections.newSetFromMap(new IdentityHashMap<>(4)));
    }
    return entry.instance;
  }

  /// The managed record has the id and version that its row will have.
  private EntityEntry adoptRecord(EntityDescriptor type, Object record) {
    boolean first = isIdThereFirst(type);
    if (!first) {
      type.callbacks.call(LifecycleEvent.PRE_PERSIST, record);
    }
    Object id;
    Object identified = record;
    if (type.mapping.idGeneration() instanceof IdGeneration.Assigned) {
      id = idForPersist(type, record);
    } else {
      id = ids.next(type, session);
      identified = Records.with(type, record, type.mapping.id().column(), id);
    }
    if (first) {
      type.callbacks.call(LifecycleEvent.PRE_PERSIST, identified);
    }
    Object instance = Records.versioned(type, identified);
    refuseKnown(type, id);
    type.validation.validatePersisted(instance);
    EntityEntry entry = new EntityEntry(type, instance, id, State.NEW, LoadBatch.NONE);
    identities.add(entry);
    return entry;
  }

  private void refuseKnown(EntityDescriptor type, Object id) {
    EntityEntry known = identities.of(type, id);
    if (known != null) {
      throw new EntityExistsException(
          "another instance of %s is in the persistence context already%s"
              .formatted(
                  known,
                  known.state == State.REMOVED
                      ? "\nHint: flush first, so that the removed one is deleted."
                      : ""));
    }
  }

  /// What comes before an instance is managed: its id, callbacks, validation, which may ask for the
  /// id. An id generated for what is refused is taken back: once mended, the instance is as new as
  /// before.
  private Object prepare(EntityDescriptor type, Object instance) {
    try {
      Object id = identifyAndCall(type, instance);
      refuseKnown(type, id);
      type.validation.validatePersisted(instance);
      return id;
    } catch (RuntimeException e) {
      if (!(type.mapping.idGeneration() instanceof IdGeneration.Assigned)) {
        Merge.clearId(type, instance);
      }
      throw e;
    }
  }

  /// As above, for an instance that keeps the id it had before it was removed.
  private Object prepareAgain(EntityDescriptor type, Object instance, Object id) {
    type.callbacks.call(LifecycleEvent.PRE_PERSIST, instance);
    refuseKnown(type, id);
    type.validation.validatePersisted(instance);
    return id;
  }

  private Object identifyAndCall(EntityDescriptor type, Object instance) {
    if (!isIdThereFirst(type)) {
      type.callbacks.call(LifecycleEvent.PRE_PERSIST, instance);
      return idForPersist(type, instance);
    }
    Object id = idForPersist(type, instance);
    if (!type.callbacks.has(LifecycleEvent.PRE_PERSIST)) {
      return id;
    }
    Object given = type.idOf(instance);
    type.callbacks.call(LifecycleEvent.PRE_PERSIST, instance);
    Object kept = type.idOf(instance);
    if (!Objects.equals(given, kept)) {
      throw new PersistenceException(
          "cannot persist %s#%s: its @PrePersist method has changed the generated id to %s\nHint: leave out @GeneratedValue where the callback gives the id."
              .formatted(type, id, kept));
    }
    return id;
  }

  /// Whether `@PrePersist` finds the id (API documentation of `PrePersist`): one from a sequence, a
  /// table or a UUID generator, not that of an identity column. An id that is not generated the
  /// callback may assign.
  private static boolean isIdThereFirst(EntityDescriptor type) {
    return switch (type.mapping.idGeneration()) {
      case IdGeneration.Sequence _, IdGeneration.Counter _, IdGeneration.Uuid() -> true;
      case IdGeneration.Identity(), IdGeneration.Assigned() -> false;
    };
  }

  /// What gives the id comes first; whether it has brought the instance along.
  private boolean persistParents(EntityDescriptor type, Object instance) {
    for (ToOneAttribute association : type.derivedIds.associations()) {
      Object parent = type.access.get(instance, association.index());
      if (parent != null
          && association.cascade().persist()
          && identities.of(parent) == null
          && !(parent instanceof LazyInstance)) {
        persist(parent);
      }
    }
    return identities.of(instance) != null;
  }

  /// A row that was deleted has no elements: what its collections did not load is gone.
  private static void emptyUnloaded(EntityEntry entry) {
    for (Attribute attribute : entry.type.mapping.indexed()) {
      if (attribute instanceof PluralAttribute plural
          && !Contents.isLoaded(entry.type.access.get(entry.instance, plural.index()))) {
        entry.type.access.set(entry.instance, plural.index(), Contents.empty(plural.kind()));
      }
    }
  }

  private static void refuseGeneratedId(EntityDescriptor type, Object instance) {
    if (!(type.mapping.idGeneration() instanceof IdGeneration.Assigned)) {
      Object id = type.assignedId(instance);
      if (id != null) {
        throw new EntityExistsException(
            "cannot persist %s#%s: its id is generated, so an instance that has one is detached\nHint: use merge."
                .formatted(type, id));
      }
    }
  }

  private Object idForPersist(EntityDescriptor type, Object instance) {
    type.derivedIds.fill(instance);
    if (type.mapping.idGeneration() instanceof IdGeneration.Assigned) {
      Object id = type.assignedId(instance);
      if (id == null) {
        throw new PersistenceException(
            "cannot persist a %s without an id\nHint: set %s before persist, or annotate it with @GeneratedValue."
                .formatted(type, type.idName()));
      }
      return id;
    }
    if (!isIdThereFirst(type)) {
      // Nobody has been called since it was looked at before; here a callback has.
      refuseGeneratedId(type, instance);
    }
    Object generatedId = ids.next(type, session);
    type.access.set(instance, type.mapping.id().index(), type.toAttribute(generatedId));
    return generatedId;
  }

  /// New instances that managed ones refer to through cascading associations become managed at
  /// flush (section 3.2.4). Walks by index: what is added is visited too.
  void persistReachable() {
    Set<Object> visited = null;
    List<EntityEntry> entries = identities.entries();
    for (int i = 0; i < entries.size(); i++) {
      EntityEntry entry = entries.get(i);
      if ((entry.state == State.MANAGED || entry.state == State.NEW)
          && entry.type.cascadesPersist) {
        if (visited == null) {
          visited = Collections.newSetFromMap(new IdentityHashMap<>());
        }
        persistReferred(entry, visited);
      }
    }
  }

  private void persistReferred(EntityEntry entry, Set<Object> visited) {
    Cascades.follow(
        entry.type,
        entry.instance,
        Cascade::persist,
        false,
        false,
        target -> {
          if (identities.of(target) == null && identities.deleted(target) == null) {
            persist(target, visited);
          }
        });
  }
}
