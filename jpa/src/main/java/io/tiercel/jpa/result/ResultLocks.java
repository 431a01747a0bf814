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
import java.util.BitSet;
import java.util.Collection;
import java.util.HashSet;
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

  /// Which row has which entity, where a row may be left out.
  private final List<InRow> inRows = new ArrayList<>();

  private record InRow(EntityEntry entry, int row) {}

  ResultLocks(Session session, Loader loader, ResultLock lock, RootPlan graph) {
    this.session = session;
    this.loader = loader;
    this.lock = lock;
    this.graph = graph;
  }

  /// Adds an entity of a row of the result.
  void add(EntityEntry entry, int row) {
    if (lock.mode() != LockModeType.NONE && entry.isManaged()) {
      entries.add(entry);
      if (lock.isPessimistic() && !lock.isWhole()) {
        inRows.add(new InRow(entry, row));
      }
    }
  }

  /// Locks what was added since the last call, all in one exchange.
  ///
  /// @param pending takes what the rows call for that are read anew
  /// @return the rows to be left out: others hold an entity of theirs
  BitSet complete(PendingLoads pending) {
    BitSet leftOut = new BitSet();
    if (lock.isPessimistic() && (!lock.isWhole() || lock.isExtended())) {
      RowLock rowLock = RowLock.of(lock.mode(), session.limits());
      if (rowLock.skips() && !lock.isWhole()) {
        leftOut = takeFree(rowLock);
        lockRows(rowLock, true, pending);
      } else {
        lockRows(rowLock, false, pending);
      }
    }
    entries.forEach(entry -> entry.noteLock(lock.mode()));
    entries.clear();
    inRows.clear();
    return leftOut;
  }

  /// Locks what is free and forgets the rest.
  private BitSet takeFree(RowLock rowLock) {
    Set<EntityEntry> held = new HashSet<>();
    for (OfType ofType : byType()) {
      Set<Object> free = loader.tableLocks().takeFree(ofType.type, ofType.ids, rowLock);
      for (EntityEntry entry : ofType.unread.keySet()) {
        if (!free.contains(entry.id)) {
          held.add(entry);
        }
      }
    }
    entries.removeAll(held);
    BitSet rows = new BitSet();
    inRows.stream().filter(one -> held.contains(one.entry())).forEach(one -> rows.set(one.row()));
    return rows;
  }

  private Collection<OfType> byType() {
    Map<EntityDescriptor, OfType> byType = new LinkedHashMap<>();
    for (EntityEntry entry : entries) {
      if (entry.state == State.MANAGED) {
        byType.computeIfAbsent(entry.type, OfType::new).add(entry);
      }
    }
    return byType.values();
  }

  /// @param isTaken whether the entities' own rows are locked already
  private void lockRows(RowLock rowLock, boolean isTaken, PendingLoads pending) {
    Collection<OfType> byType = byType();
    Flight flight = new Flight();
    byType.forEach(ofType -> ofType.addTo(flight, rowLock, isTaken, pending));
    session.run(flight);
    if (!lock.isWhole()) {
      byType.forEach(ofType -> ofType.verify(rowLock));
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

    void addTo(Flight flight, RowLock rowLock, boolean isTaken, PendingLoads pending) {
      if (!lock.isWhole()) {
        FetchPlan plan = graph.of(type.mapping.javaType());
        if (isTaken) {
          taken = ids.size();
        } else {
          loader.tableLocks().add(flight, type, ids, rowLock, () -> taken++);
        }
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
