package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.ConnectionException;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.TimeoutException;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowConsumer;
import io.tiercel.wire.spi.MessageExchange;
import io.tiercel.wire.transport.ExchangeLine;
import io.tiercel.wire.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  private final ConnectionConfig config;
  private final Session session;
  private final SessionListeners listeners;
  private final Statements statements;
  private final Turn turn;
  private final BackendKey key;
  private @Nullable Object attachment;

  Connection(Opening.Opened opened) {
    config = opened.config();
    session = opened.session();
    listeners = opened.listeners();
    key = opened.key();
    statements = new Statements(this, session, config);
    turn = new Turn(session);
    listeners.onDropped(statements::drop);
    listeners.onDiscarded(statements::discarded);
    listeners.onRedefined(statements::redefined);
  }

  /// Connects and authenticates, to the first of the hosts that fits. Blocks until `loginTimeout`
  /// at the latest.
  ///
  /// @throws WireException with an SQLSTATE of class 08 or 28 if that is not possible
  public static Connection open(ConnectionConfig config) {
    return new Opening(config).run();
  }

  /// A connection to a session that is reached without a socket of its own, and that needs no
  /// authentication.
  ///
  /// @param parameters what the server reports of itself at the start of other sessions:
  ///     `server_version` at least
  /// @param backendProcessId of the session
  public static Connection over(
      MessageExchange exchange,
      ConnectionConfig config,
      Map<String, String> parameters,
      int backendProcessId) {
    var reader = new MessageReader(config.receiveBufferSize(), config.maxMessageBytes());
    var listeners = new SessionListeners(config.statementListener());
    parameters.forEach(listeners::parameter);
    var session =
        new Session(new ExchangeLine(exchange), reader, listeners, config.socketTimeout());
    return new Connection(
        new Opening.Opened(
            config, session, listeners, new BackendKey(backendProcessId, new byte[0])));
  }

  // Statements

  /// The statement, parsed and described: from the cache, or in one round trip. In the middle of a
  /// pipeline that sends and awaits what was added to it so far.
  ///
  /// @param parameterOids the types of the parameters, as many as are to be declared; 0 leaves one
  ///     to the server
  public PreparedStatement prepare(String sql, int... parameterOids) {
    turn.enterToPrepare();
    try {
      boolean inScope = session.isScopeOpen();
      PreparedStatement statement = statements.cached(sql, parameterOids);
      statements.awaitDescribed(statement, new Flight());
      statements.endScope(inScope);
      return statement;
    } finally {
      turn.exit();
    }
  }

  /// As [#prepare] for each, but all unknown ones in one round trip.
  public List<PreparedStatement> prepareAll(List<String> sqls) {
    turn.enterToPrepare();
    try {
      boolean inScope = session.isScopeOpen();
      List<PreparedStatement> prepared = new ArrayList<>(sqls.size());
      for (String sql : sqls) {
        prepared.add(statements.cached(sql));
      }
      statements.awaitDescribed(prepared, new Flight());
      statements.endScope(inScope);
      return prepared;
    } finally {
      turn.exit();
    }
  }

  /// Lets every statement be parsed and described anew when it is used next. The connection does so
  /// by itself after ALTER, DROP and DISCARD, but does not hear of everything that gives names a
  /// new meaning, such as a change of the `search_path`.
  public void forgetStatements() {
    turn.enterToPrepare();
    try {
      statements.redefined();
    } finally {
      turn.exit();
    }
  }

  /// A pipeline. It takes the connection for itself from the first statement added until it is
  /// awaited or closed.
  public Pipeline pipeline() {
    return new Pipeline(turn, statements);
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
    turn.enter();
    try {
      var flight = new Flight();
      statements.awaitDescribed(statement, flight);
      return run(flight, statement, rows, parameters);
    } finally {
      turn.exit();
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
    turn.enter();
    try {
      boolean repeatable = session.transactionStatus() == TransactionStatus.IDLE;
      try {
        return runOnce(sql, rows, parameters);
      } catch (ServerException e) {
        // The plan was found stale before anything was done: DDL changed the result since.
        if (repeatable && e.error().isStalePlan()) {
          return runOnce(sql, rows, parameters);
        }
        throw e;
      }
    } finally {
      turn.exit();
    }
  }

  private long runOnce(String sql, @Nullable RowConsumer rows, @Nullable Object... parameters) {
    var flight = new Flight();
    PreparedStatement statement = statements.cached(sql);
    if (rows != null || parameters.length > 0) {
      statements.awaitDescribed(statement, flight);
    } else {
      statements.parseInFlight(statement, flight);
    }
    return run(flight, statement, rows, parameters);
  }

  private long run(
      Flight flight,
      PreparedStatement statement,
      @Nullable RowConsumer rows,
      @Nullable Object... parameters) {
    Pending pending;
    try {
      pending = statements.bind(flight, statement, rows, parameters);
    } catch (RuntimeException e) {
      session.discardUnsent();
      if (statement.isUnnamed() && session.isOpen()) {
        statements.endScope(false);
      }
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
    turn.enter();
    try {
      var flight = new Flight();
      query(new ScriptStep(session, flight, sql, null), sql);
      session.await();
      flight.throwFailure();
    } finally {
      turn.exit();
    }
  }

  /// As [#script], but returns the rows of all results, every value as the server's text. The only
  /// way to ask something of a replication connection.
  public List<List<@Nullable String>> simpleQuery(String sql) {
    turn.enter();
    try {
      var flight = new Flight();
      var rows = new ArrayList<List<@Nullable String>>();
      query(new ScriptStep(session, flight, sql, rows), sql);
      session.await();
      flight.throwFailure();
      return rows;
    } finally {
      turn.exit();
    }
  }

  // Portals and COPY

  /// A result to read in pieces. Nothing is sent before the first piece is fetched.
  public Portal portal(PreparedStatement statement, @Nullable Object... parameters) {
    return new Portal(turn, statements, statement, parameters);
  }

  /// Starts a `COPY … FROM STDIN`. Blocks until the server asks for the data.
  ///
  /// @param columnOids the types of the columns, for [CopyWriter#put(Object)]; may be left out
  /// @throws io.tiercel.wire.error.ServerException if the server refuses the statement
  public CopyWriter copyIn(String copySql, int... columnOids) {
    var flight = new Flight();
    var step = new CopyInStep(session, flight, copySql);
    var writer = new CopyWriter(turn, this, session, step, flight, columnOids);
    turn.enter(writer);
    try {
      query(step, copySql);
      session.awaitUntil(step::isAnswered);
      if (flight.hasFailed()) {
        session.await();
      }
    } finally {
      turn.exit(writer);
    }
    flight.throwFailure();
    return writer;
  }

  /// Runs a `COPY … TO STDOUT` and gives its data to `consumer` as they arrive.
  ///
  /// @return the number of rows
  public long copyOut(String copySql, CopyDataConsumer consumer) {
    turn.enter();
    try {
      var flight = new Flight();
      var step = new CopyOutStep(session, flight, copySql, consumer);
      query(step, copySql);
      session.await();
      flight.throwFailure();
      return step.rows();
    } finally {
      turn.exit();
    }
  }

  /// Runs a `COPY … TO STDOUT (FORMAT binary)` and gives each row to `rows`.
  ///
  /// @param columnOids the types of all columns
  /// @return the number of rows
  public long copyOutRows(String copySql, int[] columnOids, RowConsumer rows) {
    return copyOut(copySql, new BinaryCopyOut(columnOids, codecs(), rows));
  }

  /// Runs a command that makes data flow both ways, START_REPLICATION. Blocks until they may.
  ///
  /// @throws io.tiercel.wire.error.ServerException if the server refuses it
  public CopyBoth copyBoth(String command) {
    var flight = new Flight();
    var step = new CopyBothStep(session, flight, command);
    var copy = new CopyBoth(turn, session, step, flight);
    turn.enter(copy);
    try {
      query(step, command);
      session.awaitUntil(step::isAnswered);
      if (flight.hasFailed()) {
        session.await();
      }
    } finally {
      turn.exit(copy);
    }
    flight.throwFailure();
    return copy;
  }

  private void query(Step step, String sql) {
    long start = session.position();
    Frontend.query(session.out(), sql);
    session.addAlone(step, start);
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
    return statements.codecs();
  }

  public ConnectionConfig config() {
    return config;
  }

  /// What was done so far. Read it on the thread that uses the connection.
  public ConnectionStatistics statistics() {
    return session.statistics();
  }

  /// How many bytes were written for the server so far, sent or not: while it stays the same,
  /// nothing was asked. Read it on the thread that uses the connection.
  public long bytesWritten() {
    return session.position();
  }

  /// Keeps something with the connection, for who borrows it next; instead of what was kept before.
  /// The connection does nothing with it. For the thread that uses the connection.
  public void attach(@Nullable Object anything) {
    attachment = anything;
  }

  /// What was attached last, null if nothing was.
  public @Nullable Object attachment() {
    return attachment;
  }

  /// Hears of notices and warnings, on the thread that uses the connection.
  public void setNoticeListener(@Nullable Consumer<ServerError> listener) {
    listeners.onNotice(listener);
  }

  /// Hears of notifications, whenever the connection reads.
  public void setNotificationListener(@Nullable Consumer<Notification> listener) {
    listeners.onNotification(listener);
  }

  /// Waits for notifications and gives them to the listener; with no time to wait it takes what the
  /// server has sent. Returns whether one came.
  public boolean awaitNotification(Duration timeout) {
    turn.enter();
    try {
      long before = listeners.notifications();
      long end = System.nanoTime() + timeout.toNanos();
      Duration left = timeout;
      boolean came;
      do {
        came = session.listen(left);
        left = Duration.ofNanos(end - System.nanoTime());
      } while (listeners.notifications() == before && (came || left.isPositive()));
      return listeners.notifications() > before;
    } finally {
      turn.exit();
    }
  }

  /// Whether the connection is not known to be closed. Does not ask the server.
  public boolean isOpen() {
    return session.isOpen();
  }

  /// Why the connection closed by itself: it was lost, or the server ended it. Null while it is
  /// open, or when somebody closed it. For any thread.
  public @Nullable WireException closedBy() {
    return session.closedBy();
  }

  /// The longest silence of the server while something is awaited, from the next call on.
  public void setSocketTimeout(Duration timeout) {
    session.setSocketTimeout(timeout);
  }

  /// Asks the server for a sign of life, in one round trip. Never throws for a lost connection.
  public boolean isValid(Duration timeout) {
    if (!isOpen()) {
      return false;
    }
    turn.enter();
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
      turn.exit();
    }
  }

  /// Asks the server to cancel the statement that runs now, over a connection of its own; encrypted
  /// when this one is. For any thread. The statement, if it is not over already, fails with
  /// SQLSTATE `57014` in the thread that runs it.
  public void cancel() {
    session.checkOpen();
    switch (session.line()) {
      case Transport first ->
          key.cancel(Opening.connectLike(first, config), config.connectTimeout());
      case ExchangeLine _ ->
          throw new UsageException(
              SqlState.FEATURE_NOT_SUPPORTED,
              "a connection inside the server has no cancel of its own: it is cancelled with the"
                  + " statement that called the Java code");
    }
  }

  /// Says goodbye and closes; while another thread uses the connection, closes at once, and that
  /// thread's call fails. Idempotent.
  @Override
  public void close() {
    if (turn.tryEnter()) {
      try {
        session.terminate();
      } finally {
        turn.exit();
      }
    } else {
      session.abort();
    }
  }

  /// What closes the line at once and reaches nothing else of this connection: for whoever cleans
  /// up when it has become garbage. For any thread.
  public Runnable lineCloser() {
    return session.line()::close;
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
