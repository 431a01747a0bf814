package io.tiercel.jpa.request;

import io.tiercel.jpa.bootstrap.OtherHints;
import io.tiercel.jpa.bootstrap.OtherProviders;
import io.tiercel.jpa.bootstrap.Spelling;
import io.tiercel.jpa.load.SharedQueries;
import io.tiercel.jpa.query.QueryPlan;
import io.tiercel.jpa.querycache.CachedRun;
import io.tiercel.jpa.querycache.QueryResults;
import io.tiercel.jpa.querycache.RowElements;
import io.tiercel.jpa.querycache.UniqueLookup;
import io.tiercel.jpa.result.RootPlan;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.settings.CacheModes;
import io.tiercel.jpa.settings.GraphHints;
import io.tiercel.jpa.settings.OperationOptions;
import io.tiercel.jpa.settings.TimeLimits;
import io.tiercel.jpa.shared.Consistency;
import io.tiercel.jpa.shared.SharedSettings;
import io.tiercel.jpa.statement.NamedQueries;
import io.tiercel.jpa.statement.QueryArguments;
import io.tiercel.jpa.statement.QuerySettings;
import io.tiercel.jpa.statement.Temporals;
import io.tiercel.jpa.unit.ManagerState;
import io.tiercel.wire.row.DataRow;
import jakarta.persistence.CacheRetrieveMode;
import jakarta.persistence.CacheStoreMode;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NoResultException;
import jakarta.persistence.NonUniqueResultException;
import jakarta.persistence.Parameter;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.TemporalType;
import jakarta.persistence.Tuple;
import jakarta.persistence.TypedQuery;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A query of either kind (Jakarta Persistence 3.2, section 3.11). Confined to the thread of its
/// EntityManager.
@SuppressWarnings("deprecation") // Date, Calendar and TemporalType belong to the interface
public final class TiercelQuery<X> implements TypedQuery<X> {
  /// What a list of unknown length has room for at first.
  private static final int FEW_RESULTS = 10;

  /// So many rows are enough to know that there is not just one.
  private static final Integer TWO = 2;

  private final ManagerState state;
  private final QuerySource source;
  private final Class<?> resultClass;
  private final QueryArguments arguments;

  /// Not to be changed unless they are [its own][#ownsHints].
  private Map<String, Object> hints = Map.of();

  private boolean ownsHints;
  private @Nullable Integer first;
  private @Nullable Integer max;
  private @Nullable Integer timeout;
  private LockModeType lockMode = LockModeType.NONE;
  private @Nullable FlushModeType flushMode;
  private @Nullable CacheRetrieveMode retrieveMode;
  private @Nullable CacheStoreMode storeMode;

  TiercelQuery(ManagerState state, QuerySource source, Class<?> resultClass) {
    this.state = state;
    this.source = source;
    this.resultClass = resultClass;
    this.arguments = new QueryArguments(source.declared());
  }

  /// The query as it is set now, to be named.
  public NamedQueries.Named named() {
    return source.named(new QuerySettings(first, max, timeout, flushMode, lockMode, hints));
  }

  /// Takes over what a named query is set to.
  TiercelQuery<X> set(QuerySettings settings) {
    Understood understood = settings.understood(Understood.class, () -> understand(settings));
    first = understood.first;
    max = understood.max;
    timeout = understood.timeout;
    flushMode = understood.flushMode;
    lockMode = understood.lockMode;
    retrieveMode = understood.retrieveMode;
    storeMode = understood.storeMode;
    hints = understood.hints;
    return this;
  }

  /// Settings of a named query with what its hints, those of other providers too, come to.
  private record Understood(
      @Nullable Integer first,
      @Nullable Integer max,
      @Nullable Integer timeout,
      @Nullable FlushModeType flushMode,
      LockModeType lockMode,
      @Nullable CacheRetrieveMode retrieveMode,
      @Nullable CacheStoreMode storeMode,
      Map<String, Object> hints) {}

  private Understood understand(QuerySettings settings) {
    first = settings.first();
    max = settings.max();
    timeout = settings.timeout();
    flushMode = settings.flushMode();
    lockMode = settings.lockMode();
    settings.hints().forEach((name, value) -> takeHint(Spelling.today(name), value));
    ownsHints = false;
    return new Understood(first, max, timeout, flushMode, lockMode, retrieveMode, storeMode, hints);
  }

  // ---- execution ----

  @Override
  public List<X> getResultList() {
    return state.guard(() -> list(max));
  }

  private List<X> list(@Nullable Integer limit) {
    return state.withCacheModes(retrieveMode, storeMode, consistency(), () -> read(limit));
  }

