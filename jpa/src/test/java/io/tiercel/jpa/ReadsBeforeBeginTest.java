package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.tiercel.jpa.settings.UnitProperties;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.FlushModeType;
import jakarta.persistence.Id;
import jakarta.persistence.LockModeType;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.QueryTimeoutException;
import jakarta.persistence.RollbackException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Plain reads come before the BEGIN of their transaction, and only where nobody can tell the
/// difference (decision 0017).
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(60)
class ReadsBeforeBeginTest {
  private static TestUnit unit;

  @Entity(name = "Account")
  static class Account {
    @Id int id;
    int amount;
  }

  /// A view that draws from a sequence when it is read.
  @Entity(name = "Ticket")
  static class Ticket {
    @Id int id;
    long number;
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Account.class, Ticket.class);
    unit.sql(
        "drop table ticket",
        "create sequence drawn",
        "create view ticket as select 1 as id, nextval('drawn') as number",
        "create schema aside",
        "create table aside.account as select 1 as id, 77 as amount");
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.sql("truncate account", "insert into account (id, amount) values (1, 10), (2, 20)");
  }

  private static int amount(EntityManager manager, int id) {
    return manager
        .createQuery("select a.amount from Account a where a.id = :id", Integer.class)
        .setParameter("id", id)
        .getSingleResult();
  }

  private static int stored(int id) {
    return unit.<Integer>query(manager -> amount(manager, id));
  }

  /// The first words of what a transaction sends once its statements are prepared.
  private static List<String> sent(TestUnit in, Consumer<EntityManager> work) {
    in.inTransaction(work);
    return in.allStatements(() -> in.inTransaction(work)).stream()
        .filter(sql -> !sql.equals(TestUnit.ASKED_NOW_AND_THEN))
        .map(sql -> sql.split(" ", 2)[0])
        .toList();
  }

  @Test
  void reads_are_one_round_trip_each_and_nothing_else() {
    Consumer<EntityManager> work =
        manager -> {
          assertEquals(10, manager.find(Account.class, 1).amount);
          assertEquals(20, amount(manager, 2));
        };
    assertEquals(List.of("select", "select"), sent(unit, work));
    assertEquals(2, unit.roundTrips(() -> unit.inTransaction(work)));
  }

  @Test
  void begin_comes_with_the_first_write() {
    assertEquals(
        List.of("select", "BEGIN", "with", "COMMIT"),
        sent(unit, manager -> manager.find(Account.class, 1).amount++));
    assertEquals(12, stored(1));
  }

  @Test
  void what_is_written_after_a_read_is_undone_by_a_rollback() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      manager.find(Account.class, 1).amount = 11;
      manager.flush();
      assertEquals(11, amount(manager, 1));
      manager.getTransaction().rollback();
    }
    assertEquals(10, stored(1));
  }

  @Test
  void reads_after_begin_are_in_the_block() {
    assertEquals(
        List.of("BEGIN", "select", "select", "COMMIT"),
        sent(
            unit,
            manager -> {
              assertEquals(1, manager.createNativeQuery("select 1").getSingleResult());
              assertEquals(10, amount(manager, 1));
            }));
  }

  @Test
  void a_unit_may_begin_with_the_first_statement() {
    try (TestUnit other =
        TestUnit.with(Map.of("tiercel.transaction.begin", "first-statement"), Account.class)) {
      assertEquals(
          List.of("BEGIN", "select", "COMMIT"),
          sent(other, manager -> assertNull(manager.find(Account.class, 1))));
    }
  }

  @Test
  void an_entity_manager_may_begin_with_the_first_statement() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.setProperty("tiercel.transaction.begin", "first-statement");
      IllegalArgumentException refused =
          assertThrows(
              IllegalArgumentException.class,
              () -> manager.setProperty("tiercel.transaction.begin", "later"));
      assertTrue(refused.getMessage().contains("when-needed or first-statement"));
      List<String> statements =
          unit.allStatements(
              () -> {
                manager.getTransaction().begin();
                assertEquals(10, amount(manager, 1));
                manager.getTransaction().commit();
              });
      assertEquals("BEGIN", statements.getFirst());
      assertEquals("COMMIT", statements.getLast());
    }
  }

  // ---- isolation ----

  /// Reads twice, with a change in between by another connection; returns what the second saw.
  private static int secondOfTwoReads(EntityManager manager, Consumer<String> sql) {
    manager.getTransaction().begin();
    assertEquals(10, amount(manager, 1));
    sql.accept("update account set amount = 99 where id = 2");
    int second = amount(manager, 2);
    manager.getTransaction().commit();
    sql.accept("update account set amount = 20 where id = 2");
    return second;
  }

  @Test
  void at_read_committed_a_second_read_sees_what_was_committed_meanwhile() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(99, secondOfTwoReads(manager, unit::sql));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void an_isolation_that_was_asked_for_has_one_snapshot(String isolation) {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.setProperty("tiercel.transaction.isolation", isolation);
      assertEquals(20, secondOfTwoReads(manager, unit::sql));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeatable read", "serializable"})
  void the_isolation_of_the_database_has_one_snapshot(String isolation) {
    try (TestDatabase database = newAccounts()) {
      database.execute(
          "alter database \"%s\" set default_transaction_isolation = '%s'"
              .formatted(database.name(), isolation));
      try (EntityManagerFactory factory =
              unit(UnitProperties.URL, database.jdbcUrl()).createEntityManagerFactory();
          EntityManager manager = factory.createEntityManager()) {
        // The first transaction of the connection asks, the others know.
        for (int repeated = 0; repeated < 3; repeated++) {
          assertEquals(20, secondOfTwoReads(manager, database::execute));
        }
        manager.setProperty("tiercel.transaction.isolation", "read committed");
        assertEquals(99, secondOfTwoReads(manager, database::execute));
      }
    }
  }

  private static TestDatabase newAccounts() {
    TestDatabase database = TestServer.v18().newDatabase();
    database.execute(
        "create table account (id int primary key, amount int)",
        "insert into account values (1, 10), (2, 20)");
    return database;
  }

  private static PersistenceConfiguration unit(String property, Object value) {
    return new PersistenceConfiguration("accounts")
        .provider(TiercelPersistenceProvider.class.getName())
        .managedClass(Account.class)
        .property(property, value);
  }

  @Test
  void an_isolation_set_on_the_connection_has_one_snapshot() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      assertEquals(99, secondOfTwoReads(manager, unit::sql));
      set(manager, "set session characteristics as transaction isolation level repeatable read");
      assertEquals(20, secondOfTwoReads(manager, unit::sql));
      set(manager, "reset default_transaction_isolation");
    }
  }

  private static void set(EntityManager manager, String sql) {
    manager.getTransaction().begin();
    assertEquals(0, manager.createNativeQuery(sql).executeUpdate());
    manager.getTransaction().commit();
  }

  @Test
  void an_isolation_that_another_user_of_the_pool_has_set_has_one_snapshot() throws Exception {
    HikariConfig config = new HikariConfig();
    config.setMaximumPoolSize(1);
    try (TestDatabase database = newAccounts()) {
      config.setJdbcUrl(database.jdbcUrl());
      try (HikariDataSource pool = new HikariDataSource(config);
          EntityManagerFactory factory =
              unit("jakarta.persistence.nonJtaDataSource", pool).createEntityManagerFactory();
          EntityManager manager = factory.createEntityManager()) {
        assertEquals(99, secondOfTwoReads(manager, database::execute));
        ConnectionStatistics before = factory.unwrap(ConnectionStatistics.class);
        assertEquals(99, secondOfTwoReads(manager, database::execute));
        ConnectionStatistics spent = factory.unwrap(ConnectionStatistics.class).since(before);
        assertEquals(2, spent.roundTrips());
        try (var connection = pool.getConnection();
            var statement = connection.createStatement()) {
          statement.execute("set default_transaction_isolation = 'repeatable read'");
        }
        assertEquals(20, secondOfTwoReads(manager, database::execute));
      }
    }
  }

  @Test
  void a_serialization_failure_of_commit_is_told() {
    try (EntityManager one = unit.factory().createEntityManager();
        EntityManager other = unit.factory().createEntityManager()) {
      for (EntityManager manager : List.of(one, other)) {
        manager.setProperty("tiercel.transaction.isolation", "serializable");
        manager.getTransaction().begin();
        assertEquals(
            30L,
            manager
                .createQuery("select sum(a.amount) from Account a", Long.class)
                .getSingleResult());
      }
      one.find(Account.class, 1).amount -= 30;
      other.find(Account.class, 2).amount -= 30;
      one.getTransaction().commit();
      RollbackException failure =
          assertThrows(RollbackException.class, () -> other.getTransaction().commit());
      assertTrue(failure.getMessage().contains("serialize"), failure::getMessage);
    }
  }

  // ---- what is no plain read ----

  @Test
  void a_setting_of_the_transaction_holds_for_the_reads_after_it() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      assertEquals(10, amount(manager, 1));
      assertEquals(0, manager.createNativeQuery("set local search_path = aside").executeUpdate());
      assertEquals(77, amount(manager, 1));
      manager.getTransaction().rollback();
      assertEquals(10, amount(manager, 1));
    }
  }

  @Test
  void a_lock_by_a_function_is_held_to_the_end() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      assertEquals(
          2,
          manager
              .createQuery("select a.id, function('pg_advisory_xact_lock', 47) from Account a")
              .getResultList()
              .size());
      assertEquals(false, unit.value("select pg_try_advisory_xact_lock(47)"));
      manager.getTransaction().commit();
      assertEquals(true, unit.value("select pg_try_advisory_xact_lock(47)"));
    }
  }

  @Test
  void a_lock_on_a_row_is_held_to_the_end() {
    String free = "select count(*) from (select 1 from account for update skip locked) a";
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      Account account = manager.find(Account.class, 1);
      assertEquals(2L, unit.value(free));
      manager.lock(account, LockModeType.PESSIMISTIC_WRITE);
      assertEquals(1L, unit.value(free));
      manager.getTransaction().rollback();
      manager.getTransaction().begin();
      assertEquals(
          2,
          manager
              .createQuery("from Account a", Account.class)
              .setLockMode(LockModeType.PESSIMISTIC_READ)
              .getResultList()
              .size());
      assertEquals(0L, unit.value(free));
      manager.getTransaction().commit();
      assertEquals(2L, unit.value(free));
    }
  }

  @Test
  void the_time_of_a_transaction_stands_still() {
    String query = "select current_timestamp, local datetime from Account a where a.id = 1";
    unit.inTransaction(
        manager ->
            assertArrayEquals(
                manager.createQuery(query, Object[].class).getSingleResult(),
                manager.createQuery(query, Object[].class).getSingleResult()));
  }

  @Test
  void a_stream_is_read_in_the_block() {
    assertEquals(
        List.of("BEGIN", "select", "COMMIT"),
        sent(
            unit,
            manager -> {
              try (var ids = manager.createQuery("select a.id from Account a").getResultStream()) {
                assertEquals(2, ids.toList().size());
              }
            }));
  }

  @Test
  void a_transaction_that_only_reads_refuses_what_a_view_would_write() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.setProperty("tiercel.transaction.read-only", true);
      for (int repeated = 0; repeated < 2; repeated++) {
        manager.getTransaction().begin();
        assertEquals(10, amount(manager, 1));
        PersistenceException failure =
            assertThrows(PersistenceException.class, () -> manager.find(Ticket.class, 1));
        assertTrue(failure.getMessage().contains("read-only transaction"), failure::getMessage);
        assertTrue(manager.getTransaction().getRollbackOnly());
        manager.getTransaction().rollback();
      }
    }
    assertTrue(unit.query(manager -> manager.find(Ticket.class, 1).number) > 0);
  }

  // ---- failures ----

  @Test
  void a_read_that_fails_ends_the_transaction() {
    try (EntityManager manager = unit.factory().createEntityManager()) {
      manager.setFlushMode(FlushModeType.COMMIT);
      manager.getTransaction().begin();
      manager.find(Account.class, 1).amount = 55;
      PersistenceException failure =
          assertThrows(
              PersistenceException.class,
              () ->
                  manager
                      .createQuery("select a.amount / (a.id - a.id) from Account a")
                      .getResultList());
      assertTrue(failure.getMessage().contains("division by zero"), failure::getMessage);
      assertTrue(manager.getTransaction().getRollbackOnly());
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
    }
    assertEquals(10, stored(1));
  }

  @Test
  void a_timeout_that_was_asked_for_does_not_end_it() {
    try (EntityManager manager = unit.factory().createEntityManager();
        EntityManager blocker = unit.factory().createEntityManager()) {
      manager.getTransaction().begin();
      // Preparing a statement waits for the table as well, and for as long as it takes.
      assertEquals(2, manager.createQuery("from Account a").getResultList().size());
      blocker.getTransaction().begin();
      assertEquals(0, blocker.createNativeQuery("lock table account").executeUpdate());
      assertThrows(
          QueryTimeoutException.class,
          () -> manager.createQuery("from Account a").setTimeout(20).getResultList());
      assertFalse(manager.getTransaction().getRollbackOnly());
      blocker.getTransaction().commit();
      assertEquals(10, amount(manager, 1));
      manager.getTransaction().commit();
    }
  }

  @Test
  void a_connection_that_dies_between_two_reads_ends_the_transaction() {
    Map<String, String> oneConnection = Map.of(UnitProperties.POOL_MAX, "1");
    try (TestUnit other = TestUnit.with(oneConnection, Account.class);
        EntityManager manager = other.factory().createEntityManager()) {
      other.sql("insert into account (id, amount) values (1, 10)");
      manager.getTransaction().begin();
      assertEquals(10, amount(manager, 1));
      other.sql(
          "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
              + " where datname = current_database() and pid <> pg_backend_pid()");
      assertThrows(PersistenceException.class, () -> amount(manager, 1));
      assertTrue(manager.getTransaction().getRollbackOnly());
      assertThrows(RollbackException.class, () -> manager.getTransaction().commit());
      manager.getTransaction().begin();
      assertEquals(10, amount(manager, 1));
      manager.getTransaction().commit();
    }
  }
}
