package io.tiercel.jpa.request;

import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.sql.ProcedureDeclaration;
import io.tiercel.jpa.sql.Routine;
import io.tiercel.jpa.sql.RoutineCall;
import io.tiercel.jpa.statement.ProcedureArguments;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.unit.ManagerState;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.Parameter;
import jakarta.persistence.ParameterMode;
import jakarta.persistence.StoredProcedureQuery;
import jakarta.persistence.TemporalType;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Comparator;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A query that calls a function or a procedure (Jakarta Persistence 3.2, section 3.11.17). What
/// the database knows of the routine tells how it is called. Settings and arguments are those of a
/// [TiercelQuery]. Confined to the thread of its EntityManager.
@SuppressWarnings({
  "deprecation",
  "rawtypes"
}) // Date, Calendar, TemporalType and the raw List belong to the interface
public final class TiercelProcedureQuery implements StoredProcedureQuery {
  private final ManagerState state;
  private final TiercelQuery<Object> settings;
  private final String procedure;
  private final List<Object> results;
  private final List<ProcedureDeclaration.Parameter> parameters;
  private @Nullable ProcedureResults executed;
  private int updateCount = -1;

  TiercelProcedureQuery(ManagerState state, ProcedureDeclaration declaration) {
    this.state = state;
    this.settings = new TiercelQuery<>(state, new ProcedureSource(declaration), Object.class);
    this.procedure = declaration.procedure();
    this.results = declaration.results();
    this.parameters = new ArrayList<>(declaration.parameters());
    declaration.hints().forEach(settings::setHint);
  }

  /// The query as it is set now, to be named.
  public ProcedureDeclaration declaration() {
    return new ProcedureDeclaration(procedure, parameters, results, settings.getHints());
  }

  // ---- parameters ----

  @Override
  public StoredProcedureQuery registerStoredProcedureParameter(
      int position, Class<?> type, ParameterMode mode) {
    return register(position, type, mode);
  }

  @Override
  public StoredProcedureQuery registerStoredProcedureParameter(
      String name, Class<?> type, ParameterMode mode) {
    return register(name, type, mode);
  }

  private StoredProcedureQuery register(Object key, Class<?> type, ParameterMode mode) {
    state.guarded(
        () -> {
          parameters.removeIf(known -> known.key().equals(key));
          parameters.add(new ProcedureDeclaration.Parameter(key, type, mode));
          settings.declare(new QueryArguments.QueryParameter(key, type, false));
        });
    return this;
  }

  /// The parameters by position in that order, those by name as they were registered.
  private List<ProcedureDeclaration.Parameter> inOrder() {
    List<ProcedureDeclaration.Parameter> ordered = new ArrayList<>(parameters);
    ordered.sort(
        Comparator.comparingInt(
            parameter -> parameter.key() instanceof Integer position ? position : 0));
    return ordered;
  }

  @Override
  public @Nullable Object getOutputParameterValue(int position) {
    return outputValue(position);
  }

  @Override
  public @Nullable Object getOutputParameterValue(String name) {
    return outputValue(name);
  }

  private @Nullable Object outputValue(Object key) {
    state.requireOpen();
    boolean isOutput =
        parameters.stream()
            .anyMatch(
                parameter ->
                    parameter.key().equals(key)
                        && (parameter.mode() == ParameterMode.OUT
                            || parameter.mode() == ParameterMode.INOUT));
    if (!isOutput) {
      throw new IllegalArgumentException(
          "the query has no OUT or INOUT parameter %s, it has %s".formatted(key, parameters));
    }
    ProcedureResults done = executed;
    if (done == null) {
      throw new IllegalStateException(
          "output parameter %s has no value yet\nHint: call execute() first.".formatted(key));
    }
    return done.outputValues().get(key);
  }

  // ---- execution ----

  @Override
  public boolean execute() {
    return state.guard(
        () -> {
          run();
          return hasResultSet();
        });
  }

  private boolean hasResultSet() {
    return executed != null && !executed.sets().isEmpty();
  }