  private @Nullable Consistency consistency() {
    Object hint = hints.get(SharedSettings.LEVEL);
    return hint == null ? null : Consistency.parse(SharedSettings.LEVEL, hint);
  }

  private List<X> read(@Nullable Integer limit) {
    prepare();
    List<@Nullable Object> known = known(limit);
    if (known != null) {
      return typed(known);
    }
    QuerySource.Statement statement = statement(limit);
    CachedRun cached = cached(statement, limit);
    if (cached == null) {
      return typed(lockMode == LockModeType.NONE ? run(statement, limit) : page(statement, limit));
    }
    Supplier<RowElements> elements =
        () -> ResultRows.ofMemory(state, statement.form(), resultClass, graph());
    List<@Nullable Object> hit =
        cached.mayAsk()
            ? state.session().within(limits(), () -> cached.hit(elements))
            : cached.hit(elements);
    if (hit != null) {
      return typed(hit);
    }
    QuerySource.Statement sent = statement.withSql(cached.begin());
    List<@Nullable Object> results = run(sent, rows(sent), cached::accept, limit);
    cached.complete();
    return typed(results);
  }

  private List<@Nullable Object> run(QuerySource.Statement statement, @Nullable Integer limit) {
    return run(statement, rows(statement), row -> {}, limit);
  }

  /// As [#run]. Where rows that others hold were left out after the statement had counted them, it
  /// is asked for as many more, until the page is full or there are no more.
  private List<@Nullable Object> page(QuerySource.Statement statement, @Nullable Integer limit) {
    ResultRows rows = rows(statement);
    List<@Nullable Object> results = run(statement, rows, row -> {}, limit);
    if (limit == null) {
      return results;
    }
    int asked = limit;
    int leftOut = rows.leftOut().cardinality();
    while (leftOut > 0 && results.size() < limit && results.size() + leftOut == asked) {
      asked += limit - results.size();
      QuerySource.Statement longer = select(asked);
      rows = rows(longer);
      results = run(longer, rows, row -> {}, asked);
      leftOut = rows.leftOut().cardinality();
    }
    // More when others have given up locks meanwhile.
    return results.size() > limit ? new ArrayList<>(results.subList(0, limit)) : results;
  }

  private List<@Nullable Object> run(
      QuerySource.Statement statement,
      ResultRows rows,
      Consumer<DataRow> watcher,
      @Nullable Integer limit) {
    List<@Nullable Object> results =
        limit != null && limit < FEW_RESULTS ? new ArrayList<>(limit) : new ArrayList<>();
    return state
        .session()
        .within(
            limits(),
            () -> {
              state
                  .session()
                  .run(
                      statement.flight(
                          row -> {
                            watcher.accept(row);
                            results.add(rows.read(row));
                          }));
              rows.complete();
              rows.leaveOut(results);
              return results;
            });
  }

  /// The result of a query by unique values, where memory has it; null when the statement is to be
  /// made.
  private @Nullable List<@Nullable Object> known(@Nullable Integer limit) {
    QueryResults results = state.unit().results();
    boolean isPart = (first != null && first > 0) || (limit != null && limit == 0);
    if (results == null || lockMode != LockModeType.NONE || isPart || !isPlain()) {
      return null;
    }
    QueryPlan plan = source.plan(arguments);
    UniqueLookup unique = plan == null ? null : results.unique(plan);
    SharedQueries shared = unique == null ? null : state.context().sharedQueries();
    return plan == null || unique == null || shared == null
        ? null
        : unique.find(shared, source.values(plan, arguments), graph());
  }

  /// Whether an element of the result is the item that is selected.
  private boolean isPlain() {
    return resultClass != Tuple.class && resultClass != Object[].class;
  }

  /// How the shared cache takes part; null when it does not.
  private @Nullable CachedRun cached(QuerySource.Statement statement, @Nullable Integer limit) {
    QueryResults results = state.unit().results();
    SharedQueries shared = state.context().sharedQueries();
    QueryPlan plan = statement.plan();
    if (results == null || shared == null || lockMode != LockModeType.NONE) {
      return null;
    }
    Object hint = hints.get(SharedSettings.QUERIES);
    boolean isAsked =
        hint == null ? results.storesAll() : SharedSettings.flag(SharedSettings.QUERIES, hint);
    if (plan == null) {
      if (hint != null && isAsked) {
        results.tell(source.text(), "it is SQL of the application");
      }
      return null;
    }
    return CachedRun.of(
        results,
        shared,
        new CachedRun.Request(plan, statement.values(), first, limit, graph(), isPlain()),
        isAsked);
  }

