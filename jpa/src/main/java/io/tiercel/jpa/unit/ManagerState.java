package io.tiercel.jpa.unit;

import io.tiercel.jpa.access.LazyInstance;
import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.descriptor.EntityDescriptor;
import io.tiercel.jpa.jta.JtaPlatform;
import io.tiercel.jpa.readonly.SharedGraphs;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.session.Session;
import io.tiercel.jpa.session.TransactionModes;
import io.tiercel.jpa.settings.CacheModes;
import io.tiercel.jpa.settings.ModeProperties;
import io.tiercel.jpa.settings.OperationOptions;
import io.tiercel.jpa.settings.TimeLimits;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedEntities;
import io.tiercel.jpa.shared.SharedSettings;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.TransactionRequiredException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What the parts of one EntityManager share, and the rules they keep: whether it is open, whether
/// there is a transaction, and what a failure does to it. Confined to one thread.
public final class ManagerState {
  private final EntityManagerFactory factory;
  private final Unit unit;

  /// Empty and not to be changed as long as none was set.
  private Map<String, Object> properties = Map.of();

  // Made when they are first needed: a find of what all share needs neither.
  private @Nullable Session session;
  private @Nullable PersistenceContext context;

  /// Null until one is asked for.
  private @Nullable ResourceTransaction transaction;

  /// Null in a unit that is resource-local.
  private final @Nullable JtaJoining jta;

  private FlushModeType flushMode = FlushModeType.AUTO;
  private CacheRetrieveMode retrieveMode = CacheRetrieveMode.USE;
  private CacheStoreMode storeMode = CacheStoreMode.USE;
  private boolean open = true;

  /// Of this manager; null for that of the unit.
  private @Nullable Consistency consistency;

  private boolean readsOnly;

  public ManagerState(EntityManagerFactory factory, Unit unit, Map<String, Object> properties) {
    this.factory = factory;
    this.unit = unit;
    JtaPlatform platform = unit.jta();
    this.jta =
        platform == null
            ? null
            : new JtaJoining(
                platform,
                session(),
                context(),
                this::transactionModes,
                () -> open,
                this::transactionEnded);
    this.readsOnly = unit.readsOnly();
    if (!properties.isEmpty()) {
      properties.forEach(this::setProperty);
    }
    SharedEntities shared = unit.shared();
    if (shared != null) {
      shared.managerOpened();
    }
  }

  public EntityManagerFactory factory() {
    return factory;
  }

  public Unit unit() {
    return unit;
  }

  public Session session() {
    Session known = session;
    if (known == null) {
      known = new Session(unit.database().pool());
      session = known;
    }
    return known;
  }

  public PersistenceContext context() {
    PersistenceContext known = context;
    return known == null ? makeContext() : known;
  }

  private PersistenceContext makeContext() {
    PersistenceContext made =
        new PersistenceContext(
            session(),
            unit.descriptors(),
            unit.ids(),
            unit.catalog(),
            unit.learnedFinds(),
            unit.sharedGraphs());
    made.setCacheModes(retrieveMode, storeMode);
    made.setConsistency(consistency);
    context = made;
    return made;
  }

  private boolean isActive() {
    return session != null && session.isActive();
  }

  /// The instance that all share who only read, where that can be told without a context; null
  /// where the find has to go the usual way.
  ///
  /// @param hints null for none
  public @Nullable Object findShared(
      @Nullable Class<?> type, @Nullable Object id, @Nullable Map<String, Object> hints) {
    SharedGraphs graphs = unit.sharedGraphs();
    if (context != null
        || graphs == null
        || jta != null
        || retrieveMode != CacheRetrieveMode.USE
        || type == null
        || id == null) {
      return null;
    }
    Consistency level = consistency;
    boolean isReadOnly = readsOnly;
    if (hints != null && !hints.isEmpty()) {
      OperationOptions options = unit.knownHints().get(hints);
      if (options == null || !options.isPlain()) {
        return null;
      }
      Consistency ofFind = options.consistency();
      Boolean ofHints = options.readOnly();
      level = ofFind == null ? level : ofFind;
      isReadOnly = ofHints == null ? isReadOnly : ofHints;
    }
    if (!isReadOnly) {
      return null;
    }
    requireOpenOrMark();
    try {
      EntityDescriptor descriptor = unit.descriptors().of(type);
      return graphs.hit(descriptor, descriptor.columnKey(id), level);
    } catch (RuntimeException e) {
      throw marked(e);
    }
  }

