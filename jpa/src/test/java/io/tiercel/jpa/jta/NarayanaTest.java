package io.tiercel.jpa.jta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.jta.Accounts.Account;
import io.tiercel.jpa.jta.CrashingApplication.Moment;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.TransactionRequiredException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Synchronization;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Jakarta Persistence 3.2, sections 7.6 and 7.9, and Jakarta Transactions 2.0, section 3.3, with a
/// transaction manager and a pool that applications use.
@Timeout(120)
@NullUnmarked // a null where none is expected fails the test by itself
class NarayanaTest {
  private static TestServer server;

  private final TransactionManager transactions = Narayana.manager();
  private TestDatabase database;
  private TestDatabase elsewhere;
  private Accounts accounts;
  private Accounts others;

  @BeforeAll
  static void start() {
    server =
        TestServer.start(TestServerOptions.defaults().setting("max_prepared_transactions", "5"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void open() {
    database = server.newDatabase();
    elsewhere = server.newDatabase();
    accounts = Accounts.open(database.jdbcUrl());
    others = Accounts.open(elsewhere.jdbcUrl());
  }

  @AfterEach
  void close() throws Exception {
    assertEquals(Status.STATUS_NO_TRANSACTION, transactions.getStatus());
    accounts.close();
    others.close();
    database.close();
    elsewhere.close();
  }

  /// What is stored, seen by another driver; null where there is no such row.
  private static Integer cents(TestDatabase at, int id) {
    try (var connection = at.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery("select cents from account where id = " + id)) {
      return rows.next() ? rows.getInt(1) : null;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static int prepared(TestDatabase at) throws SQLException {
    try (var connection = at.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "select count(*) from pg_prepared_xacts where database = current_database()")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private Integer cents(int id) {
    return cents(database, id);
  }

  /// The shared server refuses PREPARE TRANSACTION.
  @Test
  void one_database_is_committed_in_one_phase() throws Exception {
    try (var unprepared = TestServer.v18().newDatabase();
        var alone = Accounts.open(unprepared.jdbcUrl())) {
      transactions.begin();
      var manager = alone.manager();
      manager.persist(new Account(1, 5));
      manager.flush();
      manager.persist(new Account(2, 7));
      assertNull(cents(unprepared, 1));
      transactions.commit();
      assertEquals(List.of(5, 7), List.of(cents(unprepared, 1), cents(unprepared, 2)));

      transactions.begin();
      manager.joinTransaction();
      manager.find(Account.class, 1).cents = 6;
      transactions.commit();
      assertEquals(6, cents(unprepared, 1));
      manager.close();
    }
  }

  @Test
  void two_databases_are_committed_together() throws Exception {
    transactions.begin();
    try (var here = accounts.manager();
        var there = others.manager()) {
      here.persist(new Account(1, 5));
      there.persist(new Account(1, 7));
      transactions.commit();
    }
    assertEquals(5, cents(1));
    assertEquals(7, cents(elsewhere, 1));
    assertEquals(0, prepared(database) + prepared(elsewhere));
  }

  /// The second database finds out only when it is prepared: its constraint is deferred.
  @Test
  void what_one_database_refuses_is_stored_in_neither() throws Exception {
    elsewhere.execute(
        "alter table account add constraint once unique (cents) deferrable initially deferred");
    others.put(1, 7);
    transactions.begin();
    try (var here = accounts.manager();
        var there = others.manager()) {
      here.persist(new Account(1, 5));
      there.persist(new Account(2, 7));
      here.flush();
      there.flush();
      assertThrows(RollbackException.class, transactions::commit);
    }
    assertNull(cents(1));
    assertNull(cents(elsewhere, 2));
    assertEquals(0, prepared(database) + prepared(elsewhere));
  }

  /// The connection of the second database is lost when it has been prepared: the decision stands,
  /// and recovery carries it out.
  @Test
  void a_database_that_is_lost_between_prepare_and_commit_is_recovered() throws Exception {
    transactions.begin();
    try (var here = accounts.manager();
        var there = others.manager()) {
      here.persist(new Account(1, 5));
      there.persist(new Account(1, 7));
      here.flush();
      there.flush();
      transactions.getTransaction().enlistResource(Trigger.onPrepare(() -> cut(elsewhere)));
      transactions.commit();
    }
    assertEquals(5, cents(1));
    assertNull(cents(elsewhere, 1));
    assertEquals(1, prepared(elsewhere));
    Narayana.recover(database.jdbcUrl(), elsewhere.jdbcUrl());
    assertEquals(7, cents(elsewhere, 1));
    assertEquals(0, prepared(elsewhere));
  }

  @Test
  void a_decision_survives_the_application() throws Exception {
    String here = database.jdbcUrl();
    String there = elsewhere.jdbcUrl();
    CrashingApplication.run(Moment.DECIDED, Narayana.log(), 1, here, there);
    assertEquals(2, prepared(database) + prepared(elsewhere));
    assertNull(cents(1));
    Narayana.recover(here, there);
    assertEquals(List.of(5, 5), List.of(cents(1), cents(elsewhere, 1)));
    assertEquals(0, prepared(database) + prepared(elsewhere));
  }

  @Test
  void what_was_not_decided_is_rolled_back() throws Exception {
    String here = database.jdbcUrl();
    String there = elsewhere.jdbcUrl();
    CrashingApplication.run(Moment.UNDECIDED, Narayana.log(), 1, here, there);
    assertEquals(2, prepared(database) + prepared(elsewhere));
    Narayana.recover(here, there);
    assertNull(cents(1));
    assertNull(cents(elsewhere, 1));
    assertEquals(0, prepared(database) + prepared(elsewhere));
  }

  private static void cut(TestDatabase at) {
    at.execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()");
  }

  @Test
  void a_transaction_that_is_marked_is_rolled_back() throws Exception {
    transactions.begin();
    var manager = accounts.manager();
    var account = new Account(1, 5);
    manager.persist(account);
    manager.flush();
    transactions.setRollbackOnly();
    assertThrows(RollbackException.class, transactions::commit);
    assertNull(cents(1));
    assertFalse(manager.contains(account));
    manager.close();
  }

  @Test
  void a_failure_of_persistence_marks_the_transaction() throws Exception {
    accounts.put(1, 5);
    transactions.begin();
    try (var manager = accounts.manager()) {
      manager.persist(new Account(2, 5));
      assertThrows(
          jakarta.persistence.PersistenceException.class,
          () -> manager.createNativeQuery("select 1 / 0").getSingleResult());
      assertEquals(Status.STATUS_MARKED_ROLLBACK, transactions.getStatus());
      assertThrows(RollbackException.class, transactions::commit);
    }
    assertNull(cents(2));
  }

  /// Nothing tells the manager of the failure, only the transaction itself knows.
  @Test
  void a_failure_of_jdbc_that_is_caught_does_not_become_a_commit() throws Exception {
    transactions.begin();
    try (var connection = accounts.pool().getConnection();
        var statement = connection.createStatement()) {
      statement.execute("insert into account values (1, 0, 5)");
      assertThrows(SQLException.class, () -> statement.execute("select 1 / 0"));
    }
    assertThrows(RollbackException.class, transactions::commit);
    assertNull(cents(1));
  }

  @Test
  void a_lost_race_fails_the_commit() throws Exception {
    accounts.put(1, 5);
    transactions.begin();
    try (var manager = accounts.manager()) {
      manager.find(Account.class, 1).cents = 6;
      var suspended = transactions.suspend();
      accounts.factory().runInTransaction(other -> other.find(Account.class, 1).cents = 7);
      Narayana.resume(suspended);
      var failure = assertThrows(RollbackException.class, transactions::commit);
      assertInstanceOf(OptimisticLockException.class, failure.getCause());
    }
    assertEquals(7, cents(1));
  }

  @Test
  void a_suspended_transaction_goes_on_where_it_was() throws Exception {
    transactions.begin();
    var outer = accounts.manager();
    outer.persist(new Account(1, 5));
    outer.flush();
    var suspended = transactions.suspend();

    transactions.begin();
    try (var inner = accounts.manager()) {
      assertNull(inner.find(Account.class, 1));
      inner.persist(new Account(2, 7));
    }
    transactions.commit();
    assertEquals(7, cents(2));
    assertNull(cents(1));

    Narayana.resume(suspended);
    assertTrue(outer.isJoinedToTransaction());
    outer.persist(new Account(3, 9));
    transactions.commit();
    assertEquals(List.of(5, 9), List.of(cents(1), cents(3)));
    outer.close();
  }

  @Test
  void an_unsynchronized_manager_joins_when_it_is_told_to() throws Exception {
    transactions.begin();
    var manager = accounts.factory().createEntityManager(SynchronizationType.UNSYNCHRONIZED);
    manager.persist(new Account(1, 5));
    assertThrows(TransactionRequiredException.class, manager::flush);
    transactions.commit();
    assertNull(cents(1));

    transactions.begin();
    manager.joinTransaction();
    transactions.commit();
    assertEquals(5, cents(1));
    manager.close();
  }

  private record Told(List<String> events, Runnable before) implements Synchronization {
    @Override
    public void beforeCompletion() {
      events.add("before");
      before.run();
    }

    @Override
    public void afterCompletion(int status) {
      events.add(status == Status.STATUS_COMMITTED ? "committed" : "rolled back");
    }
  }

  /// With the registry persistence comes after all synchronizations of the application before the
  /// end, and before them after it (Jakarta Transactions 2.0, section 5.5).
  @Test
  void what_the_application_changes_before_completion_is_written() throws Exception {
    accounts.put(1, 5);
    List<String> events = new ArrayList<>();
    transactions.begin();
    var manager = accounts.manager();
    var account = manager.find(Account.class, 1);
    transactions
        .getTransaction()
        .registerSynchronization(
            new Told(
                events,
                () -> {
                  account.cents = 6;
                  manager.persist(new Account(2, 7));
                }));
    transactions.commit();
    assertEquals(List.of("before", "committed"), events);
    assertEquals(List.of(6, 7), List.of(cents(1), cents(2)));
    assertFalse(manager.isJoinedToTransaction());
    manager.close();
  }

  @Test
  void without_the_registry_only_what_was_registered_before_is_waited_for() throws Exception {
    try (var unordered = Accounts.open(database.jdbcUrl(), false)) {
      transactions.begin();
      List<String> events = new ArrayList<>();
      try (var manager =
          unordered.factory().createEntityManager(SynchronizationType.UNSYNCHRONIZED)) {
        transactions
            .getTransaction()
            .registerSynchronization(new Told(events, () -> manager.persist(new Account(1, 5))));
        manager.joinTransaction();
        transactions.commit();
      }
      assertEquals(List.of("before", "committed"), events);
      assertEquals(5, cents(1));
    }
  }

  /// The manager rolls back in a thread of its own.
  @Test
  void a_transaction_that_takes_too_long_is_rolled_back() throws Exception {
    accounts.put(1, 5);
    transactions.setTransactionTimeout(1);
    transactions.begin();
    transactions.setTransactionTimeout(0);
    var manager = accounts.manager();
    var account = manager.find(Account.class, 1);
    account.cents = 6;
    manager.flush();
    var over = new CountDownLatch(1);
    transactions
        .getTransaction()
        .registerSynchronization(
            new Synchronization() {
              @Override
              public void beforeCompletion() {}

              @Override
              public void afterCompletion(int status) {
                over.countDown();
              }
            });
    assertTrue(over.await(60, TimeUnit.SECONDS));
    transactions.suspend();
    assertFalse(manager.isJoinedToTransaction());
    assertFalse(manager.contains(account));
    assertEquals(5, manager.find(Account.class, 1).cents);
    manager.close();
    assertEquals(5, cents(1));
  }

  @Test
  void many_transactions_leave_no_connection_behind() throws Exception {
    for (int id = 1; id <= 20; id++) {
      transactions.begin();
      try (var manager = accounts.manager()) {
        manager.persist(new Account(id, id));
        manager.flush();
      }
      if (id % 2 == 0) {
        transactions.rollback();
      } else {
        transactions.commit();
      }
    }
    assertEquals(0, accounts.pool().getMetrics().activeCount());
    assertEquals(
        10, Arrays.stream(new int[] {1, 3, 5, 7, 9, 11, 13, 15, 17, 19}).filter(this::has).count());
  }

  private boolean has(int id) {
    return cents(id) != null && cents(id + 1) == null;
  }
}