  private ResultRows rows(QuerySource.Statement statement) {
    boolean extended = OperationOptions.isExtended(hints);
    return ResultRows.of(state, statement.form(), resultClass, lockMode, extended, graph());
  }

  @SuppressWarnings("unchecked") // the shape makes what the result class asks for
  private static <T> List<T> typed(List<@Nullable Object> results) {
    return (List<T>) (List<?>) results;
  }

  /// The limits on time that are in force for it.
  Limits limits() {
    Limits hinted = TimeLimits.of(hints, state.limits());
    return timeout == null ? hinted : new Limits(timeout, hinted.lockMillis());
  }

  /// What the hints ask to be read with entities.
  RootPlan graph() {
    return GraphHints.of(hints, state.unit().graphs());
  }

  private QuerySource.Statement select(@Nullable Integer limit) {
    prepare();
    return statement(limit);
  }

  /// All that comes before the statement of a select.
  private void prepare() {
    if (!source.isSelect()) {
      String message = "the query changes rows, it has no result\nHint: call executeUpdate.";
      // The interface knows IllegalStateException for statements of JPQL alone.
      throw source.isNative()
          ? new PersistenceException(message)
          : new IllegalStateException(message);
    }
    if (lockMode != LockModeType.NONE) {
      state.requireTransaction("a query with lock mode " + lockMode);
    }
    arguments.requireComplete();
    state.flushBeforeQuery(flushMode);
    source.tellShared(state);
  }

  private QuerySource.Statement statement(@Nullable Integer limit) {
    String lockSuffix = lockMode == LockModeType.NONE ? "" : limits().lockSuffix();
    return source.statement(arguments, first, limit, lockMode, lockSuffix);
  }

  @Override
  public Stream<X> getResultStream() {
    return state.guard(
        () -> {
          Limits limits = limits();
          // What is no plain select has done all its work before its first row is here.
          if (!source.hasCursor() && ResultStream.isLimited(state, limits)) {
            return list(max).stream();
          }
          QuerySource.Statement statement = select(max);
          return ResultStream.open(state, limits, statement, rows(statement));
        });
  }

  @Override
  public X getSingleResult() {
    return state.guard(
        () -> {
          List<X> results = atMostTwo();
          if (results.isEmpty()) {
            throw new NoResultException("the query gave no result: " + source.text());
          }
          return single(results);
        });
  }

  @Override
  public @Nullable X getSingleResultOrNull() {
    return state.guard(
        () -> {
          List<X> results = atMostTwo();
          return results.isEmpty() ? null : single(results);
        });
  }

  private List<X> atMostTwo() {
    // SQL of the application may have a limit of its own, or be a statement that takes none.
    return list(max == null && !source.isNative() ? TWO : max);
  }

  /// Equal results are several: two rows would not tell whether a third one differs.
  private X single(List<X> results) {
    if (results.size() > 1) {
      throw new NonUniqueResultException("the query gave more than one result: " + source.text());
    }
    return results.getFirst();
  }

  @Override
  public int executeUpdate() {
    return state.guard(
        () -> {
          if (source.isSelect() && !source.isNative()) {
            throw new IllegalStateException(
                "the query selects, it changes nothing\nHint: call getResultList.");
          }
          state.requireTransaction("executeUpdate");
          arguments.requireComplete();
          state.flushBeforeQuery(flushMode);
          source.tellShared(state);
          QuerySource.Statement statement =
              source.statement(arguments, null, null, LockModeType.NONE, "");
          return state
              .session()
              .within(limits(), () -> state.executeUpdate(statement.sql(), statement.values()));
        });
  }

  // ---- for a query that is run in another way ----

  /// Adds a parameter, or changes what is known of it.
  void declare(QueryArguments.QueryParameter parameter) {
    arguments.declare(parameter);
  }

  /// Whether the parameter of that name or position has a value.
  boolean isBound(Object key) {
    return arguments.isBound(key);
  }

  /// The value of the parameter of that name or position.
  @Nullable Object argument(Object key) {
    return arguments.value(key);
  }

  /// Writes what the query is to see.
  void flush() {
    state.flushBeforeQuery(flushMode);
  }

  // ---- settings ----

  /// Changes a setting; a failure marks the transaction as other failures of a query do.
  private TiercelQuery<X> set(Runnable change) {
    state.guarded(change);
    return this;
  }

  @Override
  public TiercelQuery<X> setMaxResults(int maxResults) {
    return set(() -> max = requireNotNegative("maxResults", maxResults));
  }

