package io.tiercel.jpa;

import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TransactionRequiredException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the parts of one EntityManager share, and the rules they keep: whether it is open, whether
/// there is a transaction, and what a failure does to it. Confined to one thread.
final class ManagerState {
  private final TiercelEntityManagerFactory factory;
  private final Unit unit;
  private final Map<String, Object> properties;
  private final Session session;
  private final PersistenceContext context;
  private final ResourceTransaction transaction;
  private FlushModeType flushMode = FlushModeType.AUTO;
  private CacheRetrieveMode retrieveMode = CacheRetrieveMode.USE;
  private CacheStoreMode storeMode = CacheStoreMode.USE;
  private boolean open = true;

  ManagerState(TiercelEntityManagerFactory factory, Unit unit, Map<String, Object> properties) {
    this.factory = factory;
    this.unit = unit;
    this.properties = new HashMap<>(properties);
    this.session = new Session(unit.database().pool());
    this.context = new PersistenceContext(session, unit.descriptors(), unit.ids(), unit.catalog());
    this.transaction = new ResourceTransaction(session, context);
  }

  TiercelEntityManagerFactory factory() {
    return factory;
  }

  Unit unit() {
    return unit;
  }

  /// The properties of this manager, which may be changed.
  Map<String, Object> properties() {
    return properties;
  }

  Session session() {
    return session;
  }

  PersistenceContext context() {
    return context;
  }

  ResourceTransaction transaction() {
    return transaction;
  }

  FlushModeType flushMode() {
    return flushMode;
  }

  void setFlushMode(FlushModeType mode) {
    flushMode = mode;
  }

  CacheRetrieveMode retrieveMode() {
    return retrieveMode;
  }

  void setRetrieveMode(CacheRetrieveMode mode) {
    retrieveMode = mode;
  }

  CacheStoreMode storeMode() {
    return storeMode;
  }

  void setStoreMode(CacheStoreMode mode) {
    storeMode = mode;
  }

  boolean isOpen() {
    return open;
  }

  /// Closes; an active transaction may still be committed or rolled back (section 7.8.1).
  void close() {
    requireOpen();
    open = false;
    session.giveBackAll();
    if (!session.isActive()) {
      context.close();
    }
  }

  // ---- rules ----

  void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the EntityManager is closed");
    }
  }

  void requireTransaction(String operation) {
    if (!session.isActive()) {
      throw new TransactionRequiredException(
          "%s needs a transaction\nHint: call getTransaction().begin() first."
              .formatted(operation));
    }
  }

  void requireTransactionFor(LockModeType mode) {
    if (mode != LockModeType.NONE) {
      requireTransaction("lock mode " + mode);
    }
  }

  /// Runs an operation of an open manager; a failure marks the transaction as the specification
  /// says.
  <T extends @Nullable Object> T guard(Supplier<T> operation) {
    requireOpen();
    try {
      return operation.get();
    } catch (RuntimeException e) {
      throw transaction.failed(e);
    }
  }

  /// As [#guard], for an operation without a result.
  void guarded(Runnable operation) {
    guard(
        () -> {
          operation.run();
          return true;
        });
  }

  /// The limits on time that the properties of this manager and of its unit set.
  Limits limits() {
    Limits ofUnit = TimeLimits.of(unit.properties().values(), Limits.NONE);
    return TimeLimits.of(properties, ofUnit);
  }

  // ---- queries ----

  void flushBeforeQuery(@Nullable FlushModeType ofQuery) {
    FlushModeType mode = ofQuery == null ? flushMode : ofQuery;
    if (mode == FlushModeType.AUTO && session.isActive()) {
      context.flush();
    }
  }

  /// Records the lock that a query took on the entities among its results.
  void noteLocks(List<@Nullable Object> results, LockModeType lockMode) {
    if (lockMode != LockModeType.NONE) {
      for (Object result : results) {
        if (result != null && unit.mapping().isEntity(result.getClass())) {
          context.noteLock(result, lockMode);
        }
      }
    }
  }

  int executeUpdate(String sql, @Nullable Object[] values) {
    long[] affected = new long[1];
    Flight flight = new Flight();
    flight.update(sql, rows -> affected[0] = rows, values);
    session.run(flight);
    return Math.toIntExact(affected[0]);
  }
}
