package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.collection.Contents;
import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.flush.FlushPlan;
import io.tiercel.jpa.flush.Flusher;
import io.tiercel.jpa.flush.Records;
import io.tiercel.jpa.id.IdAllocators;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.load.Finder;
import io.tiercel.jpa.load.LearnedFinds;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.SharedLoad;
import io.tiercel.jpa.load.SharedRows;
import io.tiercel.jpa.lock.ResultLock;
import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.mapping.LifecycleEvent;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.result.ResultReader;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.write.TableCatalog;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.EntityExistsException;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The managed instances of one EntityManager and the operations on them (Jakarta Persistence 3.2,
/// chapter 3). Confined to one thread.
public final class PersistenceContext {
  private final Session session;
  private final Descriptors descriptors;
  private final IdAllocators ids;
  private final TableCatalog catalog;
  private final IdentityMap identities;
  private final Loader loader;
  private final Locks locks;
  private final @Nullable SharedRows shared;
  private final Finder finder;

  /// A context over that session; the others are shared by all contexts of a unit.
  ///
  /// @param learned null when every find reads what its mapping says
  public PersistenceContext(
      Session session,
      Descriptors descriptors,
      IdAllocators ids,
      TableCatalog catalog,
      @Nullable LearnedFinds learned) {
    this.session = session;
    this.descriptors = descriptors;
    this.ids = ids;
    this.catalog = catalog;
    this.identities = new IdentityMap(descriptors);
    SharedEntities entities = descriptors.shared();
    this.shared = entities == null ? null : new SharedRows(entities, session, catalog);
    if (shared != null) {
      session.watch(shared);
    }
    this.loader = new Loader(session, descriptors, identities, catalog, shared);
    this.finder = new Finder(loader, session, learned);
    this.locks = new Locks(session, descriptors, identities, loader);
  }

  // ---- life cycle of instances ----

  /// Makes an instance managed and follows cascades.
  public void persist(Object instance) {
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
    // Before the id is generated or looked at: the callback may be what assigns it.
    type.callbacks.call(LifecycleEvent.PRE_PERSIST, instance);
    Object id = gone == null ? idForPersist(type, instance) : gone.id;
    refuseKnown(type, id);
    validateNew(type, instance, gone == null);
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
    type.callbacks.call(LifecycleEvent.PRE_PERSIST, record);
    Object id;
    Object identified = record;
    if (type.mapping.idGeneration() instanceof IdGeneration.Assigned) {
      id = idForPersist(type, record);
    } else {
      id = ids.next(type, session);
      identified = Records.with(type, record, type.mapping.id().column(), id);
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

  /// Once it has its id, which a constraint may ask for. An id generated for what is not valid is
  /// taken back: once mended, the instance is as new as before.
  private static void validateNew(EntityDescriptor type, Object instance, boolean withNewId) {
    try {
      type.validation.validatePersisted(instance);
    } catch (RuntimeException e) {
      if (withNewId && !(type.mapping.idGeneration() instanceof IdGeneration.Assigned)) {
        Merge.clearId(type, instance);
      }
      throw e;
    }
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
    refuseGeneratedId(type, instance);
    Object generatedId = ids.next(type, session);
    type.access.set(instance, type.mapping.id().index(), type.toAttribute(generatedId));
    return generatedId;
  }

  /// Marks an instance for deletion and follows cascades.
  public void remove(Object instance) {
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

  /// The managed copy of a detached or new instance (section 3.2.7.1).
  public Object merge(Object instance) {
    return new Merge(this, loader, descriptors, identities).merge(instance);
  }

  /// Takes an instance out of the context and follows cascades.
  public void detach(Object instance) {
    EntityEntry entry = identities.of(instance);
    if (entry == null) {
      descriptors.ofInstance(instance);
      identities.forgetDeleted(instance);
      return;
    }
    identities.remove(entry);
    if (entry.instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      return;
    }
    Cascades.follow(entry.type, instance, Cascade::detach, false, false, this::detach);
  }

  /// Takes every instance out of the context.
  public void clear() {
    finder.unitOfWorkEnded();
    identities.clear();
  }

  /// Whether the instance is managed here; IllegalArgumentException when it is no entity.
  public boolean contains(Object instance) {
    EntityEntry entry = identities.of(instance);
    if (entry == null) {
      descriptors.ofInstance(instance);
      return false;
    }
    return entry.isManaged() && (!entry.type.isRecord || entry.instance.equals(instance));
  }

  // ---- reading ----

  /// The instance of that id, from the context or the database; null when there is none or it is
  /// removed here. `id` is the attribute's value.
  public @Nullable Object find(
      EntityDescriptor type, Object id, LockModeType lockMode, FetchPlan plan) {
    Object key = type.columnKey(id);
    EntityEntry entry = identities.of(type, key);
    if (entry != null && entry.state != State.UNLOADED) {
      if (entry.state == State.REMOVED || !entry.type.isA(type)) {
        return null;
      }
      locks.lock(entry, lockMode);
      entry.isReadOnly = false;
      loader.fetch(entry, plan);
      return entry.instance;
    }
    if (lockMode == LockModeType.NONE) {
      EntityEntry found = finder.find(type, key, plan);
      return found == null ? null : found.instance;
    }
    EntityEntry read = loader.read(type, key, locks.rowLock(lockMode), false, plan);
    if (read == null) {
      return null;
    }
    read.noteLock(lockMode);
    return read.instance;
  }

  /// As above, without a lock, for who only reads: the instance that all contexts share where there
  /// is one, which is not managed; else a managed one whose changes no flush writes. What is
  /// managed here already stays what it is.
  public @Nullable Object findReadOnly(EntityDescriptor type, Object id, FetchPlan plan) {
    Object key = type.columnKey(id);
    EntityEntry known = identities.of(type, key);
    if (known != null) {
      boolean stays = known.isReadOnly;
      Object found = find(type, id, LockModeType.NONE, plan);
      known.isReadOnly = stays;
      return found;
    }
    if (shared != null && type.isShareable()) {
      Object instance = SharedLoad.instance(loader, shared, type, key);
      if (instance != null) {
        return instance;
      }
    }
    EntityEntry found = finder.find(type, key, plan);
    if (found == null) {
      return null;
    }
    found.isReadOnly = true;
    return found.instance;
  }

  /// An instance whose state may be fetched lazily.
  public Object reference(EntityDescriptor type, Object id) {
    Object key = type.columnKey(id);
    EntityEntry entry = loader.reference(type, key, new LoadBatch());
    if (entry == null) {
      entry = loader.read(type, key);
    }
    if (entry == null || entry.state == State.REMOVED || !entry.type.isA(type)) {
      throw new EntityNotFoundException("%s#%s does not exist".formatted(type, id));
    }
    return entry.instance;
  }

  /// Reads the instance's row again and overwrites its state (section 3.2.5).
  public void refresh(Object instance, LockModeType lockMode, FetchPlan plan) {
    refresh(instance, lockMode, plan, Collections.newSetFromMap(new IdentityHashMap<>(4)));
  }

  private void refresh(
      Object instance, LockModeType lockMode, FetchPlan plan, Set<Object> visited) {
    if (!visited.add(instance)) {
      return;
    }
    EntityEntry entry = managed(instance, "refresh");
    if (entry.state == State.UNLOADED) {
      loader.load((LazyInstance) instance);
    }
    if (entry.state == State.NEW
        || loader.read(entry.type, entry.id, locks.rowLock(lockMode), true, plan) == null) {
      throw new EntityNotFoundException(entry + " does not exist in the database");
    }
    entry.noteLock(lockMode);
    Cascades.follow(
        entry.type,
        instance,
        Cascade::refresh,
        false,
        false,
        target -> refresh(target, LockModeType.NONE, FetchPlan.MAPPING, visited));
  }

  /// A reader for a query's rows.
  public ResultReader reader(List<Selection> selections, ResultLock lock, RootPlan graph) {
    return new ResultReader(session, loader, selections, lock, graph);
  }

  /// Loads a lazy instance or does nothing.
  public void load(Object instance) {
    if (instance instanceof LazyInstance lazy && lazy.tiercelLoader() != null) {
      loader.load(lazy);
    }
  }

  // ---- locks ----

  /// Locks a managed instance (section 3.5).
  public void lock(Object instance, LockModeType lockMode) {
    EntityEntry entry = managed(instance, "lock");
    if (entry.state == State.UNLOADED) {
      loader.load((LazyInstance) instance);
    }
    locks.lock(entry, lockMode);
  }

  /// Records the lock that a query took on a managed instance.
  public void noteLock(Object instance, LockModeType lockMode) {
    managed(instance, "lock").noteLock(lockMode);
  }

  /// Locks the rows of the join tables that a managed instance owns as well.
  public void lockJoinTables(Object instance, LockModeType lockMode) {
    locks.lockJoinTables(managed(instance, "lock"), lockMode);
  }

  /// The lock mode of a managed instance.
  public LockModeType lockMode(Object instance) {
    return managed(instance, "ask for the lock of").lockMode;
  }

  private EntityEntry managed(Object instance, String operation) {
    EntityEntry entry = identities.of(instance);
    if (entry == null || !entry.isManaged()) {
      throw new IllegalArgumentException(
          "cannot %s a %s that is not managed\nHint: find or merge it first."
              .formatted(operation, descriptors.ofInstance(instance)));
    }
    return entry;
  }

  // ---- the shared cache ----

  /// What is taken from the shared cache and stored in it from now on.
  public void setCacheModes(CacheRetrieveMode retrieve, CacheStoreMode store) {
    if (shared != null) {
      shared.setModes(retrieve, store);
    }
  }

  /// The level of consistency for what is taken from the shared cache from now on; null for those
  /// of the entities and of the unit.
  public void setConsistency(@Nullable Consistency level) {
    if (shared != null) {
      shared.reads().setConsistency(level);
    }
  }

  /// Where this session stands, for another node; 0 when it has written nothing.
  public long cacheToken() {
    return shared == null ? 0 : shared.reads().token();
  }

  /// The session goes on here from where it stood on another node.
  public void resume(long cacheToken) {
    if (shared != null) {
      shared.reads().resume(cacheToken);
    }
  }

  /// A statement is about to be sent that changes rows of that type.
  public void writesSome(EntityDescriptor type) {
    if (shared != null) {
      shared.writeSome(type);
    }
  }

  /// A statement is about to be sent of which nobody knows what it changes.
  public void writesAny() {
    if (shared != null) {
      shared.writeAny();
    }
  }

  // ---- flush and end of transaction ----

  /// Writes what changed, in one exchange.
  public void flush() {
    send(plan(false));
  }

  private void send(FlushPlan plan) {
    if (!plan.writes().isEmpty()) {
      tellShared(plan);
      plan.send(() -> plan.writes().flush(session, catalog));
    }
    plan.callbacks().run();
  }

  /// Writes what changed and commits, in one exchange where no outcome must be looked at first. In
  /// a transaction that only reads nothing is compared or written.
  public void commit() {
    if (session.isReadOnly()) {
      refuseNewAndRemoved();
      session.commit(new Flight());
    } else {
      FlushPlan plan = plan(true);
      if (plan.hasCallbacks()) {
        // They are called before the commit, which they may prevent, and what they change is
        // written with it. Those writes are told to nobody, or the two could go on for ever.
        send(plan);
        plan = plan(true);
      }
      sendAndCommit(plan);
    }
    finder.unitOfWorkEnded();
    for (EntityEntry entry : identities.entries()) {
      entry.lockMode = LockModeType.NONE;
      entry.isIncremented = false;
    }
    identities.forgetDeleted();
  }

  private void tellShared(FlushPlan plan) {
    if (shared != null) {
      shared.write(plan.written(), plan.others());
    }
  }

  private void sendAndCommit(FlushPlan plan) {
    if (!plan.writes().isEmpty()) {
      tellShared(plan);
    }
    plan.send(
        () -> {
          if (plan.writes().isEmpty()) {
            session.commit(new Flight());
          } else {
            plan.writes().commit(session, catalog);
          }
        });
  }

  /// A change of a managed instance may be passed over in a transaction that only reads; what the
  /// application asked for by name may not.
  private void refuseNewAndRemoved() {
    for (EntityEntry entry : identities.entries()) {
      if (entry.state == State.NEW || entry.state == State.REMOVED) {
        throw new PersistenceException(
            "cannot %s %s: the transaction only reads\nHint: begin it without tiercel.transaction.read-only, or without readOnly = true."
                .formatted(entry.state == State.NEW ? "insert" : "delete", entry));
      }
    }
  }

  private FlushPlan plan(boolean atCommit) {
    if (identities.entries().isEmpty()) {
      return FlushPlan.NOTHING;
    }
    // Each is told once, so this comes to an end.
    Set<EntityEntry> told = Collections.newSetFromMap(new IdentityHashMap<>(0));
    FlushPlan plan = null;
    while (plan == null) {
      persistReachable();
      plan = new Flusher(descriptors, identities, loader, this::remove, told).plan(atCommit);
    }
    return plan;
  }

  /// New instances that managed ones refer to through cascading associations become managed at
  /// flush (section 3.2.4). Walks by index: what is added is visited too.
  private void persistReachable() {
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

  /// After a rollback every instance is detached (section 3.4.2).
  public void rolledBack() {
    finder.unitOfWorkEnded();
    identities.clear();
  }

  /// From now on lazy associations cannot be loaded.
  public void close() {
    finder.unitOfWorkEnded();
    loader.close();
    identities.clear();
  }
}