  @Override
  public int getMaxResults() {
    state.requireOpen();
    return max == null ? Integer.MAX_VALUE : max;
  }

  @Override
  public TiercelQuery<X> setFirstResult(int firstResult) {
    return set(() -> first = requireNotNegative("firstResult", firstResult));
  }

  private static int requireNotNegative(String name, int value) {
    if (value < 0) {
      throw new IllegalArgumentException("%s must not be negative, got %d".formatted(name, value));
    }
    return value;
  }

  @Override
  public int getFirstResult() {
    state.requireOpen();
    return first == null ? 0 : first;
  }

  @Override
  public TiercelQuery<X> setHint(String name, Object value) {
    return set(() -> takeHint(Spelling.today(name), value));
  }

  /// Refuses a wrong value now rather than when the query runs.
  private void takeHint(String name, Object value) {
    OtherProviders.Translation ours = OtherHints.translate(name, value, this::isTaken);
    if (ours != null && !hints.containsKey(ours.name())) {
      takeEqual(ours);
    }
    switch (name) {
      case CacheModes.RETRIEVE -> retrieveMode = CacheModes.retrieve(value);
      case CacheModes.STORE -> storeMode = CacheModes.store(value);
      case GraphHints.FETCH, GraphHints.LOAD -> {
        // Kept as it was given: reading it checks the value.
        RootPlan unusedPlan = GraphHints.of(Map.of(name, value), state.unit().graphs());
      }
      case OperationOptions.LOCK_SCOPE -> {
        boolean unused = OperationOptions.isExtended(Map.of(name, value));
      }
      case SharedSettings.LEVEL -> {
        // As above.
        Consistency unusedLevel = Consistency.parse(name, value);
      }
      case SharedSettings.QUERIES -> {
        // As above.
        boolean unused = SharedSettings.flag(name, value);
      }
      case TimeLimits.LOCK_TIMEOUT, TimeLimits.QUERY_TIMEOUT -> {
        Limits unused = TimeLimits.of(Map.of(name, value), Limits.NONE);
      }
      default -> OtherHints.ignored(name, "a query");
    }
    if (!ownsHints) {
      hints = new HashMap<>(hints);
      ownsHints = true;
    }
    hints.put(name, value);
  }

  private boolean isTaken(String hint) {
    return !hint.equals(OtherHints.LOCK_MODE) || isLockable();
  }

  private boolean isLockable() {
    return source.isSelect() && !source.isNative();
  }

  /// Another provider's hint may be a setting of the query here.
  private void takeEqual(OtherProviders.Translation ours) {
    switch (ours.name()) {
      case OtherHints.MAX_RESULTS -> max = requireNotNegative("maxResults", (int) ours.value());
      case OtherHints.FIRST_RESULT -> first = requireNotNegative("firstResult", (int) ours.value());
      case OtherHints.FLUSH_MODE -> flushMode = (FlushModeType) ours.value();
      case OtherHints.LOCK_MODE -> lockMode = (LockModeType) ours.value();
      default -> takeHint(ours.name(), ours.value());
    }
  }

  @Override
  public Map<String, Object> getHints() {
    state.requireOpen();
    return Map.copyOf(hints);
  }

  @Override
  public TiercelQuery<X> setFlushMode(FlushModeType mode) {
    return set(() -> flushMode = mode);
  }

  @Override
  public FlushModeType getFlushMode() {
    state.requireOpen();
    return flushMode == null ? state.flushMode() : flushMode;
  }

  @Override
  public TiercelQuery<X> setLockMode(LockModeType mode) {
    return set(
        () -> {
          requireLockable();
          lockMode = mode;
        });
  }

  private void requireLockable() {
    if (!isLockable()) {
      throw new IllegalStateException(
          "only a JPQL select query has a lock mode\nHint: write FOR UPDATE into SQL of your own.");
    }
  }

  @Override
  public LockModeType getLockMode() {
    state.requireOpen();
    requireLockable();
    return lockMode;
  }

  @Override
  public TiercelQuery<X> setCacheRetrieveMode(CacheRetrieveMode mode) {
    return set(() -> retrieveMode = mode);
  }

  @Override
  public TiercelQuery<X> setCacheStoreMode(CacheStoreMode mode) {
    return set(() -> storeMode = mode);
  }

  @Override
  public CacheRetrieveMode getCacheRetrieveMode() {
    state.requireOpen();
    return retrieveMode == null ? state.retrieveMode() : retrieveMode;
  }

