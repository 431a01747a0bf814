package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowConsumer;
import io.tiercel.wire.transport.Transport;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A session with a PostgreSQL server.
///
/// Statements are prepared once and kept; parameters and results travel in binary where the type is
/// known. Every call blocks until the server has answered or a limit is reached, and can be made on
/// a virtual thread. Rows are given to a consumer as they arrive, so a result of any size takes
/// constant memory.
///
/// Confined to one thread at a time: use by a second thread, or from inside a callback, is refused
/// with a clear error. Only [#cancel()], [#abort()] and [#close()] are for any thread.
///
/// Failures are kinds of [WireException], which say whether the connection is still usable.
public final class Connection implements AutoCloseable {
  private static final int[] NO_OIDS = {};
  private static final Object[] NO_PARAMETERS = {};

  private final ConnectionConfig config;
  private final Session session;
  private final SessionListeners listeners;
  private final StatementCache cache;
  private final Confinement confinement = new Confinement();
  private final ArrayDeque<String> statementsToClose = new ArrayDeque<>();
  private final BackendKey key;
  private final Codecs codecs = Codecs.builtin();

  /// What alone may use the connection now: a pipeline, a portal, a COPY.
  private @Nullable Object occupant;

  private int nextName;

  private Connection(ConnectionConfig config, Opening.Opened opened) {
    this.config = config;
    session = opened.session();
    listeners = opened.listeners();
    key = opened.key();
    cache = new StatementCache(this, config.preparedStatementCacheSize(), this::evicted);
    listeners.onDropped(this::dropped);
  }

  /// Connects and authenticates. Blocks until `loginTimeout` at the latest.
  ///
  /// @throws WireException with an SQLSTATE of class 08 or 28 if that is not possible
  public static Connection open(ConnectionConfig config) {
    return new Connection(config, new Opening(config).run());
  }

  // Statements

  /// The statement, parsed and described: from the cache, or in one round trip. In the middle of a
  /// pipeline that sends and awaits what was added to it so far.
  ///
  /// @param parameterOids the types of the parameters, as many as are to be declared; 0 leaves one
  ///     to the server
  public PreparedStatement prepare(String sql, int... parameterOids) {
    enterToPrepare();
    try {
      PreparedStatement statement = cache.get(sql, parameterOids);
      ensureDescribed(statement, new Flight());
      return statement;
    } finally {
      confinement.exit();
    }
  }

  /// As [#prepare] for each, but all unknown ones in one round trip.
  public List<PreparedStatement> prepareAll(List<String> sqls) {
    enterToPrepare();
    try {
      var statements = new ArrayList<PreparedStatement>(sqls.size());
      for (String sql : sqls) {
        statements.add(cache.get(sql, NO_OIDS));
      }
      describe(statements, new Flight());
      return statements;
    } finally {
      confinement.exit();
    }
  }

  /// A pipeline. It takes the connection for itself from the first statement added until it is
  /// awaited or closed.
  public Pipeline pipeline() {
    return new Pipeline(this, session);
  }

  /// Runs a statement and discards its rows. One round trip, two if it has parameters and is new.
  ///
  /// @return the rows affected, 0 for commands that count none
  public long execute(String sql, @Nullable Object... parameters) {
    return run(sql, null, parameters);
  }

  /// Runs a statement and gives each row to `rows` as it arrives.
  ///
  /// @return the number of rows
  public long query(String sql, RowConsumer rows, @Nullable Object... parameters) {
    return run(sql, rows, parameters);
  }

  /// Runs a prepared statement and gives each row to `rows` as it arrives.
  public long query(PreparedStatement statement, RowConsumer rows, @Nullable Object... parameters) {
    begin();
    try {
      var flight = new Flight();
      ensureDescribed(statement, flight);
      return run(flight, statement, rows, parameters);
    } finally {
      confinement.exit();
    }
  }

  /// Runs a statement and maps its rows. Not an overload of [#query], for a lambda would fit both.
  public <T> List<T> queryList(
      String sql, Function<DataRow, T> mapper, @Nullable Object... parameters) {
    var results = new ArrayList<T>();
    query(sql, row -> results.add(mapper.apply(row)), parameters);
    return results;
  }

  private long run(String sql, @Nullable RowConsumer rows, @Nullable Object... parameters) {
    begin();
    try {
      var flight = new Flight();
      PreparedStatement statement = cache.get(sql, NO_OIDS);
      if (rows != null || parameters.length > 0) {
        ensureDescribed(statement, flight);
      } else {
        parseInFlight(statement, flight);
      }
      return run(flight, statement, rows, parameters);
    } finally {
      confinement.exit();
    }
  }

