package io.tiercel.jpa.context;

import io.tiercel.jpa.descriptor.Descriptors;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.descriptor.FetchPlan;
import io.tiercel.jpa.identity.EntityEntry;
import io.tiercel.jpa.identity.EntityEntry.State;
import io.tiercel.jpa.identity.IdentityMap;
import io.tiercel.jpa.load.Loader;
import io.tiercel.jpa.lock.RowLock;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.ForeignKeys;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.row.Values;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Locks on managed instances (Jakarta Persistence 3.2, section 3.5). Confined to one thread.
final class Locks {
  private final Session session;
  private final Descriptors descriptors;
  private final IdentityMap identities;
  private final Loader loader;

  Locks(Session session, Descriptors descriptors, IdentityMap identities, Loader loader) {
    this.session = session;
    this.descriptors = descriptors;
    this.identities = identities;
    this.loader = loader;
  }

  /// The lock on rows that the mode asks for.
  RowLock rowLock(LockModeType lockMode) {
    return RowLock.of(lockMode, session.limits());
  }

  /// Takes the lock on a loaded instance.
  void lock(EntityEntry entry, LockModeType lockMode) {
    RowLock lock = rowLock(lockMode);
    if (!lock.isNone() && entry.state == State.MANAGED) {
      if (entry.type.versionColumn != null) {
        lockVersion(entry, entry.type.versionColumn, lock);
      } else if (loader.read(entry.type, entry.id, lock, !isChanged(entry), FetchPlan.MAPPING)
          == null) {
        // Without a version nothing tells whether the row has changed. What the application has
        // not touched is read anew; what it has changed must not be lost.
        throw lock.notTaken(entry);
      }
    }
    entry.noteLock(lockMode);
  }

  /// Locks the rows and makes sure that they are still those that were read.
  private void lockVersion(EntityEntry entry, Column versionColumn, RowLock lock) {
    EntityDescriptor type = entry.type;
    Flight flight = new Flight();
    boolean[] taken = {type.source.isOneTable()};
    if (!taken[0]) {
      loader.tableLocks().add(flight, type, List.of(entry.id), lock, () -> taken[0] = true);
    }
    List<@Nullable Object> now = new ArrayList<>(1);
    flight.query(
        "select %s from %s where %s%s"
            .formatted(
                type.source.column(versionColumn),
                type.source.declaration(),
                type.idEquals(1),
                taken[0] ? lock.clause("t") : ""),
        row -> now.add(row.get(0, versionColumn.columnType())),
        EntityDescriptor.parameters(entry.id));
    session.run(flight);
    if (now.isEmpty() || !taken[0]) {
      throw lock.notTaken(entry);
    }
    Object before = entry.requiredRow().get(versionColumn.slot());
    if (!Values.same(before, now.getFirst())) {
      throw new OptimisticLockException(
          "%s was changed by another transaction: read version %s, found %s\nHint: refresh it and repeat the change."
              .formatted(entry, before, now.getFirst()),
          null,
          entry.instance);
    }
  }

  /// Whether the instance differs from the row it was read from.
  private boolean isChanged(EntityEntry entry) {
    EntityDescriptor type = entry.type;
    @Nullable Object[] values = new Object[type.mapping.columns().size()];
    type.access.read(entry.instance, values);
    for (ToOneAttribute attribute : type.owningToOnes) {
      if (type.isIdSlot(attribute.joinColumns().getFirst().slot())) {
        continue;
      }
      Object target = type.access.get(entry.instance, attribute.index());
      if (target == null) {
        entry.clear(attribute, values);
      } else {
        ForeignKeys.write(attribute.joinColumns(), key(attribute, target), values);
      }
    }
    Row row = entry.requiredRow();
    return type.updatable.stream()
        .anyMatch(column -> !Values.same(row.get(column.slot()), values[column.slot()]));
  }

  private @Nullable Object key(ToOneAttribute attribute, Object target) {
    EntityEntry entry = identities.of(target);
    if (!attribute.refersToId()) {
      return descriptors.ofInstance(target).valueOf(target, attribute.referencedColumns());
    }
    return entry != null ? entry.id : descriptors.ofInstance(target).idOf(target);
  }

  /// Takes a pessimistic lock on the rows of the join tables and collections of values that the
  /// instance owns as well, all in one exchange (`PessimisticLockScope.EXTENDED`).
  void lockJoinTables(EntityEntry entry, LockModeType lockMode) {
    RowLock lock = rowLock(lockMode);
    if (!lock.isNone() && entry.state == State.MANAGED) {
      Flight flight = new Flight();
      loader.tableLocks().addExtended(flight, entry.type, List.of(entry.id), lock);
      session.run(flight);
    }
  }
}
