package io.tiercel.jpa;

import static io.tiercel.jpa.InstanceOperations.requireEntity;

import io.tiercel.jpa.criteria.CriteriaStatement;
import io.tiercel.jpa.criteria.extension.CriteriaExtensions;
import io.tiercel.jpa.graph.RootGraph;
import io.tiercel.jpa.request.QueryMaker;
import io.tiercel.jpa.request.UnitCriteria;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.settings.GraphHints;
import io.tiercel.jpa.settings.OperationOptions;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.jpa.unit.Unit;
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
import jakarta.persistence.TypedQuery;
import jakarta.persistence.TypedQueryReference;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.CriteriaDelete;
import jakarta.persistence.criteria.CriteriaQuery;
import jakarta.persistence.criteria.CriteriaSelect;
import jakarta.persistence.criteria.CriteriaUpdate;
import jakarta.persistence.metamodel.Metamodel;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// An EntityManager (Jakarta Persistence 3.2, section 3.2). The interface is wide, so this class
/// only hands on, to [InstanceOperations], [QueryMaker] and the persistence context, under the
/// rules of [ManagerState]. Confined to one thread.
final class TiercelEntityManager implements EntityManager {
  private final ManagerState state;
  private @Nullable InstanceOperations instances;
  private @Nullable QueryMaker queries;

  /// @param isSynchronized whether it joins the JTA transaction of the thread at once
  TiercelEntityManager(
      TiercelEntityManagerFactory factory,
      Unit unit,
      Map<String, Object> properties,
      boolean isSynchronized) {
    this.state = new ManagerState(factory, unit, properties);
    if (isSynchronized) {
      state.joinIfActive();
    }
  }

  private InstanceOperations instances() {
    InstanceOperations known = instances;
    if (known == null) {
      known = new InstanceOperations(state);
      instances = known;
    }
    return known;
  }

  private QueryMaker queries() {
    QueryMaker known = queries;
    if (known == null) {
      known = new QueryMaker(state);
      queries = known;
    }
    return known;
  }

  // ---- life cycle of instances ----

  @Override
  public void persist(Object entity) {
    // Not by a lambda: bulk programs call nothing as often.
    state.begin();
    try {
      state.context().persist(requireEntity(entity));
    } catch (RuntimeException e) {
      throw state.marked(e);
    }
  }

  @Override
  @SuppressWarnings("unchecked") // the managed copy is of the same entity class
  public <T> T merge(T entity) {
    return (T) state.guard(() -> state.context().merge(requireEntity(entity)));
  }

  @Override
  public void remove(Object entity) {
    state.guarded(() -> state.context().remove(requireEntity(entity)));
  }

  @Override
  public void flush() {
    state.guarded(
        () -> {
          state.requireTransaction("flush");
          state.context().flush();
        });
  }

  @Override
  public void clear() {
    state.guarded(() -> state.context().clear());
  }

  @Override
  public void detach(Object entity) {
    state.guarded(() -> state.context().detach(requireEntity(entity)));
  }

  @Override
  public boolean contains(Object entity) {
    return state.guard(() -> state.context().contains(requireEntity(entity)));
  }

  // ---- finding, refreshing, locking ----

  private Supplier<OperationOptions> hinted(
      @Nullable LockModeType lockMode, @Nullable Map<String, Object> hints) {
    return () -> {
      var options = OperationOptions.of(lockMode, hints, state.limits(), state.unit().graphs());
      if (hints != null && lockMode == null) {
        state.unit().knownHints().put(hints, options);
      }
      return options;
    };
  }

  private Supplier<OperationOptions> given(Object[] options) {
    return () -> OperationOptions.of(options, state.limits(), RootPlan.NONE);
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id) {
    Object shared = state.findShared(type, id, null);
    if (shared != null) {
      return type.cast(shared);
    }
    return instances().find(type, id);
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, @Nullable Map<String, Object> hints) {
    Object shared = state.findShared(type, id, hints);
    if (shared != null) {
      return type.cast(shared);
    }
    return hints == null || hints.isEmpty()
        ? instances().find(type, id)
        : instances().find(type, id, hinted(null, hints));
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, @Nullable LockModeType lockMode) {
    return instances().find(type, id, hinted(lockMode, null));
  }

