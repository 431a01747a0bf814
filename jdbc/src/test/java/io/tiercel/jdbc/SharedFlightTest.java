package io.tiercel.jdbc;

import static io.tiercel.jdbc.SharedConnection.WAIT;
import static io.tiercel.jdbc.SharedConnection.awaitWaiting;
import static io.tiercel.jdbc.SharedConnection.run;
import static io.tiercel.jdbc.SharedConnection.start;
import static io.tiercel.jdbc.SharedConnection.startQueued;
import static io.tiercel.jdbc.SharedConnection.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.SharedConnection.Running;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.FaultProxy.Direction;
import io.tiercel.testkit.TestServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// Threads whose statements travel together.
@NullUnmarked
@Timeout(60)
class SharedFlightTest {
  private static final String ECHO = "select ?::int";
  private static final int THREADS = 50;

  private static int echo(Connection connection, int value) throws SQLException {
    try (var select = connection.prepareStatement(ECHO)) {
      select.setInt(1, value);
      try (var result = select.executeQuery()) {
        assertTrue(result.next());
        int echoed = result.getInt(1);
        assertFalse(result.next());
        return echoed;
      }
    }
  }

  private static Callable<Integer> echoing(SharedConnection shared, int value) {
    return () -> echo(shared.connection, value);
  }

