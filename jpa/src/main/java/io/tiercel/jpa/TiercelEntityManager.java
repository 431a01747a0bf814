package io.tiercel.jpa;

import io.tiercel.jpa.context.EntityDescriptor;
import io.tiercel.jpa.context.PersistenceContext;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.session.Session;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.ConnectionConsumer;
import jakarta.persistence.ConnectionFunction;
import jakarta.persistence.EntityGraph;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.FindOption;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.LockOption;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.Query;
import jakarta.persistence.RefreshOption;
import jakarta.persistence.StoredProcedureQuery;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.TypedQuery;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.metamodel.Metamodel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An EntityManager (Jakarta Persistence 3.2, section 3.2): the rules of who may call what and
/// when, over a persistence context and a session. Confined to one thread.
final class TiercelEntityManager implements EntityManager {
  private static final Map<String, Object> NO_HINTS = Map.of();

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

  TiercelEntityManager(
      TiercelEntityManagerFactory factory, Unit unit, Map<String, Object> properties) {
    this.factory = factory;
    this.unit = unit;
    this.properties = new HashMap<>(properties);
    this.session = new Session(unit.database().pool());
    this.context = new PersistenceContext(session, unit.descriptors(), unit.ids(), unit.catalog());
    this.transaction = new ResourceTransaction(session, context);
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

  private void guarded(Runnable operation) {
    guard(
        () -> {
          operation.run();
          return true;
        });
  }

  private void guarded(Limits limits, Runnable operation) {
    session.within(
        limits,
        () -> {
          guarded(operation);
          return limits;
        });
  }

  PersistenceContext context() {
    return context;
  }

  Session session() {
    return session;
  }

  void flushBeforeQuery(@Nullable FlushModeType ofQuery) {
    FlushModeType mode = ofQuery == null ? flushMode : ofQuery;
    if (mode == FlushModeType.AUTO && session.isActive()) {
      context.flush();
    }
  }

  void noteLocks(List<@Nullable Object> results, LockModeType lockMode) {
    if (lockMode != LockModeType.NONE) {
      for (Object result : results) {
        if (result != null && unit.mapping().isEntity(result.getClass())) {
          context.noteLock(result, lockMode);
        }
      }
    }
  }

  /// The limits on time that the properties of this manager and of its unit set.
  Limits limits() {
    Limits ofUnit = TimeLimits.of(unit.properties().values(), Limits.NONE);
    return TimeLimits.of(properties, ofUnit);
  }

  private <T extends @Nullable Object> T within(
      @Nullable Map<String, Object> hints, Supplier<T> work) {
    Limits own = limits();
    return session.within(hints == null ? own : TimeLimits.of(hints, own), work);
  }

  private <T extends @Nullable Object> T within(Object[] options, Supplier<T> work) {
    return session.within(TimeLimits.of(options, limits()), work);
  }

  int executeUpdate(String sql, @Nullable Object[] values) {
    long[] affected = new long[1];
    Flight flight = new Flight();
    flight.update(sql, rows -> affected[0] = rows, values);
    session.run(flight);
    return Math.toIntExact(affected[0]);
  }

  // ---- life cycle of instances ----

  @Override
  public void persist(Object entity) {
    guarded(() -> context.persist(requireEntity(entity)));
  }

  @Override
  @SuppressWarnings("unchecked") // the managed copy is of the same entity class
  public <T> T merge(T entity) {
    return (T) guard(() -> context.merge(requireEntity(entity)));
  }

  @Override
  public void remove(Object entity) {
    guarded(() -> context.remove(requireEntity(entity)));
  }

  private static <T> T requireEntity(@Nullable T entity) {
    if (entity == null) {
      throw new IllegalArgumentException("the entity is null");
    }
    return entity;
  }

  @Override
  public void flush() {
    guarded(
        () -> {
          requireTransaction("flush");
          context.flush();
        });
  }

  @Override
  public void clear() {
    guarded(context::clear);
  }

  @Override
  public void detach(Object entity) {
    guarded(() -> context.detach(requireEntity(entity)));
  }

  @Override
  public boolean contains(Object entity) {
    return guard(() -> context.contains(requireEntity(entity)));
  }

  // ---- finding and refreshing ----

  @Override
  public <T> @Nullable T find(Class<T> type, Object id) {
    return find(type, id, LockModeType.NONE);
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, @Nullable Map<String, Object> hints) {
    return find(type, id, LockModeType.NONE, hints);
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, @Nullable LockModeType lockMode) {
    return find(type, id, lockMode, NO_HINTS);
  }

  private <T> @Nullable T read(Class<T> type, Object id, @Nullable LockModeType lockMode) {
    return guard(
        () -> {
          if (id == null) {
            throw new IllegalArgumentException("the id is null");
          }
          LockModeType mode = lockMode == null ? LockModeType.NONE : lockMode;
          requireTransactionFor(mode);
          return type.cast(context.find(unit.descriptors().of(type), id, mode));
        });
  }

  private void requireTransactionFor(LockModeType mode) {
    if (mode != LockModeType.NONE) {
      requireTransaction("lock mode " + mode);
    }
  }

  @Override
  public <T> @Nullable T find(
      Class<T> type,
      Object id,
      @Nullable LockModeType lockMode,
      @Nullable Map<String, Object> hints) {
    return within(hints, () -> read(type, id, lockMode));
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, FindOption... options) {
    return within(options, () -> read(type, id, lockMode(options)));
  }

  @Override
  public <T> @Nullable T find(EntityGraph<T> graph, Object id, FindOption... options) {
    throw Unsupported.graphs();
  }

  /// The lock mode among options; options about caches change nothing here yet.
  private static LockModeType lockMode(Object[] options) {
    for (Object option : options) {
      if (option instanceof LockModeType mode) {
        return mode;
      }
    }
    return LockModeType.NONE;
  }

  @Override
  public <T> T getReference(Class<T> type, Object id) {
    return guard(
        () -> {
          if (id == null) {
            throw new IllegalArgumentException("the id is null");
          }
          EntityDescriptor descriptor = unit.descriptors().of(type);
          return type.cast(context.reference(descriptor, id));
        });
  }

  @Override
  @SuppressWarnings("unchecked") // the reference is of the instance's entity class
  public <T> T getReference(T entity) {
    return (T)
        guard(
            () -> {
              EntityDescriptor type = unit.descriptors().ofInstance(requireEntity(entity));
              Object id = factory.getPersistenceUnitUtil().getIdentifier(entity);
              if (id == null) {
                throw new IllegalArgumentException("the %s has no id".formatted(type));
              }
              return context.reference(type, id);
            });
  }

  @Override
  public void refresh(Object entity) {
    refresh(entity, LockModeType.NONE, NO_HINTS);
  }

  @Override
  public void refresh(Object entity, @Nullable Map<String, Object> hints) {
    refresh(entity, LockModeType.NONE, hints);
  }

  @Override
  public void refresh(Object entity, LockModeType lockMode) {
    refresh(entity, lockMode, NO_HINTS);
  }

  @Override
  public void refresh(Object entity, LockModeType lockMode, @Nullable Map<String, Object> hints) {
    refreshWithin(TimeLimits.of(hints == null ? NO_HINTS : hints, limits()), entity, lockMode);
  }

  @Override
  public void refresh(Object entity, RefreshOption... options) {
    refreshWithin(TimeLimits.of(options, limits()), entity, lockMode(options));
  }

  private void refreshWithin(Limits limits, Object entity, LockModeType lockMode) {
    guarded(
        limits,
        () -> {
          requireTransactionFor(lockMode);
          context.refresh(requireEntity(entity), lockMode);
        });
  }

  @Override
  public void lock(Object entity, LockModeType lockMode) {
    lock(entity, lockMode, NO_HINTS);
  }

  @Override
  public void lock(Object entity, LockModeType lockMode, @Nullable Map<String, Object> hints) {
    lockWithin(TimeLimits.of(hints == null ? NO_HINTS : hints, limits()), entity, lockMode);
  }

  @Override
  public void lock(Object entity, LockModeType lockMode, LockOption... options) {
    lockWithin(TimeLimits.of(options, limits()), entity, lockMode);
  }

  private void lockWithin(Limits limits, Object entity, LockModeType lockMode) {
    guarded(
        limits,
        () -> {
          requireTransaction("lock");
          context.lock(requireEntity(entity), lockMode);
        });
  }

  @Override
  public LockModeType getLockMode(Object entity) {
    return guard(
        () -> {
          requireTransaction("getLockMode");
          return context.lockMode(requireEntity(entity));
        });
  }

  // ---- queries ----

  @Override
  public Query createQuery(String jpql) {
    return jpql(jpql, Object.class);
  }

  @Override
  public <T> TypedQuery<T> createQuery(String jpql, Class<T> resultClass) {
    return jpql(jpql, resultClass);
  }

  private <T> TiercelQuery<T> jpql(String text, Class<?> resultClass) {
    return guard(
        () -> {
          QueryPlan plan = unit.plans().of(text);
          ResultShape.check(plan.selections(), resultClass);
          return new TiercelQuery<>(
              this, new JpqlSource(text, plan, resultClass, this::idOfArgument), resultClass);
        });
  }

  private Object idOfArgument(Object entity) {
    Object id = factory.getPersistenceUnitUtil().getIdentifier(entity);
    if (id == null) {
      throw new IllegalArgumentException(
          "cannot bind a %s without an id: it is not persisted"
              .formatted(entity.getClass().getSimpleName()));
    }
    return id;
  }

  @Override
  public Query createNamedQuery(String name) {
    return named(name, Object.class);
  }

  @Override
  public <T> TypedQuery<T> createNamedQuery(String name, Class<T> resultClass) {
    return named(name, resultClass);
  }

  private <T> TiercelQuery<T> named(String name, Class<?> resultClass) {
    requireOpen();
    NamedQueries.Named named = unit.namedQueries().get(name);
    boolean own = resultClass == Object.class && named.resultClass() != void.class;
    Class<?> wanted = own ? named.resultClass() : resultClass;
    return named.isNative() ? nativeQuery(named.text(), wanted) : jpql(named.text(), wanted);
  }

  @Override
  public <T> TypedQuery<T> createQuery(TypedQueryReference<T> reference) {
    return named(reference.getName(), reference.getResultType());
  }

  @Override
  public Query createNativeQuery(String sql) {
    return nativeQuery(sql, Object.class);
  }

  @Override
  public <T> Query createNativeQuery(String sql, Class<T> resultClass) {
    return nativeQuery(sql, resultClass);
  }

  private <T> TiercelQuery<T> nativeQuery(String sql, Class<?> resultClass) {
    return guard(
        () ->
            new TiercelQuery<>(
                this,
                new NativeSource(
                    sql,
                    resultClass,
                    unit.mapping().isEntity(resultClass)
                        ? unit.mapping().entity(resultClass)
                        : null),
                resultClass));
  }

  @Override
  public Query createNativeQuery(String sql, String resultSetMapping) {
    throw Unsupported.feature("result set mappings", "name a result class");
  }

  @Override
  public <T> TypedQuery<T> createQuery(CriteriaQuery<T> query) {
    throw Unsupported.criteria();
  }

  @Override
  public <T> TypedQuery<T> createQuery(CriteriaSelect<T> query) {
    throw Unsupported.criteria();
  }

  @Override
  public Query createQuery(CriteriaUpdate<?> query) {
    throw Unsupported.criteria();
  }

  @Override
  public Query createQuery(CriteriaDelete<?> query) {
    throw Unsupported.criteria();
  }

  @Override
  public StoredProcedureQuery createNamedStoredProcedureQuery(String name) {
    throw Unsupported.procedures();
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name) {
    throw Unsupported.procedures();
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name, Class<?>... classes) {
    throw Unsupported.procedures();
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name, String... mappings) {
    throw Unsupported.procedures();
  }

  @Override
  public CriteriaBuilder getCriteriaBuilder() {
    throw Unsupported.criteria();
  }

  @Override
  public Metamodel getMetamodel() {
    throw Unsupported.metamodel();
  }

  @Override
  public <T> EntityGraph<T> createEntityGraph(Class<T> type) {
    throw Unsupported.graphs();
  }

  @Override
  public EntityGraph<?> createEntityGraph(String name) {
    throw Unsupported.graphs();
  }

  @Override
  public EntityGraph<?> getEntityGraph(String name) {
    throw Unsupported.graphs();
  }

  @Override
  public <T> List<EntityGraph<? super T>> getEntityGraphs(Class<T> type) {
    throw Unsupported.graphs();
  }

  // ---- settings and life of the manager ----

  @Override
  public void setFlushMode(FlushModeType mode) {
    requireOpen();
    flushMode = Objects.requireNonNull(mode);
  }

  @Override
  public FlushModeType getFlushMode() {
    requireOpen();
    return flushMode;
  }

  @Override
  public void setCacheRetrieveMode(CacheRetrieveMode mode) {
    requireOpen();
    retrieveMode = mode;
  }

  @Override
  public void setCacheStoreMode(CacheStoreMode mode) {
    requireOpen();
    storeMode = mode;
  }

  @Override
  public CacheRetrieveMode getCacheRetrieveMode() {
    requireOpen();
    return retrieveMode;
  }

  @Override
  public CacheStoreMode getCacheStoreMode() {
    requireOpen();
    return storeMode;
  }

  @Override
  public void setProperty(String name, Object value) {
    requireOpen();
    properties.put(name, value);
  }

  @Override
  public Map<String, Object> getProperties() {
    return Map.copyOf(properties);
  }

  @Override
  public void joinTransaction() {
    requireOpen();
    throw new TransactionRequiredException(
        "the persistence unit is resource-local: there is no JTA transaction to join");
  }

  @Override
  public boolean isJoinedToTransaction() {
    requireOpen();
    return session.isActive();
  }

  /// To [io.tiercel.wire.Connection]: the connection of the open transaction, BEGIN sent.
  @Override
  public <T> T unwrap(Class<T> type) {
    requireOpen();
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    if (type == io.tiercel.wire.Connection.class) {
      requireTransaction("unwrapping the connection");
      return type.cast(session.lend());
    }
    throw new PersistenceException("cannot unwrap an EntityManager to " + type.getName());
  }

  @Override
  public Object getDelegate() {
    requireOpen();
    return this;
  }

  @Override
  public <C> void runWithConnection(ConnectionConsumer<C> action) {
    throw Unsupported.jdbc();
  }

  @Override
  public <C, T> T callWithConnection(ConnectionFunction<C, T> function) {
    throw Unsupported.jdbc();
  }

  /// Closes it; an active transaction may still be committed or rolled back (section 7.8.1).
  @Override
  public void close() {
    requireOpen();
    open = false;
    session.giveBackAll();
    if (!session.isActive()) {
      context.close();
    }
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public EntityTransaction getTransaction() {
    return transaction;
  }

  @Override
  public EntityManagerFactory getEntityManagerFactory() {
    requireOpen();
    return factory;
  }
}