  /// The resource-local transaction; IllegalStateException where transactions are those of JTA.
  public ResourceTransaction transaction() {
    if (jta != null) {
      throw new IllegalStateException(
          "persistence unit \"%s\" has JTA transactions, so its EntityManagers have none of their own\nHint: use UserTransaction or @Transactional, and joinTransaction()."
              .formatted(unit.properties().unitName()));
    }
    return resourceTransaction();
  }

  private ResourceTransaction resourceTransaction() {
    ResourceTransaction known = transaction;
    if (known == null) {
      known =
          new ResourceTransaction(
              session(), context(), this::transactionModes, this::transactionEnded);
      transaction = known;
    }
    return known;
  }

  /// Joins the JTA transaction of the thread, or asks for a resource-local one, which is joined
  /// when it begins.
  public void joinTransaction() {
    requireOpenOrMark();
    if (jta == null) {
      guarded(() -> requireTransaction("joinTransaction"));
    } else {
      jta.join();
    }
  }

  /// Joins the JTA transaction of the thread if there is one.
  public void joinIfActive() {
    if (jta != null) {
      jta.joinIfActive();
    }
  }

  public boolean isJoined() {
    requireOpenOrMark();
    return jta == null ? isActive() : jta.isJoined();
  }

  public FlushModeType flushMode() {
    return flushMode;
  }

  public void setFlushMode(@Nullable FlushModeType mode) {
    flushMode = require(mode, "flush mode");
  }

  /// Whether what is found is only read, unless the find says otherwise.
  public boolean readsOnly() {
    return readsOnly;
  }

  public CacheRetrieveMode retrieveMode() {
    return retrieveMode;
  }

  public void setRetrieveMode(@Nullable CacheRetrieveMode mode) {
    retrieveMode = require(mode, "cache retrieve mode");
    tellModes();
  }

  private void tellModes() {
    if (context != null) {
      context.setCacheModes(retrieveMode, storeMode);
    }
  }

  /// Does work with other cache modes; null for those of the manager.
  public <T extends @Nullable Object> T withCacheModes(
      @Nullable CacheRetrieveMode retrieve,
      @Nullable CacheStoreMode store,
      @Nullable Consistency level,
      Supplier<T> work) {
    if (retrieve == null && store == null && level == null) {
      return work.get();
    }
    PersistenceContext context = context();
    context.setCacheModes(
        retrieve == null ? retrieveMode : retrieve, store == null ? storeMode : store);
    if (level != null) {
      context.setConsistency(level);
    }
    try {
      return work.get();
    } finally {
      context.setCacheModes(retrieveMode, storeMode);
      context.setConsistency(consistency);
    }
  }

  public CacheStoreMode storeMode() {
    return storeMode;
  }

  public void setStoreMode(@Nullable CacheStoreMode mode) {
    storeMode = require(mode, "cache store mode");
    tellModes();
  }

  private static <T> T require(@Nullable T mode, String what) {
    if (mode == null) {
      throw new IllegalArgumentException("the %s is null".formatted(what));
    }
    return mode;
  }

  /// Whether neither this nor the factory is closed (section 7.4).
  public boolean isOpen() {
    return open && factory.isOpen();
  }

  /// Closes; an active transaction may still be committed or rolled back (section 7.8.1).
  public void close() {
    requireOpenOrMark();
    if (jta != null) {
      jta.settle();
    }
    open = false;
    if (session != null) {
      session.giveBackAll();
    }
    transactionEnded();
  }

  private void transactionEnded() {
    if (!open && !isActive() && context != null) {
      context.close();
    }
  }

  // ---- rules ----

  /// For what asks a query about itself: such questions mark nothing.
  public void requireOpen() {
    if (!open) {
      throw new IllegalStateException("the EntityManager is closed");
    }
    if (!factory.isOpen()) {
      throw new IllegalStateException(
          "the EntityManager is closed, for the EntityManagerFactory of \"%s\" is"
              .formatted(factory.getName()));
    }
  }

  /// For every method of the EntityManager and whatever a query does: a transaction that outlives
  /// the manager is marked for rollback as by any other failure (section 3.2).
  public void requireOpenOrMark() {
    try {
      requireOpen();
    } catch (IllegalStateException e) {
      throw marked(e);
    }
  }

  public void requireTransaction(String operation) {
    if (!isActive()) {
      throw new TransactionRequiredException(
          "%s needs a transaction\nHint: %s"
              .formatted(
                  operation,
                  jta == null
                      ? "call getTransaction().begin() first."
                      : "begin a JTA transaction and call joinTransaction()."));
    }
  }