  private ProcedureResults run() {
    List<ProcedureDeclaration.Parameter> ordered = inOrder();
    requireBound(ordered);
    settings.flush();
    ProcedureResults run =
        new ProcedureResults(
            state,
            ordered,
            results,
            settings.getFirstResult(),
            settings.getMaxResults(),
            settings.graph());
    executed = run;
    state
        .session()
        .within(
            settings.limits(),
            () -> {
              RoutineCall call = RoutineCall.of(procedure, routines(), ordered);
              run.run(call, values(call));
              return true;
            });
    updateCount = run.sets().isEmpty() ? 0 : -1;
    return run;
  }

  private void requireBound(List<ProcedureDeclaration.Parameter> ordered) {
    List<Object> missing = new ArrayList<>();
    for (ProcedureDeclaration.Parameter parameter : ordered) {
      if (parameter.isInput() && !settings.isBound(parameter.key())) {
        missing.add(parameter.key());
      }
    }
    if (!missing.isEmpty()) {
      throw new IllegalStateException("parameters %s are not bound".formatted(missing));
    }
  }

  private @Nullable Object[] values(RoutineCall call) {
    @Nullable Object[] values = new Object[call.keys().size()];
    for (int i = 0; i < values.length; i++) {
      Object argument = settings.argument(call.keys().get(i));
      values[i] = ProcedureArguments.value(argument, call.types().get(i));
    }
    return values;
  }

  /// Asked each time: a routine may be replaced by one of another kind.
  private List<Routine> routines() {
    int dot = procedure.lastIndexOf('.');
    String schema = dot < 0 ? null : Identifier.stored(procedure.substring(0, dot));
    List<Routine> found = new ArrayList<>();
    state
        .session()
        .query(
            Routine.LOOKUP,
            row ->
                found.add(
                    Routine.of(
                        Objects.requireNonNull(row.getString(0)),
                        Objects.requireNonNull(row.getString(1)),
                        row.getBoolean(2),
                        Objects.requireNonNull(row.getString(3)),
                        row.get(4, String[].class),
                        row.get(5, String[].class),
                        row.get(6, String[].class),
                        row.getInt(7))),
            Identifier.stored(procedure.substring(dot + 1)),
            schema);
    return found;
  }

  @Override
  public int executeUpdate() {
    return state.guard(
        () -> {
          state.requireTransaction("executeUpdate");
          ProcedureResults run = run();
          if (!run.sets().isEmpty()) {
            throw new IllegalStateException(
                "the routine gave a result set\nHint: call execute() and getResultList().");
          }
          int count = updateCount;
          updateCount = -1; // it has been given: getUpdateCount() tells of results still to come
          return count;
        });
  }

  @Override
  public List getResultList() {
    return state.guard(this::nextList);
  }

  private List<@Nullable Object> nextList() {
    if (executed == null) {
      run();
    }
    List<@Nullable Object> next = executed == null ? null : executed.sets().poll();
    if (next == null) {
      throw new IllegalStateException(
          "the routine \"%s\" gave no other result set\nHint: ask hasMoreResults() before."
              .formatted(procedure));
    }
    return next;
  }

  @Override
  public @Nullable Object getSingleResult() {
    return state.guard(
        () -> {
          List<@Nullable Object> list = nextList();
          if (list.isEmpty()) {
            throw new NoResultException("the routine gave no row: " + procedure);
          }
          return single(list);
        });
  }

  @Override
  public @Nullable Object getSingleResultOrNull() {
    return state.guard(
        () -> {
          List<@Nullable Object> list = nextList();
          return list.isEmpty() ? null : single(list);
        });
  }

  private @Nullable Object single(List<@Nullable Object> list) {
    if (list.size() > 1) {
      throw new NonUniqueResultException("the routine gave more than one row: " + procedure);
    }
    return list.getFirst();
  }

  @Override
  public boolean hasMoreResults() {
    return state.guard(
        () -> {
          if (executed == null) {
            run();
          }
          updateCount = -1;
          return hasResultSet();
        });
  }

  @Override
  public int getUpdateCount() {
    return state.guard(
        () -> {
          if (executed == null) {
            run();
          }
          return updateCount;
        });
  }

  // ---- settings and arguments ----