  @EveryPostgres
  void what_waits_for_the_wire_travels_in_one_round_trip(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      List<Running<Integer>> others = startQueued(THREADS, i -> echoing(shared, i));
      long before = shared.proxy.roundTrips();
      shared.release(1);
      assertEquals(-1, first.get());
      for (int i = 0; i < THREADS; i++) {
        assertEquals(i, others.get(i).get());
      }
      long trips = shared.proxy.roundTrips() - before;
      assertTrue(trips <= 2, THREADS + " statements took round trips: " + trips);
    }
  }

  @EveryPostgres
  void each_caller_gets_what_is_its_own(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      try (var setUp = shared.connection.createStatement()) {
        setUp.execute(
            """
            create temp table counter (id int primary key, n int not null, what text);
            insert into counter select i, 0, 'row ' || i from generate_series(0, 49) i;
            create function pg_temp.noted(i int) returns int language plpgsql as
              'begin raise warning ''from %'', i; return i; end'\
            """);
      }
      var running = new ArrayList<Running<Integer>>();
      for (int t = 0; t < THREADS; t++) {
        int id = t;
        running.add(start(() -> mixed(shared.connection, id)));
      }
      for (var thread : running) {
        assertEquals(40, thread.get());
      }
      assertEquals("2000", text(shared.connection, "select sum(n) from counter"));
      assertEquals("40", text(shared.connection, "select min(n) from counter"));
      assertEquals("50", text(shared.connection, "select count(*) from counter"));
    }
  }

  /// Selects, updates, failures and warnings, each of which names the thread.
  private static int mixed(Connection connection, int id) throws SQLException {
    for (int round = 0; round < 40; round++) {
      assertEquals(id * 1000 + round, echo(connection, id * 1000 + round));
      try (var update =
          connection.prepareStatement(
              "update counter set n = n + 1, what = ? where id = ? returning n, what")) {
        String what = "round %d of thread %d".formatted(round, id);
        update.setString(1, what);
        update.setInt(2, id);
        try (var changed = update.executeQuery()) {
          assertTrue(changed.next());
          assertEquals(round + 1, changed.getInt(1));
          assertEquals(what, changed.getString("what"));
          assertFalse(changed.next());
        }
      }
      try (var insert = connection.prepareStatement("insert into counter values (?, 0, null)")) {
        insert.setInt(1, id);
        var refused = assertThrows(SQLException.class, insert::executeUpdate);
        assertEquals("23505", refused.getSQLState());
        assertTrue(refused.getMessage().contains("(id)=(" + id + ")"), refused.getMessage());
      }
      try (var noted = connection.prepareStatement("select pg_temp.noted(?)")) {
        noted.setInt(1, id);
        try (var result = noted.executeQuery()) {
          assertTrue(result.next());
          assertEquals(id, result.getInt(1));
        }
        assertEquals("from " + id, noted.getWarnings().getMessage());
        assertNull(noted.getWarnings().getNextWarning());
      }
      try (var many =
          connection.prepareStatement("select i, ? from generate_series(1, 200) i order by i")) {
        many.setString(1, "thread " + id);
        try (var result = many.executeQuery()) {
          for (int i = 1; i <= 200; i++) {
            assertTrue(result.next());
            assertEquals(i, result.getInt(1));
            assertEquals("thread " + id, result.getString(2));
          }
          assertFalse(result.next());
        }
      }
      try (var delete = connection.prepareStatement("delete from counter where id = ?")) {
        delete.setInt(1, 1000 + id);
        assertEquals(0, delete.executeUpdate());
      }
    }
    return 40;
  }

  @EveryPostgres
  void a_statement_that_waits_does_not_hold_up_those_answered_before_it(TestServer server)
      throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      List<Running<Integer>> before = startQueued(5, i -> echoing(shared, i));
      Running<Integer> slow = shared.startWaiting(2, 77);
      awaitWaiting(slow);
      List<Running<Integer>> behind = startQueued(5, i -> echoing(shared, 10 + i));
      shared.release(1);
      assertEquals(-1, first.get());
      for (int i = 0; i < 5; i++) {
        assertEquals(i, before.get(i).get());
      }
      shared.awaitBlockedBy(2);
      assertFalse(slow.isDone());
      shared.release(2);
      assertEquals(77, slow.get());
      for (int i = 0; i < 5; i++) {
        assertEquals(10 + i, behind.get(i).get());
      }
    }
  }

  @EveryPostgres
  void cancelling_the_one_that_runs_leaves_those_behind_it(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      var victim = shared.connection.prepareStatement(WAIT);
      Running<Integer> cancelled = start(() -> run(victim, 2, 0));
      awaitWaiting(cancelled);
      List<Running<Integer>> behind = startQueued(THREADS, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      victim.cancel();
      assertEquals("57014", cancelled.outcome());
      for (int i = 0; i < THREADS; i++) {
        assertEquals(i, behind.get(i).get());
      }
    }
  }

  @EveryPostgres
  void cancelling_one_that_was_sent_waits_for_its_turn(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      shared.hold(3);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 2);
      awaitWaiting(runs);
      var victim = shared.connection.prepareStatement(WAIT);
      Running<Integer> cancelled = start(() -> run(victim, 3, 0));
      awaitWaiting(cancelled);
      Running<Integer> last = start(echoing(shared, 5));
      awaitWaiting(last);
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      victim.cancel();
      assertFalse(runs.isDone());
      shared.release(2);
      assertEquals(2, runs.get());
      assertEquals("57014", cancelled.outcome());
      assertEquals(5, last.get());
    }
  }

  @EveryPostgres
  void a_cancel_request_that_is_lost_is_made_again(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      shared.hold(3);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 2);
      awaitWaiting(runs);
      var victim = shared.connection.prepareStatement(WAIT);
      Running<Integer> cancelled = start(() -> run(victim, 3, 0));
      awaitWaiting(cancelled);
      Running<Integer> last = start(echoing(shared, 5));
      awaitWaiting(last);
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      // The request, and its first repetition.
      shared.proxy.loseLines(2);
      victim.cancel();
      shared.release(2);
      assertEquals(2, runs.get());
      assertEquals("57014", cancelled.outcome());
      assertEquals(0, shared.proxy.linesToLose());
      assertEquals(5, last.get());
    }
  }

  @EveryPostgres
  void cancelling_one_that_was_not_sent_takes_it_back(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      var queued = shared.connection.prepareStatement(WAIT);
      Running<Integer> cancelled = start(() -> run(queued, 1, 0));
      awaitWaiting(cancelled);
      Running<Integer> last = start(echoing(shared, 5));
      awaitWaiting(last);
      queued.cancel();
      assertEquals("57014", cancelled.outcome());
      assertFalse(first.isDone());
      shared.release(1);
      assertEquals(-1, first.get());
      assertEquals(5, last.get());
    }
  }

  @EveryPostgres
  void a_cancel_that_comes_too_late_does_not_hit_the_next_one(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      shared.hold(3);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      var early = shared.connection.prepareStatement(WAIT);
      Running<Integer> answered = start(() -> run(early, 2, 20));
      awaitWaiting(answered);
      Running<Integer> next = shared.startWaiting(3, 30);
      awaitWaiting(next);
      Running<Integer> last = start(echoing(shared, 5));
      awaitWaiting(last);
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      // The server is at the next one already, but the client does not know.
      shared.proxy.holdAnswers();
      shared.release(2);
      shared.awaitBlockedBy(3);
      early.cancel();
      shared.awaitNotBlockedBy(3);
      shared.proxy.passAnswers();
      assertEquals(20, answered.get());
      assertEquals(5, last.get());
      shared.awaitBlockedBy(3);
      shared.release(3);
      assertEquals(30, next.get());
    }
  }

  @EveryPostgres
  void a_stray_cancel_never_fails_another_threads_statement(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare("select count(*), ?::int from generate_series(1, 3000)");
      var stop = new AtomicInteger();
      var others = new ArrayList<Running<Integer>>();
      for (int t = 0; t < 8; t++) {
        int id = t;
        others.add(start(() -> countUntil(shared.connection, stop, id)));
      }
      var targets = new ArrayList<PreparedStatement>();
      var hit = new ArrayList<Running<Integer>>();
      for (int t = 0; t < 2; t++) {
        var target =
            shared.connection.prepareStatement(
                "select count(*), ?::int from generate_series(1, 3000)");
        targets.add(target);
        hit.add(start(() -> countCancelled(target, stop)));
      }
      for (int i = 0; i < 300; i++) {
        targets.get(i % 2).cancel();
      }
      stop.set(1);
      for (int t = 0; t < 8; t++) {
        assertTrue(others.get(t).get() > 0);
      }
      for (var target : hit) {
        assertTrue(target.get() >= 0);
      }
      assertEquals(3, echo(shared.connection, 3));
    }
  }

  private static int countUntil(Connection connection, AtomicInteger stop, int id)
      throws SQLException {
    int done = 0;
    try (var select =
        connection.prepareStatement("select count(*), ?::int from generate_series(1, 3000)")) {
      while (stop.get() == 0 || done == 0) {
        assertEquals(3000 + id, count(select, id));
        done++;
      }
    }
    return done;
  }

  private static int count(PreparedStatement select, int id) throws SQLException {
    select.setInt(1, id);
    try (var result = select.executeQuery()) {
      assertTrue(result.next());
      return result.getInt(1) + result.getInt(2);
    }
  }

  private static int countCancelled(PreparedStatement target, AtomicInteger stop)
      throws SQLException {
    int cancelled = 0;
    while (stop.get() == 0) {
      try {
        assertEquals(3099, count(target, 99));
      } catch (SQLException e) {
        assertEquals("57014", e.getSQLState(), e.toString());
        cancelled++;
      }
    }
    return cancelled;
  }

  @EveryPostgres
  void a_query_timeout_of_one_caller_is_its_own(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> before = start(echoing(shared, 1));
      awaitWaiting(before);
      var limited = shared.connection.prepareStatement(WAIT);
      limited.setQueryTimeout(1);
      Running<Integer> timedOut = start(() -> run(limited, 2, 0));
      awaitWaiting(timedOut);
      List<Running<Integer>> behind = startQueued(10, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      assertEquals(1, before.get());
      assertEquals("57014", timedOut.outcome());
      assertTrue(timedOut.result().exceptionNow() instanceof SQLTimeoutException);
      for (int i = 0; i < 10; i++) {
        assertEquals(i, behind.get(i).get());
      }
    }
  }

  @EveryPostgres
  void an_interrupt_takes_back_what_was_not_sent(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> before = start(echoing(shared, 1));
      awaitWaiting(before);
      Running<Integer> interrupted =
          start(
              () -> {
                try {
                  return echo(shared.connection, 2);
                } finally {
                  assertTrue(Thread.currentThread().isInterrupted());
                }
              });
      awaitWaiting(interrupted);
      Running<Integer> behind = start(echoing(shared, 3));
      awaitWaiting(behind);
      interrupted.thread().interrupt();
      assertEquals("57014", interrupted.outcome());
      shared.release(1);
      assertEquals(-1, first.get());
      assertEquals(1, before.get());
      assertEquals(3, behind.get());
    }
  }

  @EveryPostgres
  void an_interrupt_of_one_that_was_sent_harms_nobody(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      PreparedWait slow = new PreparedWait(shared);
      Running<Integer> reads = start(() -> slow.runNotingInterrupt(2, 7));
      awaitWaiting(reads);
      List<Running<Integer>> behind = startQueued(3, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      reads.thread().interrupt();
      behind.getLast().thread().interrupt();
      shared.release(2);
      assertEquals(7, reads.get());
      for (int i = 0; i < 3; i++) {
        assertEquals(i, behind.get(i).get());
      }
      assertTrue(slow.wasInterrupted);
      assertEquals(9, echo(shared.connection, 9));
    }
  }

  /// [SharedConnection#WAIT], and whether its thread was interrupted meanwhile.
  private static final class PreparedWait {
    private final PreparedStatement statement;
    private boolean wasInterrupted;

    PreparedWait(SharedConnection shared) throws SQLException {
      statement = shared.connection.prepareStatement(WAIT);
    }

    int runNotingInterrupt(int lock, int value) throws SQLException {
      try {
        return SharedConnection.run(statement, lock, value);
      } finally {
        wasInterrupted = Thread.currentThread().isInterrupted();
      }
    }
  }

  @EveryPostgres
  void a_cut_line_fails_all_who_wait(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 0);
      awaitWaiting(runs);
      List<Running<Integer>> sent = startQueued(THREADS / 2, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      List<Running<Integer>> queued = startQueued(THREADS / 2, i -> echoing(shared, i));
      shared.proxy.cutAfter(Direction.TO_CLIENT, 0, true);
      shared.release(2);
      assertLost(runs);
      for (var lost : sent) {
        assertLost(lost);
      }
      for (var lost : queued) {
        assertLost(lost);
      }
      assertTrue(shared.connection.isClosed());
    }
  }

  private static void assertLost(Running<Integer> lost) throws Exception {
    Object outcome = lost.outcome();
    assertTrue(outcome instanceof String state && state.startsWith("08"), String.valueOf(outcome));
  }

  @EveryPostgres
  void a_silent_server_fails_all_who_wait(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.connection.setNetworkTimeout(Runnable::run, 4_000);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 0);
      awaitWaiting(runs);
      List<Running<Integer>> others = startQueued(3, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      assertLost(runs);
      for (var lost : others) {
        assertLost(lost);
      }
      assertTrue(shared.connection.isClosed());
    }
  }

  @EveryPostgres
  void a_server_that_ends_the_session_fails_all_who_wait(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 0);
      awaitWaiting(runs);
      List<Running<Integer>> others = startQueued(3, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      shared.terminate();
      assertEquals("57P01", runs.outcome());
      for (var lost : others) {
        assertEquals("57P01", lost.outcome());
      }
      assertTrue(shared.connection.isClosed());
    }
  }

  @EveryPostgres
  void closing_the_connection_fails_all_who_wait(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(WAIT, ECHO);
      shared.hold(1);
      shared.hold(2);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      Running<Integer> runs = shared.startWaiting(2, 0);
      awaitWaiting(runs);
      List<Running<Integer>> others = startQueued(10, i -> echoing(shared, i));
      shared.release(1);
      assertEquals(-1, first.get());
      shared.awaitBlockedBy(2);
      shared.connection.close();
      assertLost(runs);
      for (var lost : others) {
        assertLost(lost);
      }
    }
  }

  @EveryPostgres
  void threads_share_a_transaction_too(TestServer server) throws Exception {
    try (var shared = new SharedConnection(server)) {
      try (var setUp = shared.connection.createStatement()) {
        setUp.execute("create temp table t (id int primary key)");
      }
      shared.connection.setAutoCommit(false);
      assertEquals(THREADS, insertAll(shared.connection));
      shared.connection.rollback();
      assertEquals("0", text(shared.connection, "select count(*) from t"));
      assertEquals(THREADS, insertAll(shared.connection));
      shared.connection.commit();
      assertEquals("50", text(shared.connection, "select count(*) from t"));
      assertEquals(0, insertAll(shared.connection));
      shared.connection.rollback();
    }
  }

  /// How many of the threads could insert; the others must tell why not.
  private static int insertAll(Connection connection) throws Exception {
    var running = new ArrayList<Running<Integer>>();
    for (int t = 0; t < THREADS; t++) {
      int id = t;
      running.add(
          start(
              () -> {
                try (var insert = connection.prepareStatement("insert into t values (?)")) {
                  insert.setInt(1, id);
                  return insert.executeUpdate();
                }
              }));
    }
    int inserted = 0;
    int aborted = 0;
    for (var thread : running) {
      Object outcome = thread.outcome();
      inserted += outcome.equals(1) ? 1 : 0;
      aborted += outcome.equals("25P02") ? 1 : 0;
      assertTrue(outcome.equals(1) || outcome.equals("25P02") || outcome.equals("23505"));
    }
    assertTrue(aborted == 0 || aborted == THREADS - 1, "aborted: " + aborted);
    return inserted;
  }

  @EveryPostgres
  void who_needs_the_wire_alone_gets_it_however_busy_others_keep_it(TestServer server)
      throws Exception {
    try (var shared = new SharedConnection(server)) {
      shared.prepare(ECHO);
      var stop = new AtomicInteger();
      var busy = new ArrayList<Running<Integer>>();
      for (int t = 0; t < 20; t++) {
        busy.add(
            start(
                () -> {
                  int done = 0;
                  while (stop.get() == 0) {
                    assertEquals(done, echo(shared.connection, done));
                    done++;
                  }
                  return done;
                }));
      }
      try {
        for (int i = 0; i < 100; i++) {
          assertEquals("" + i, text(shared.connection, "select " + i));
        }
      } finally {
        stop.set(1);
      }
      for (var thread : busy) {
        assertTrue(thread.get() > 0);
      }
    }
  }

  @EveryPostgres
  void a_plan_gone_stale_is_made_anew_for_each(TestServer server) throws Exception {
    server.execute("drop table if exists grows", "create table grows as select 7 as a");
    try (var shared = new SharedConnection(server)) {
      String all = "select * from grows where a > ?";
      shared.prepare(WAIT, all);
      shared.hold(1);
      Running<Integer> first = shared.startWaiting(1, -1);
      shared.awaitBlockedBy(1);
      List<Running<Integer>> others = startQueued(5, i -> () -> columns(shared.connection, all));
      server.execute("alter table grows add column b text");
      shared.release(1);
      assertEquals(-1, first.get());
      for (var other : others) {
        assertEquals(2, other.get());
      }
    } finally {
      server.execute("drop table grows");
    }
  }

  private static int columns(Connection connection, String sql) throws SQLException {
    try (var select = connection.prepareStatement(sql)) {
      select.setInt(1, 0);
      try (var result = select.executeQuery()) {
        assertTrue(result.next());
        assertEquals(7, result.getInt(1));
        return result.getMetaData().getColumnCount();
      }
    }
  }
}