  @Override
  public <T> @Nullable T find(
      Class<T> type,
      Object id,
      @Nullable LockModeType lockMode,
      @Nullable Map<String, Object> hints) {
    return instances().find(type, id, hinted(lockMode, hints));
  }

  @Override
  public <T> @Nullable T find(Class<T> type, Object id, FindOption... options) {
    return instances().find(type, id, given(options));
  }

  @Override
  public <T> @Nullable T find(EntityGraph<T> graph, Object id, FindOption... options) {
    RootPlan plan = state.guard(() -> GraphHints.loadGraph(graph));
    @SuppressWarnings("unchecked") // the graph begins at T
    Class<T> root = (Class<T>) plan.root();
    return instances().find(root, id, () -> OperationOptions.of(options, state.limits(), plan));
  }

  @Override
  public <T> T getReference(Class<T> type, Object id) {
    return instances().reference(type, id);
  }

  @Override
  public <T> T getReference(T entity) {
    return instances().reference(entity);
  }

  @Override
  public void refresh(Object entity) {
    instances().refresh(entity, hinted(null, null));
  }

  @Override
  public void refresh(Object entity, @Nullable Map<String, Object> hints) {
    instances().refresh(entity, hinted(null, hints));
  }

  @Override
  public void refresh(Object entity, LockModeType lockMode) {
    instances().refresh(entity, hinted(lockMode, null));
  }

  @Override
  public void refresh(Object entity, LockModeType lockMode, @Nullable Map<String, Object> hints) {
    instances().refresh(entity, hinted(lockMode, hints));
  }

  @Override
  public void refresh(Object entity, RefreshOption... options) {
    instances().refresh(entity, given(options));
  }

  @Override
  public void lock(Object entity, LockModeType lockMode) {
    instances().lock(entity, lockMode, hinted(null, null));
  }

  @Override
  public void lock(Object entity, LockModeType lockMode, @Nullable Map<String, Object> hints) {
    instances().lock(entity, lockMode, hinted(null, hints));
  }

  @Override
  public void lock(Object entity, LockModeType lockMode, LockOption... options) {
    instances().lock(entity, lockMode, given(options));
  }

  @Override
  public LockModeType getLockMode(Object entity) {
    return instances().lockMode(entity);
  }

  // ---- queries ----

  @Override
  public Query createQuery(String jpql) {
    return queries().jpql(jpql, Object.class);
  }

  @Override
  public <T> TypedQuery<T> createQuery(String jpql, Class<T> resultClass) {
    return queries().jpql(jpql, resultClass);
  }

  @Override
  public Query createNamedQuery(String name) {
    return queries().named(name, Object.class);
  }

  @Override
  public <T> TypedQuery<T> createNamedQuery(String name, Class<T> resultClass) {
    return queries().named(name, resultClass);
  }

  @Override
  public <T> TypedQuery<T> createQuery(TypedQueryReference<T> reference) {
    return queries().referenced(reference);
  }

  @Override
  public Query createNativeQuery(String sql) {
    return queries().nativeSql(sql, Object.class);
  }

  @Override
  public <T> Query createNativeQuery(String sql, Class<T> resultClass) {
    return queries().nativeSql(sql, resultClass);
  }

  @Override
  public Query createNativeQuery(String sql, String resultSetMapping) {
    return queries().nativeSql(sql, resultSetMapping);
  }

  @Override
  public <T> TypedQuery<T> createQuery(CriteriaQuery<T> query) {
    return queries().criteria(() -> CriteriaStatement.of(query));
  }

  @Override
  public <T> TypedQuery<T> createQuery(CriteriaSelect<T> query) {
    return queries().criteria(() -> CriteriaStatement.of(query));
  }

  @Override
  public Query createQuery(CriteriaUpdate<?> query) {
    return queries().criteria(() -> CriteriaStatement.of(query));
  }

  @Override
  public Query createQuery(CriteriaDelete<?> query) {
    return queries().criteria(() -> CriteriaStatement.of(query));
  }

  @Override
  public StoredProcedureQuery createNamedStoredProcedureQuery(String name) {
    return queries().namedProcedure(name);
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name) {
    return queries().procedure(name, List.of());
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name, Class<?>... classes) {
    return queries().procedure(name, List.of((Object[]) classes));
  }

  @Override
  public StoredProcedureQuery createStoredProcedureQuery(String name, String... mappings) {
    return queries().procedure(name, List.of((Object[]) mappings));
  }