  private long run(
      Flight flight,
      PreparedStatement statement,
      @Nullable RowConsumer rows,
      @Nullable Object... parameters) {
    Pending pending;
    try {
      pending = bind(flight, statement, rows, parameters);
    } catch (RuntimeException e) {
      session.discardUnsent();
      throw e;
    }
    session.sync(flight);
    session.await();
    flight.throwFailure();
    return pending.rows();
  }

  /// Runs any number of statements, separated by semicolons and without parameters, by the simple
  /// protocol; as the manual says, in one transaction unless they say otherwise. Rows are
  /// discarded.
  public void script(String sql) {
    begin();
    try {
      var flight = new Flight();
      long start = session.position();
      Frontend.query(session.out(), sql);
      session.addAlone(new ScriptStep(session, flight, sql), start);
      session.await();
      flight.throwFailure();
    } finally {
      confinement.exit();
    }
  }

  // What pipelines share

  PreparedStatement cached(String sql) {
    return cache.get(sql, NO_OIDS);
  }

  /// Writes Parse for a statement that the server does not know, without describing it.
  void parseInFlight(PreparedStatement statement, Flight flight) {
    if (!statement.isParsed()) {
      closeEvicted();
      long start = session.position();
      writeParse(statement);
      session.add(new ParseStep(statement, flight, true, false), start);
    }
  }

  private void writeParse(PreparedStatement statement) {
    String name = "t" + ++nextName;
    Frontend.parse(session.out(), name, statement.sql(), statement.declaredOids());
    statement.parsedAs(name);
    session.parsing();
    cache.restore(statement);
  }

  void ensureDescribed(PreparedStatement statement, Flight flight) {
    if (statement.connection() != this) {
      throw new UsageException(
          SqlState.INVALID_SQL_STATEMENT_NAME,
          "the statement was prepared on another connection\nStatement: " + statement);
    }
    if (!statement.isDescribed()) {
      describe(List.of(statement), flight);
    }
  }

  /// Parses and describes what is not yet. In the middle of a pipeline a Flush takes the place of
  /// the Sync, which would end the scope.
  private void describe(List<PreparedStatement> statements, Flight flight) {
    boolean any = false;
    boolean inScope = session.isScopeOpen();
    var described = new Flight();
    for (PreparedStatement statement : statements) {
      if (!statement.isDescribed()) {
        any = true;
        closeEvicted();
        describe(statement, described);
      }
    }
    if (!any) {
      return;
    }
    if (inScope) {
      session.flushRequested();
    } else {
      session.sync(described);
    }
    session.await();
    if (described.hasFailed() && inScope) {
      flight.fail(described.failureOrThrow());
    }
    described.throwFailure();
    for (PreparedStatement statement : statements) {
      if (!statement.isDescribed()) {
        throw new UsageException(
            SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
            "cannot prepare: an earlier statement of the pipeline failed\nStatement: " + statement);
      }
    }
  }

  private void describe(PreparedStatement statement, Flight flight) {
    long start = session.position();
    boolean parses = !statement.isParsed();
    if (parses) {
      writeParse(statement);
    }
    Frontend.describeStatement(session.out(), statement.name());
    session.add(new ParseStep(statement, flight, parses, true), start);
  }

  /// Writes Bind and Execute.
  Pending bind(
      Flight flight,
      PreparedStatement statement,
      @Nullable RowConsumer rows,
      @Nullable Object... parameters) {
    long start = session.position();
    Binding.write(session.out(), "", statement, parameters);
    Frontend.execute(session.out());
    var pending = new Pending(session, flight, statement, rows);
    session.add(pending, start);
    session.sendIfMuch();
    return pending;
  }

  /// Writes Bind, Execute and the data of a COPY.
  Pending copy(Flight flight, PreparedStatement statement, CopyRows rows) {
    long start = session.position();
    Binding.write(session.out(), "", statement, NO_PARAMETERS);
    Frontend.execute(session.out());
    Pending pending = new Pending(session, flight, statement, null).copying();
    session.add(pending, start);
    var writer = new BinaryCopy(session, -1);
    try {
      rows.writeTo(writer);
      writer.finish();
    } catch (RuntimeException | Error e) {
      if (session.isOpen()) {
        writer.fail("the client failed to write a row");
        flight.fail(e);
      }
      throw e;
    }
    session.sendIfMuch();
    return pending;
  }

  private void evicted(PreparedStatement statement) {
    if (statement.isParsed()) {
      statementsToClose.add(statement.name());
      statement.forget();
    }
  }

  private void dropped(PreparedStatement statement) {
    cache.remove(statement);
    evicted(statement);
  }