  @Override
  public CacheStoreMode getCacheStoreMode() {
    state.requireOpen();
    return storeMode == null ? state.storeMode() : storeMode;
  }

  @Override
  public TiercelQuery<X> setTimeout(@Nullable Integer milliseconds) {
    return set(
        () -> timeout = milliseconds == null ? null : requireNotNegative("timeout", milliseconds));
  }

  @Override
  public @Nullable Integer getTimeout() {
    state.requireOpen();
    return limits().statementMillis();
  }

  @Override
  public <T> T unwrap(Class<T> type) {
    return state.guard(
        () -> {
          if (type.isInstance(this)) {
            return type.cast(this);
          }
          throw new PersistenceException("cannot unwrap a query to " + type.getName());
        });
  }

  // ---- parameters ----

  private TiercelQuery<X> bind(@Nullable Object key, @Nullable Object value) {
    return set(() -> arguments.set(key, value));
  }

  private TiercelQuery<X> bindPart(@Nullable Object key, @Nullable Date value, TemporalType type) {
    return set(
        () ->
            arguments.set(
                key, value == null ? null : Temporals.of(value, type, arguments.get(key).type())));
  }

  private @Nullable Object key(Parameter<?> parameter) {
    Object key = source.key(parameter);
    arguments.requireOwn(parameter, key);
    return key;
  }

  @Override
  public <T> TiercelQuery<X> setParameter(Parameter<T> parameter, @Nullable T value) {
    return bind(key(parameter), value);
  }

  @Override
  public TiercelQuery<X> setParameter(String name, @Nullable Object value) {
    return bind(name, value);
  }

  @Override
  public TiercelQuery<X> setParameter(int position, @Nullable Object value) {
    return bind(position, value);
  }

  @Override
  public TiercelQuery<X> setParameter(
      Parameter<Calendar> parameter, Calendar value, TemporalType type) {
    return bindPart(key(parameter), Temporals.timeOf(value), type);
  }

  @Override
  public TiercelQuery<X> setParameter(Parameter<Date> parameter, Date value, TemporalType type) {
    return bindPart(key(parameter), value, type);
  }

  @Override
  public TiercelQuery<X> setParameter(String name, Calendar value, TemporalType type) {
    return bindPart(name, Temporals.timeOf(value), type);
  }

  @Override
  public TiercelQuery<X> setParameter(String name, Date value, TemporalType type) {
    return bindPart(name, value, type);
  }

  @Override
  public TiercelQuery<X> setParameter(int position, Calendar value, TemporalType type) {
    return bindPart(position, Temporals.timeOf(value), type);
  }

  @Override
  public TiercelQuery<X> setParameter(int position, Date value, TemporalType type) {
    return bindPart(position, value, type);
  }

  @Override
  public Set<Parameter<?>> getParameters() {
    state.requireOpen();
    return arguments.all();
  }

  @Override
  public Parameter<?> getParameter(String name) {
    state.requireOpen();
    return arguments.get(name).shown();
  }

  @Override
  public Parameter<?> getParameter(int position) {
    state.requireOpen();
    return arguments.get(position).shown();
  }

  @Override
  public <T> Parameter<T> getParameter(String name, Class<T> type) {
    return typedParameter(name, type);
  }

  @Override
  public <T> Parameter<T> getParameter(int position, Class<T> type) {
    return typedParameter(position, type);
  }

  @SuppressWarnings("unchecked") // checked against the declared class just before
  private <T> Parameter<T> typedParameter(Object key, Class<T> type) {
    state.requireOpen();
    QueryArguments.QueryParameter parameter = arguments.get(key);
    if (!type.isAssignableFrom(parameter.type()) && parameter.type() != Object.class) {
      throw new IllegalArgumentException(
          "parameter %s is a %s, not a %s"
              .formatted(key, parameter.type().getName(), type.getName()));
    }
    return (Parameter<T>) parameter.shown();
  }

  @Override
  public boolean isBound(Parameter<?> parameter) {
    state.requireOpen();
    Object key = source.key(parameter);
    return arguments.isOwn(parameter, key) && arguments.isBound(key);
  }

  @Override
  @SuppressWarnings("unchecked") // the value was checked against the parameter when it was bound
  public <T> @Nullable T getParameterValue(Parameter<T> parameter) {
    state.requireOpen();
    return (T) arguments.value(key(parameter));
  }

  @Override
  public @Nullable Object getParameterValue(String name) {
    state.requireOpen();
    return arguments.value(name);
  }

  @Override
  public @Nullable Object getParameterValue(int position) {
    state.requireOpen();
    return arguments.value(position);
  }
}