  @Override
  public CriteriaBuilder getCriteriaBuilder() {
    state.requireOpenOrMark();
    return state.unit().criteriaBuilder();
  }

  @Override
  public Metamodel getMetamodel() {
    state.requireOpenOrMark();
    return state.unit().metamodel();
  }

  @Override
  public <T> EntityGraph<T> createEntityGraph(Class<T> type) {
    return state.guard(() -> RootGraph.of(state.unit().metamodel(), type));
  }

  @Override
  public @Nullable EntityGraph<?> createEntityGraph(String name) {
    return state.guard(
        () -> {
          RootGraph<?> named = state.unit().graphs().find(name);
          return named == null ? null : named.copy();
        });
  }

  @Override
  public EntityGraph<?> getEntityGraph(String name) {
    return state.guard(() -> state.unit().graphs().get(name));
  }

  @Override
  public <T> List<EntityGraph<? super T>> getEntityGraphs(Class<T> type) {
    return state.guard(() -> state.unit().graphs().of(type));
  }

  // ---- settings and life of the manager ----

  @Override
  public void setFlushMode(FlushModeType mode) {
    state.guarded(() -> state.setFlushMode(mode));
  }

  @Override
  public FlushModeType getFlushMode() {
    state.requireOpenOrMark();
    return state.flushMode();
  }

  @Override
  public void setCacheRetrieveMode(CacheRetrieveMode mode) {
    state.guarded(() -> state.setRetrieveMode(mode));
  }

  @Override
  public void setCacheStoreMode(CacheStoreMode mode) {
    state.guarded(() -> state.setStoreMode(mode));
  }

  @Override
  public CacheRetrieveMode getCacheRetrieveMode() {
    state.requireOpenOrMark();
    return state.retrieveMode();
  }

  @Override
  public CacheStoreMode getCacheStoreMode() {
    state.requireOpenOrMark();
    return state.storeMode();
  }

  @Override
  public void setProperty(String name, Object value) {
    state.guarded(() -> state.setProperty(name, value));
  }

  @Override
  public Map<String, Object> getProperties() {
    return state.propertiesInForce();
  }

  @Override
  public void joinTransaction() {
    state.joinTransaction();
  }

  @Override
  public boolean isJoinedToTransaction() {
    return state.isJoined();
  }

  /// To [io.tiercel.wire.Connection] or [java.sql.Connection]: the connection of the open
  /// transaction, BEGIN sent. To [CriteriaExtensions]: what criteria have beside the specification.
  @Override
  public <T> T unwrap(Class<T> type) {
    return state.guard(
        () -> {
          if (type.isInstance(this)) {
            return type.cast(this);
          }
          if (type == io.tiercel.wire.Connection.class || type == Connection.class) {
            state.requireTransaction("unwrapping the connection");
            return type.cast(
                type == Connection.class
                    ? state.session().jdbc().connection()
                    : state.session().lend());
          }
          if (type == CriteriaExtensions.class) {
            return type.cast(new UnitCriteria(state.unit().criteriaBuilder(), queries()));
          }
          throw new PersistenceException(
              "cannot unwrap an EntityManager to %s\nHint: io.tiercel.wire.Connection and java.sql.Connection are there inside a transaction."
                  .formatted(type == null ? null : type.getName()));
        });
  }

  @Override
  public Object getDelegate() {
    state.requireOpenOrMark();
    return this;
  }

  @Override
  public <C> void runWithConnection(ConnectionConsumer<C> action) {
    callWithConnection(
        (C connection) -> {
          action.accept(connection);
          return true;
        });
  }

  @Override
  @SuppressWarnings("unchecked") // the connection of a provider on JDBC is a java.sql.Connection
  public <C, T> T callWithConnection(ConnectionFunction<C, T> function) {
    return state.guard(
        () -> new JdbcCalls(state.session()).call(connection -> function.apply((C) connection)));
  }

  @Override
  public void close() {
    state.close();
  }

  @Override
  public boolean isOpen() {
    return state.isOpen();
  }

  @Override
  public EntityTransaction getTransaction() {
    return state.transaction();
  }

  @Override
  public EntityManagerFactory getEntityManagerFactory() {
    state.requireOpenOrMark();
    return state.factory();
  }
}