  /// Tells the server to forget the statements that made room for others.
  private void closeEvicted() {
    while (!statementsToClose.isEmpty()) {
      String name = statementsToClose.remove();
      long start = session.position();
      Frontend.closeStatement(session.out(), name);
      session.add(new CloseStep(() -> statementsToClose.add(name)), start);
    }
  }

  // Whose turn it is

  private void begin() {
    enter(null);
    session.beginWork();
  }

  private void enterToPrepare() {
    confinement.enter();
    if (!(occupant instanceof Pipeline)) {
      try {
        refuseOccupied(null);
        session.beginWork();
      } catch (RuntimeException e) {
        confinement.exit();
        throw e;
      }
    }
  }

  /// Enters on behalf of `user`, who then has the connection for itself.
  void enter(@Nullable Object user) {
    confinement.enter();
    try {
      refuseOccupied(user);
      if (user != null && occupant == null) {
        session.beginWork();
        occupant = user;
      }
    } catch (RuntimeException e) {
      confinement.exit();
      throw e;
    }
  }

  private void refuseOccupied(@Nullable Object user) {
    if (occupant != null && occupant != user) {
      throw new UsageException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "the connection is taken by %s\nHint: await or close it first.".formatted(occupant));
    }
  }

  /// Leaves; the connection is free again when no answer is outstanding.
  void exit(Object user) {
    if (occupant == user && session.pendingSteps() == 0 && !session.isScopeOpen()) {
      occupant = null;
    }
    confinement.exit();
  }

  boolean holds(Object user) {
    return occupant == user;
  }

  // The session

  /// What the server last said about the transaction. Does not ask.
  public TransactionStatus transactionStatus() {
    return session.transactionStatus();
  }

  public ServerVersion serverVersion() {
    String version = parameter("server_version");
    return ServerVersion.parse(version == null ? "" : version);
  }

  /// A parameter that the server reports, such as `TimeZone`; null if it does not report that one.
  public @Nullable String parameter(String name) {
    return listeners.parameter(name);
  }

  public int backendProcessId() {
    return key.processId();
  }

  public Codecs codecs() {
    return codecs;
  }

  public ConnectionConfig config() {
    return config;
  }

  /// What was done so far. Read it on the thread that uses the connection.
  public ConnectionStatistics statistics() {
    return session.statistics();
  }

  /// Hears of notices and warnings, on the thread that uses the connection.
  public void setNoticeListener(@Nullable Consumer<ServerError> listener) {
    listeners.onNotice(listener);
  }

  /// Hears of notifications, whenever the connection reads.
  public void setNotificationListener(@Nullable Consumer<Notification> listener) {
    listeners.onNotification(listener);
  }

  /// Waits for notifications and gives them to the listener. Returns whether one came in time.
  public boolean awaitNotification(Duration timeout) {
    begin();
    try {
      long before = listeners.notifications();
      long end = System.nanoTime() + timeout.toNanos();
      Duration left = timeout;
      while (listeners.notifications() == before && left.isPositive()) {
        session.listen(left);
        left = Duration.ofNanos(end - System.nanoTime());
      }
      return listeners.notifications() > before;
    } finally {
      confinement.exit();
    }
  }

  /// Whether the connection is not known to be closed. Does not ask the server.
  public boolean isOpen() {
    return session.isOpen();
  }

  /// Asks the server for a sign of life, in one round trip. Never throws for a lost connection.
  public boolean isValid(Duration timeout) {
    if (!isOpen()) {
      return false;
    }
    begin();
    try {
      session.sync(new Flight());
      session.await(timeout);
      return true;
    } catch (ConnectionException | TimeoutException e) {
      return false;
    } catch (WireException e) {
      if (e.isConnectionUsable()) {
        throw e;
      }
      return false;
    } finally {
      confinement.exit();
    }
  }

  /// Asks the server to cancel the statement that runs now, over a connection of its own; encrypted
  /// when this one is. For any thread. The statement, if it is not over already, fails with
  /// SQLSTATE `57014` in the thread that runs it.
  public void cancel() {
    session.checkOpen();
    Transport transport = Opening.connectLike(session.transport(), config);
    key.cancel(transport, config.connectTimeout());
  }

  /// Says goodbye and closes; while another thread uses the connection, closes at once, and that
  /// thread's call fails. Idempotent.
  @Override
  public void close() {
    if (confinement.tryEnter()) {
      try {
        session.terminate();
      } finally {
        confinement.exit();
      }
    } else {
      session.abort();
    }
  }

  /// Closes at once, without a word to the server. A call that waits in another thread fails.
  public void abort() {
    session.abort();
  }

  @Override
  public String toString() {
    return "Connection[process=%d, database=%s, status=%s]"
        .formatted(key.processId(), config.database(), session.transactionStatus());
  }
}
