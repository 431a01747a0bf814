package io.tiercel.jdbc;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.testkit.FaultProxy;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.NullUnmarked;

/// A connection that threads share, through a proxy, and another one that looks on and holds locks
/// which statements of the first one wait for: so a statement runs as long as a test wants it to.
@NullUnmarked
final class SharedConnection implements AutoCloseable {
  /// Waits until the observer lets go, and returns its parameter.
  static final String WAIT = "select pg_advisory_xact_lock_shared(?::int), ?::int";

  private static final Duration DEADLINE = Duration.ofSeconds(30);

  final FaultProxy proxy;
  final Connection connection;
  private final Connection observer;
  private final int processId;

  SharedConnection(TestServer server) throws SQLException {
    proxy = FaultProxy.to("localhost", server.port());
    String direct = server.defaultDatabase().jdbcUrl("tiercel");
    String proxied = direct.replace(":" + server.port(), ":" + proxy.port());
    connection = new TiercelDriver().connect(proxied, new Properties());
    observer = new TiercelDriver().connect(direct, new Properties());
    processId = connection.unwrap(TiercelConnection.class).backendProcessId();
  }

  /// A call in a virtual thread of its own.
  record Running<T>(Thread thread, CompletableFuture<T> result) {
    /// What it returned.
    T get() throws Exception {
      return result.get(DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    /// The SQLSTATE of what it threw, or its result.
    Object outcome() throws Exception {
      try {
        return get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof SQLException failure) {
          return failure.getSQLState();
        }
        throw e;
      }
    }

    boolean isDone() {
      return result.isDone();
    }
  }

  static <T> Running<T> start(Callable<T> call) {
    var result = new CompletableFuture<T>();
    Thread thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    result.complete(call.call());
                  } catch (Exception | AssertionError e) {
                    result.completeExceptionally(e);
                  }
                });
    return new Running<>(thread, result);
  }

  /// Starts as many calls, one after the other, each when the one before waits.
  static <T> List<Running<T>> startQueued(int count, IntFunction<Callable<T>> calls) {
    var started = new ArrayList<Running<T>>();
    for (int i = 0; i < count; i++) {
      Running<T> running = start(calls.apply(i));
      awaitWaiting(running);
      started.add(running);
    }
    return started;
  }

  static void awaitWaiting(Running<?> running) {
    await(
        () ->
            running.isDone()
                || running.thread().getState() == Thread.State.WAITING
                || running.thread().getState() == Thread.State.TIMED_WAITING,
        "the thread waits");
  }

  /// Runs [#WAIT] for a lock.
  Running<Integer> startWaiting(int lock, int value) throws SQLException {
    PreparedStatement waiting = connection.prepareStatement(WAIT);
    return start(() -> run(waiting, lock, value));
  }

  static int run(PreparedStatement waiting, int lock, int value) throws SQLException {
    waiting.setInt(1, lock);
    waiting.setInt(2, value);
    try (var result = waiting.executeQuery()) {
      result.next();
      return result.getInt(2);
    }
  }

  void hold(int lock) throws SQLException {
    observe("select pg_advisory_lock(" + lock + ")");
  }

  void release(int lock) throws SQLException {
    observe("select pg_advisory_unlock(" + lock + ")");
  }

  /// Ends the shared session, as an administrator.
  void terminate() throws SQLException {
    observe("select pg_terminate_backend(" + processId + ")");
  }

  /// Waits until the shared connection's statement waits for that lock.
  void awaitBlockedBy(int lock) {
    await(() -> isBlockedBy(lock), "the statement waits for lock " + lock);
  }

  /// Waits until it waits no more.
  void awaitNotBlockedBy(int lock) {
    await(() -> !isBlockedBy(lock), "the statement waits for lock " + lock + " no more");
  }

  private boolean isBlockedBy(int lock) throws SQLException {
    String waiting =
        """
        select count(*) from pg_locks
        where not granted and locktype = 'advisory' and objid = %d and pid = %d""";
    return observe(waiting.formatted(lock, processId)).equals("1");
  }

  /// Has the server know a statement, as every statement that shares is.
  void prepare(String... sqls) throws SQLException {
    for (String sql : sqls) {
      try (var statement = connection.prepareStatement(sql)) {
        for (int i = 1; i <= statement.getParameterMetaData().getParameterCount(); i++) {
          statement.setInt(i, 0);
        }
        statement.execute();
      }
    }
  }

  String observe(String sql) throws SQLException {
    return text(observer, sql);
  }

  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  /// Something that may become true.
  @FunctionalInterface
  interface Condition {
    boolean holds() throws SQLException;
  }

  static void await(Condition condition, String what) {
    long end = System.nanoTime() + DEADLINE.toNanos();
    try {
      while (!condition.holds()) {
        if (System.nanoTime() > end) {
          throw new AssertionError("not within " + DEADLINE + ": " + what);
        }
        Thread.onSpinWait();
      }
    } catch (SQLException e) {
      throw new AssertionError("looking whether " + what, e);
    }
  }

  @Override
  public void close() throws SQLException {
    observer.close();
    connection.close();
    proxy.close();
  }
}