  @Override
  public StoredProcedureQuery setHint(String name, Object value) {
    settings.setHint(name, value);
    return this;
  }

  @Override
  public StoredProcedureQuery setFlushMode(FlushModeType mode) {
    settings.setFlushMode(mode);
    return this;
  }

  @Override
  public StoredProcedureQuery setCacheRetrieveMode(CacheRetrieveMode mode) {
    settings.setCacheRetrieveMode(mode);
    return this;
  }

  @Override
  public StoredProcedureQuery setCacheStoreMode(CacheStoreMode mode) {
    settings.setCacheStoreMode(mode);
    return this;
  }

  @Override
  public StoredProcedureQuery setTimeout(@Nullable Integer milliseconds) {
    settings.setTimeout(milliseconds);
    return this;
  }

  @Override
  public StoredProcedureQuery setMaxResults(int maxResults) {
    settings.setMaxResults(maxResults);
    return this;
  }

  @Override
  public StoredProcedureQuery setFirstResult(int firstResult) {
    settings.setFirstResult(firstResult);
    return this;
  }

  @Override
  public StoredProcedureQuery setLockMode(LockModeType mode) {
    settings.setLockMode(mode);
    return this;
  }

  @Override
  public <T> StoredProcedureQuery setParameter(Parameter<T> parameter, @Nullable T value) {
    settings.setParameter(parameter, value);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(String name, @Nullable Object value) {
    settings.setParameter(name, value);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(int position, @Nullable Object value) {
    settings.setParameter(position, value);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(
      Parameter<Calendar> parameter, Calendar value, TemporalType type) {
    settings.setParameter(parameter, value, type);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(String name, Calendar value, TemporalType type) {
    settings.setParameter(name, value, type);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(int position, Calendar value, TemporalType type) {
    settings.setParameter(position, value, type);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(
      Parameter<Date> parameter, Date value, TemporalType type) {
    settings.setParameter(parameter, value, type);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(String name, Date value, TemporalType type) {
    settings.setParameter(name, value, type);
    return this;
  }

  @Override
  public StoredProcedureQuery setParameter(int position, Date value, TemporalType type) {
    settings.setParameter(position, value, type);
    return this;
  }

  @Override
  public Map<String, Object> getHints() {
    return settings.getHints();
  }

  @Override
  public FlushModeType getFlushMode() {
    return settings.getFlushMode();
  }

  @Override
  public LockModeType getLockMode() {
    return settings.getLockMode();
  }

  @Override
  public CacheRetrieveMode getCacheRetrieveMode() {
    return settings.getCacheRetrieveMode();
  }

  @Override
  public CacheStoreMode getCacheStoreMode() {
    return settings.getCacheStoreMode();
  }

  @Override
  public @Nullable Integer getTimeout() {
    return settings.getTimeout();
  }

  @Override
  public int getMaxResults() {
    return settings.getMaxResults();
  }

  @Override
  public int getFirstResult() {
    return settings.getFirstResult();
  }

  @Override
  public Set<Parameter<?>> getParameters() {
    return settings.getParameters();
  }

  @Override
  public Parameter<?> getParameter(String name) {
    return settings.getParameter(name);
  }

  @Override
  public Parameter<?> getParameter(int position) {
    return settings.getParameter(position);
  }

  @Override
  public <T> Parameter<T> getParameter(String name, Class<T> type) {
    return settings.getParameter(name, type);
  }

  @Override
  public <T> Parameter<T> getParameter(int position, Class<T> type) {
    return settings.getParameter(position, type);
  }

  @Override
  public boolean isBound(Parameter<?> parameter) {
    return settings.isBound(parameter);
  }

  @Override
  public <T> @Nullable T getParameterValue(Parameter<T> parameter) {
    return settings.getParameterValue(parameter);
  }

  @Override
  public @Nullable Object getParameterValue(String name) {
    return settings.getParameterValue(name);
  }

  @Override
  public @Nullable Object getParameterValue(int position) {
    return settings.getParameterValue(position);
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    state.requireOpen();
    return type.isInstance(this) ? type.cast(this) : settings.unwrap(type);
  }
}
