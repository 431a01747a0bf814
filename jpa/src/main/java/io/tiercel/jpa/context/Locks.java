package io.tiercel.jpa.context;

import io.tiercel.jpa.context.EntityEntry.State;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.row.Row;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.EntityNotFoundException;
import jakarta.persistence.LockModeType;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

  /// What a SELECT that takes this lock ends with.
  String clause(LockModeType lockMode) {
    return clause(lockMode, "t");
  }

  /// @param alias of the table whose rows are locked: a join may have others beside it
  private String clause(LockModeType lockMode, String alias) {
    String clause = LockClause.of(lockMode);
    return clause.isEmpty() ? clause : clause + " of " + alias + session.limits().lockSuffix();
  }

  /// Takes the lock on a loaded instance.
  void lock(EntityEntry entry, LockModeType lockMode) {
    String clause = clause(lockMode);
    if (!clause.isEmpty() && entry.state == State.MANAGED) {
      if (entry.type.versionColumn != null) {
        lockVersion(entry, entry.type.versionColumn, clause);
      } else if (loader.read(entry.type, entry.id, clause, !isChanged(entry)) == null) {
        // Without a version nothing tells whether the row has changed. What the application has
        // not touched is read anew; what it has changed must not be lost.
        throw gone(entry);
      }
    }
    note(entry, lockMode);
  }

  /// Locks the row and makes sure that it is still the one that was read.
  private void lockVersion(EntityEntry entry, Column versionColumn, String clause) {
    List<@Nullable Object> now = new ArrayList<>(1);
    session.query(
        "select %s from %s where %s%s"
            .formatted(
                entry.type.source.column(versionColumn),
                entry.type.source.declaration(),
                entry.type.idEquals(1),
                clause),
        row -> now.add(row.get(0, versionColumn.columnType())),
        EntityDescriptor.parameters(entry.id));
    if (now.isEmpty()) {
      throw gone(entry);
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

  private static EntityNotFoundException gone(EntityEntry entry) {
    return new EntityNotFoundException(entry + " does not exist in the database any more");
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
        ForeignKeys.clear(entry, attribute, values);
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
    String clause = clause(lockMode, "j");
    if (clause.isEmpty() || entry.state != State.MANAGED) {
      return;
    }
    Flight flight = new Flight();
    for (ToManyAttribute attribute : entry.type.toManys) {
      ToManyAttribute.JoinTable joinTable = attribute.joinTable();
      if (attribute.isOwning() && joinTable != null) {
        lockRows(flight, joinTable.table(), joinTable.ownColumns(), entry, clause);
      }
    }
    for (ElementRows rows : entry.type.elementRows) {
      lockRows(flight, rows.attribute.table().table(), rows.ownKey.columns(), entry, clause);
    }
    session.run(flight);
  }

  private static void lockRows(
      Flight flight, Table table, List<Column> own, EntityEntry entry, String clause) {
    flight.query(
        "select 1 from %s as j where %s%s".formatted(table.sql(), equal(own), clause),
        row -> {},
        EntityDescriptor.parameters(entry.id));
  }

  private static String equal(List<Column> columns) {
    return IntStream.range(0, columns.size())
        .mapToObj(i -> "j.%s = $%d".formatted(columns.get(i).sql(), i + 1))
        .collect(Collectors.joining(" and "));
  }

  /// Records a lock that a statement has taken.
  static void note(EntityEntry entry, LockModeType lockMode) {
    if (LockClause.needsVersion(lockMode) && entry.type.versionColumn == null) {
      throw new PersistenceException(
          "cannot lock %s with %s: %s has no @Version attribute\nHint: add one, or use a pessimistic lock."
              .formatted(entry, lockMode, entry.type));
    }
    if (LockClause.strength(lockMode) > LockClause.strength(entry.lockMode)) {
      entry.lockMode = lockMode;
    }
  }
}