  public void requireTransactionFor(LockModeType mode) {
    if (mode != LockModeType.NONE) {
      requireTransaction("lock mode " + mode);
    }
  }

  /// An operation of an open manager begins; its failures are to be [#marked].
  public void begin() {
    requireOpenOrMark();
    if (jta != null) {
      jta.settle();
    }
  }

  /// Runs an operation of an open manager; a failure marks the transaction as the specification
  /// says.
  public <T extends @Nullable Object> T guard(Supplier<T> operation) {
    begin();
    try {
      return operation.get();
    } catch (RuntimeException e) {
      throw marked(e);
    }
  }

  /// Marks the transaction where this failure does, and returns it.
  public RuntimeException marked(RuntimeException failure) {
    RuntimeException same = resourceTransaction().failed(failure);
    if (jta != null) {
      jta.marked();
    }
    return same;
  }

  /// As [#guard], for an operation without a result.
  public void guarded(Runnable operation) {
    guard(
        () -> {
          operation.run();
          return true;
        });
  }

  /// Sets a property, and what it stands for; IllegalArgumentException when its value cannot be.
  public void setProperty(String name, @Nullable Object value) {
    if (value == null) {
      if (!properties.isEmpty()) {
        properties.remove(name);
      }
      return;
    }
    switch (name) {
      case CacheModes.RETRIEVE -> setRetrieveMode(CacheModes.retrieve(value));
      case CacheModes.STORE -> setStoreMode(CacheModes.store(value));
      case SharedSettings.LEVEL -> {
        consistency = Consistency.parse(name, value);
        if (context != null) {
          context.setConsistency(consistency);
        }
      }
      case OperationOptions.READ_ONLY -> readsOnly = OperationOptions.isReadOnly(value);
      case SharedSettings.TOKEN -> context().resume(token(value));
      default -> {
        // Neither is kept: reading them checks the value.
        Limits unused = TimeLimits.of(Map.of(name, value), Limits.NONE);
        TransactionModes unusedModes =
            ModeProperties.of(Map.of(name, value), TransactionModes.DEFAULT);
      }
    }
    if (properties.isEmpty()) {
      properties = new HashMap<>();
    }
    properties.put(name, value);
  }

  private static long token(Object value) {
    try {
      return Long.parseUnsignedLong(value.toString().strip(), Character.MAX_RADIX);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be what another EntityManager has there, got \"%s\""
              .formatted(SharedSettings.TOKEN, value),
          e);
    }
  }

  /// The properties in force: those of the unit, then those of this manager.
  public Map<String, Object> propertiesInForce() {
    Map<String, Object> inForce = new HashMap<>(unit.properties().values());
    inForce.putAll(properties);
    if (unit.shared() != null) {
      inForce.put(
          SharedSettings.TOKEN,
          Long.toUnsignedString(context == null ? 0 : context.cacheToken(), Character.MAX_RADIX));
    }
    return Collections.unmodifiableMap(inForce);
  }

  /// The limits on time that the properties of this manager and of its unit set.
  public Limits limits() {
    Limits ofUnit = unit.limits();
    return properties.isEmpty() ? ofUnit : TimeLimits.of(properties, ofUnit);
  }

  private TransactionModes transactionModes() {
    TransactionModes ofUnit =
        ModeProperties.of(unit.properties().values(), TransactionModes.DEFAULT);
    return ModeProperties.of(properties, ofUnit);
  }

  // ---- queries ----

  public void flushBeforeQuery(@Nullable FlushModeType ofQuery) {
    FlushModeType mode = ofQuery == null ? flushMode : ofQuery;
    if (mode == FlushModeType.AUTO && isActive() && !session().isReadOnly()) {
      context().flush();
    }
  }

  /// Records the lock that a query took on the entities among its results.
  public void noteLocks(List<@Nullable Object> results, LockModeType lockMode) {
    if (lockMode != LockModeType.NONE) {
      for (Object result : results) {
        if (result instanceof LazyInstance
            || (result != null && unit.mapping().isEntity(result.getClass()))) {
          context().noteLock(result, lockMode);
        }
      }
    }
  }

  public int executeUpdate(String sql, @Nullable Object[] values) {
    long[] affected = new long[1];
    Flight flight = new Flight();
    flight.update(sql, rows -> affected[0] = rows, values);
    session().run(flight);
    return Math.toIntExact(affected[0]);
  }
}
