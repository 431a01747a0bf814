package io.tiercel.jpa.result;

import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.load.PendingLoads;
import io.tiercel.jpa.lock.ResultLock;
import io.tiercel.jpa.lock.RowLock;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Completes the locks on the entities of one result: what stands in several tables, or comes from
/// an outer join, was not locked by the statement that read it. Confined to one thread.
final class ResultLocks {
  private final Session session;
  private final Loader loader;
  private final ResultLock lock;
  private final RootPlan graph;
  private final Set<EntityEntry> entries = new LinkedHashSet<>();

  ResultLocks(Session session, Loader loader, ResultLock lock, RootPlan graph) {
    this.session = session;
    this.loader = loader;
    this.lock = lock;
    this.graph = graph;
  }

  /// Adds an entity of the result.
  void add(EntityEntry entry) {
    if (lock.mode() != LockModeType.NONE && entry.isManaged()) {
      entries.add(entry);
    }
  }

  /// Locks what was added since the last call, all in one exchange.
  ///
  /// @param pending takes what the rows call for that are read anew
  void complete(PendingLoads pending) {
    if (lock.isPessimistic() && (!lock.isWhole() || lock.isExtended())) {
      lockRows(pending);
    }
    entries.forEach(entry -> entry.noteLock(lock.mode()));
    entries.clear();
  }

  private void lockRows(PendingLoads pending) {
    RowLock rowLock = RowLock.of(lock.mode(), session.limits());
    Map<EntityDescriptor, OfType> byType = new LinkedHashMap<>();
    for (EntityEntry entry : entries) {
      if (entry.state == State.MANAGED) {
        byType.computeIfAbsent(entry.type, OfType::new).add(entry);
      }
    }
    Flight flight = new Flight();
    byType.values().forEach(ofType -> ofType.addTo(flight, rowLock, pending));
    session.run(flight);
    if (!lock.isWhole()) {
      byType.values().forEach(ofType -> ofType.verify(rowLock));
    }
  }

  /// The entities of one class.
  private final class OfType {
    private final EntityDescriptor type;
    private final List<Object> ids = new ArrayList<>();
    private final Map<EntityEntry, Object> unread = new LinkedHashMap<>();
    private int taken;

    OfType(EntityDescriptor type) {
      this.type = type;
    }

    void add(EntityEntry entry) {
      ids.add(entry.id);
      unread.put(entry, entry.instance);
    }

    void addTo(Flight flight, RowLock rowLock, PendingLoads pending) {
      if (!lock.isWhole()) {
        FetchPlan plan = graph.of(type.mapping.javaType());
        loader.tableLocks().add(flight, type, ids, rowLock, () -> taken++);
        loader.addRefresh(flight, type, ids, pending, plan, this::read);
      }
      if (lock.isExtended()) {
        loader.tableLocks().addExtended(flight, type, ids, rowLock);
      }
    }

    /// Instances take over what was read; a record cannot, and is in the result already.
    private void read(EntityEntry entry) {
      Object before = unread.remove(entry);
      if (type.isRecord && !entry.instance.equals(before)) {
        throw new OptimisticLockException(
            "%s was changed by another transaction while its lock was waited for\nHint: repeat the query."
                .formatted(entry),
            null,
            entry.instance);
      }
    }

    void verify(RowLock rowLock) {
      if (!unread.isEmpty() || taken < ids.size()) {
        Object one =
            unread.isEmpty() ? "an instance of " + type : unread.keySet().iterator().next();
        throw rowLock.notTaken(one);
      }
    }
  }
}
