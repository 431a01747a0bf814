package io.tiercel.jpa.context;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.descriptor.Cascades;
import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.flush.FlushPlan;
import io.tiercel.jpa.flush.Flusher;
import io.tiercel.jpa.id.IdAllocators;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.identity.LoadBatch;
import io.tiercel.jpa.load.Finder;
import io.tiercel.jpa.load.LearnedFinds;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.SharedLoad;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.load.SharedRows;
import io.tiercel.jpa.lock.LockFailures;
import io.tiercel.jpa.lock.ResultLock;
import io.tiercel.jpa.mapping.Cascade;
import io.tiercel.jpa.query.Selection;
import io.tiercel.jpa.readonly.SharedGraphs;
import io.tiercel.jpa.result.ResultReader;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.write.TableCatalog;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The managed instances of one EntityManager and the operations on them (Jakarta Persistence 3.2,
/// chapter 3). Confined to one thread.
public final class PersistenceContext {
  private final Session session;
  private final Descriptors descriptors;
  private final TableCatalog catalog;
  private final IdentityMap identities;
  private final Loader loader;
  private final IdAllocators ids;
  private final @Nullable SharedRows shared;
  private final Finder finder;
  private final @Nullable SharedGraphs graphs;

  // Made when they are first needed: a context that only finds has no use for them.
  private @Nullable Locks locks;
  private @Nullable Persist persist;
  private @Nullable SharedQueries queries;

  /// A context over that session; the others are shared by all contexts of a unit.
  ///
  /// @param learned null when every find reads what its mapping says
  /// @param graphs what all share who only read; null when nothing is shared
  public PersistenceContext(
      Session session,
      Descriptors descriptors,
      IdAllocators ids,
      TableCatalog catalog,
      @Nullable LearnedFinds learned,
      @Nullable SharedGraphs graphs) {
    this.graphs = graphs;
    this.session = session;
    this.descriptors = descriptors;
    this.catalog = catalog;
    this.ids = ids;
    this.identities = new IdentityMap(descriptors);
    SharedEntities entities = descriptors.shared();
    this.shared = entities == null ? null : new SharedRows(entities, session, catalog);
    if (shared != null) {
      session.watch(shared);
    }
    this.loader = new Loader(session, descriptors, identities, catalog, shared);
    this.finder = new Finder(loader, session, learned);
  }

  private Locks locks() {
    Locks known = locks;
    if (known == null) {
      known = new Locks(session, descriptors, identities, loader);
      locks = known;
    }
    return known;
  }

  private Persist persist() {
    Persist known = persist;
    if (known == null) {
      known = new Persist(session, descriptors, ids, identities);
      persist = known;
    }
    return known;
  }

  // ---- life cycle of instances ----

  /// Makes an instance managed and follows cascades.
  public void persist(Object instance) {
    persist().persist(instance);
  }

  /// Makes a new record managed that a merge has made of another.
  Object persistRecord(EntityDescriptor type, Object record) {
    return persist().persistRecord(type, record);
  }

  /// Marks an instance for deletion and follows cascades.
  public void remove(Object instance) {
    new Remove(descriptors, identities, loader).remove(instance);
  }

  /// The managed copy of a detached or new instance (section 3.2.7.1).
  public Object merge(Object instance) {
    return new Merge(this, loader, descriptors, identities).mergeGraph(instance);
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
    return lockMode == LockModeType.NONE
        ? found(type, key, lockMode, plan)
        : LockFailures.of(() -> instance(type, key), () -> found(type, key, lockMode, plan));
  }

  private @Nullable Object instance(EntityDescriptor type, Object key) {
    EntityEntry entry = identities.of(type, key);
    return entry == null ? null : entry.instance;
  }

  private @Nullable Object found(
      EntityDescriptor type, Object key, LockModeType lockMode, FetchPlan plan) {
    EntityEntry entry = identities.of(type, key);
    if (entry != null && entry.state != State.UNLOADED) {
      if (entry.state == State.REMOVED || !entry.type.isA(type)) {
        return null;
      }
      locks().lock(entry, lockMode);
      entry.isReadOnly = false;
      loader.fetch(entry, plan);
      return entry.instance;
    }
    if (lockMode == LockModeType.NONE) {
      EntityEntry found = finder.find(type, key, plan);
      return found == null ? null : found.instance;
    }
    EntityEntry read = loader.read(type, key, locks().rowLock(lockMode), false, plan);
    if (read == null) {
      return null;
    }
    read.noteLock(lockMode);
    return read.instance;
  }

  /// As above, without a lock, for who only reads: the instance that all contexts share where there
  /// is one, which is not managed; else a managed one whose changes no flush writes. What is
  /// managed here already stays what it is.
  @SuppressWarnings("ReferenceEquality") // a graph that names nothing is a graph all the same
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
    } else if (shared != null && graphs != null && plan == FetchPlan.MAPPING) {
      Object instance = graphs.find(shared, type, key);
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
    EntityEntry entry = managed(instance, "refresh");
    LockFailures.of(
        () -> instance,
        () -> {
          new Refresh(this, loader, identities)
              .refresh(entry, lockMode, locks().rowLock(lockMode), plan);
          return true;
        });
  }

  /// A reader for a query's rows.
  public ResultReader reader(List<Selection> selections, ResultLock lock, RootPlan graph) {
    return new ResultReader(session, loader, selections, lock, graph);
  }

  /// A reader for the rows of a stored result.
  public ResultReader readerOfMemory(List<Selection> selections, RootPlan graph) {
    return ResultReader.ofMemory(session, loader, selections, graph);
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
    LockFailures.of(
        () -> instance,
        () -> {
          if (entry.state == State.UNLOADED) {
            loader.load((LazyInstance) instance);
          }
          locks().lock(entry, lockMode);
          return true;
        });
  }

  /// Records the lock that a query took on a managed instance.
  public void noteLock(Object instance, LockModeType lockMode) {
    managed(instance, "lock").noteLock(lockMode);
  }

  /// Locks the rows of the join tables that a managed instance owns as well.
  public void lockJoinTables(Object instance, LockModeType lockMode) {
    EntityEntry entry = managed(instance, "lock");
    LockFailures.of(
        () -> instance,
        () -> {
          locks().lockJoinTables(entry, lockMode);
          return true;
        });
  }

  /// The lock mode of a managed instance.
  public LockModeType lockMode(Object instance) {
    return managed(instance, "ask for the lock of").lockMode;
  }

  /// The entry of an instance that an operation needs to be managed.
  EntityEntry managed(Object instance, String operation) {
    EntityEntry entry = identities.of(instance);
    if (entry == null || !entry.isManaged()) {
      throw new IllegalArgumentException(
          "cannot %s a %s that is not managed\nHint: find or merge it first."
              .formatted(operation, descriptors.ofInstance(instance)));
    }
    return entry;
  }

  // ---- the shared cache ----

  /// What queries take from the shared cache and give to it; null when there is none.
  public @Nullable SharedQueries sharedQueries() {
    SharedQueries known = queries;
    if (known == null && shared != null) {
      known = new SharedQueries(loader, shared);
      queries = known;
    }
    return known;
  }

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
      session.commit();
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
      shared.write(plan.written(), plan.collections(), descriptors);
    }
  }

  private void sendAndCommit(FlushPlan plan) {
    if (!plan.writes().isEmpty()) {
      tellShared(plan);
    }
    plan.send(
        () -> {
          if (plan.writes().isEmpty()) {
            session.commit();
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
    Set<EntityEntry> told = Set.of();
    FlushPlan plan = null;
    while (plan == null) {
      if (identities.mayCascadePersist()) {
        persist().persistReachable();
      }
      Flusher flusher = new Flusher(descriptors, identities, loader, this::remove, told);
      plan = flusher.plan(atCommit);
      told = flusher.told();
    }
    return plan;
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
