package io.tiercel.jpa.jta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDataSource;
import io.tiercel.jpa.bootstrap.PropertyNames;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import io.tiercel.wire.ConnectionStatistics;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.OptimisticLockException;
import jakarta.persistence.PersistenceConfiguration;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PersistenceUnitTransactionType;
import jakarta.persistence.SynchronizationType;
import jakarta.persistence.TransactionRequiredException;
import jakarta.persistence.Version;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import java.util.HashMap;
import java.util.Map;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Jakarta Persistence 3.2, sections 7.6 and 7.9, with a DataSource and a manager as servers have
/// them.
@Timeout(60)
@NullUnmarked // a null where none is expected fails the test by itself
class JtaTest {
  @Entity(name = "account")
  static class Account {
    @Id int id;
    @Version int version;
    int cents;

    Account() {}

    Account(int id, int cents) {
      this.id = id;
      this.cents = cents;
    }
  }

  @Entity(name = "counted")
  static class Counted {
    @Id
    @GeneratedValue(strategy = GenerationType.TABLE)
    int id;
  }

  private final TestTransactions transactions = new TestTransactions();
  private TestDatabase database;
  private DataSource managed;
  private EntityManagerFactory factory;

  @BeforeEach
  void open() {
    database = TestServer.v18().newDatabase();
    managed = transactions.dataSource(database.jdbcUrl());
    factory = unit(Map.of()).createEntityManagerFactory();
  }

  @AfterEach
  void close() {
    factory.close();
    database.close();
  }

  private PersistenceConfiguration unit(Map<String, ?> more) {
    var properties = new HashMap<String, Object>();
    properties.put(PropertyNames.JTA_DATA_SOURCE, managed);
    properties.put(JtaPlatforms.MANAGER, transactions);
    properties.put(PersistenceConfiguration.SCHEMAGEN_DATABASE_ACTION, "create");
    properties.putAll(more);
    var unit =
        new PersistenceConfiguration("bank")
            .managedClass(Account.class)
            .managedClass(Counted.class)
            .transactionType(PersistenceUnitTransactionType.JTA);
    properties.forEach(unit::property);
    return unit;
  }

  /// The cents of an account as another transaction sees them; null when there is no such row.
  private Integer committed(int id) {
    return cents(factory, id);
  }

  private Integer cents(EntityManagerFactory of, int id) {
    try (var manager = of.createEntityManager(SynchronizationType.UNSYNCHRONIZED)) {
      var suspended = transactions.suspend();
      var account = manager.find(Account.class, id);
      transactions.resume(suspended);
      return account == null ? null : account.cents;
    }
  }

  private void put(int id, int cents) {
    factory.runInTransaction(manager -> manager.persist(new Account(id, cents)));
  }

  @Test
  void what_changed_is_written_when_the_manager_commits() throws Exception {
    assertEquals(PersistenceUnitTransactionType.JTA, factory.getTransactionType());
    transactions.begin();
    var manager = factory.createEntityManager();
    assertTrue(manager.isJoinedToTransaction());
    var account = new Account(1, 5);
    manager.persist(account);
    assertNull(committed(1));
    transactions.commit();
    assertEquals(5, committed(1));
    assertFalse(manager.isJoinedToTransaction());
    assertTrue(manager.contains(account));
    account.cents = 6;

    transactions.begin();
    assertFalse(manager.isJoinedToTransaction());
    manager.joinTransaction();
    assertTrue(manager.isJoinedToTransaction());
    transactions.commit();
    assertEquals(6, committed(1));
    manager.close();
  }

  @Test
  void a_rollback_of_the_manager_detaches_everything() throws Exception {
    put(1, 5);
    transactions.begin();
    var manager = factory.createEntityManager();
    var account = manager.find(Account.class, 1);
    account.cents = 6;
    manager.flush();
    transactions.rollback();
    assertFalse(manager.contains(account));
    assertEquals(5, committed(1));
    assertEquals(5, manager.find(Account.class, 1).cents);
    manager.close();
  }

  @Test
  void a_failed_operation_marks_the_transaction_of_the_manager() {
    transactions.begin();
    var manager = factory.createEntityManager();
    manager.persist(new Account(1, 5));
    assertThrows(IllegalArgumentException.class, () -> manager.persist("no entity"));
    assertEquals(Status.STATUS_MARKED_ROLLBACK, transactions.getStatus());
    assertThrows(RollbackException.class, transactions::commit);
    assertNull(committed(1));
    manager.close();
  }

  @Test
  void a_lost_race_makes_the_commit_of_the_manager_fail() throws Exception {
    put(1, 5);
    transactions.begin();
    var manager = factory.createEntityManager();
    manager.find(Account.class, 1).cents = 6;
    var suspended = transactions.suspend();
    factory.runInTransaction(other -> other.find(Account.class, 1).cents = 7);
    transactions.resume(suspended);
    var failure = assertThrows(RollbackException.class, transactions::commit);
    assertInstanceOf(OptimisticLockException.class, failure.getCause());
    assertEquals(7, committed(1));
    manager.close();
  }

  @Test
  void an_unsynchronized_manager_takes_part_only_when_it_is_told_to() throws Exception {
    transactions.begin();
    var manager = factory.createEntityManager(SynchronizationType.UNSYNCHRONIZED);
    manager.persist(new Account(1, 5));
    assertFalse(manager.isJoinedToTransaction());
    assertThrows(TransactionRequiredException.class, manager::flush);
    transactions.commit();
    assertNull(committed(1));

    assertThrows(TransactionRequiredException.class, manager::joinTransaction);
    transactions.begin();
    manager.joinTransaction();
    manager.joinTransaction();
    transactions.commit();
    assertEquals(5, committed(1));
    manager.close();
  }

  @Test
  void managers_in_one_transaction_share_its_connection() throws Exception {
    transactions.begin();
    try (var writer = factory.createEntityManager();
        var reader = factory.createEntityManager()) {
      writer.persist(new Account(1, 5));
      writer.flush();
      assertEquals(5, reader.find(Account.class, 1).cents);
      reader.find(Account.class, 1).cents = 6;
      assertNull(committed(1));
      transactions.commit();
    }
    assertEquals(6, committed(1));
  }

  @Test
  void a_manager_that_was_closed_still_writes_at_commit() throws Exception {
    transactions.begin();
    var manager = factory.createEntityManager();
    manager.persist(new Account(1, 5));
    manager.close();
    transactions.commit();
    assertEquals(5, committed(1));
  }

  @Test
  void a_manager_learns_from_another_thread_that_its_transaction_is_over() throws Exception {
    put(1, 5);
    transactions.begin();
    var manager = factory.createEntityManager();
    var account = manager.find(Account.class, 1);
    account.cents = 6;
    manager.flush();
    var global = transactions.getTransaction();
    var reaper =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    global.rollback();
                  } catch (Exception e) {
                    throw new IllegalStateException(e);
                  }
                });
    reaper.join();
    transactions.suspend();
    assertFalse(manager.isJoinedToTransaction());
    assertFalse(manager.contains(account));
    assertEquals(5, manager.find(Account.class, 1).cents);
    manager.close();
  }

  @Test
  void two_databases_are_prepared_and_a_veto_undoes_both() throws Exception {
    var options = TestServerOptions.defaults().setting("max_prepared_transactions", "5");
    try (var server = TestServer.start(options);
        var first = server.newDatabase();
        var second = server.newDatabase();
        var ours = on(first);
        var other = on(second)) {
      transactions.begin();
      try (var here = ours.createEntityManager();
          var there = other.createEntityManager()) {
        here.persist(new Account(1, 5));
        there.persist(new Account(1, 7));
        transactions.commit();
      }
      assertEquals(5, cents(ours, 1));
      assertEquals(7, cents(other, 1));

      transactions.begin();
      try (var here = ours.createEntityManager()) {
        here.persist(new Account(2, 5));
        here.flush();
        transactions.getTransaction().enlistResource(new Veto());
        assertThrows(RollbackException.class, transactions::commit);
      }
      assertNull(cents(ours, 2));
    }
  }

  private EntityManagerFactory on(TestDatabase of) {
    return unit(Map.of(PropertyNames.JTA_DATA_SOURCE, transactions.dataSource(of.jdbcUrl())))
        .createEntityManagerFactory();
  }

  @Test
  void work_in_a_transaction_joins_the_one_of_the_thread_or_has_its_own() throws Exception {
    put(1, 5);
    assertEquals(5, committed(1));
    assertThrows(
        IllegalStateException.class,
        () ->
            factory.runInTransaction(
                manager -> {
                  manager.persist(new Account(2, 5));
                  throw new IllegalStateException("no");
                }));
    assertNull(transactions.getTransaction());
    assertNull(committed(2));

    transactions.begin();
    put(3, 5);
    assertNull(committed(3));
    transactions.rollback();
    assertNull(committed(3));
  }

  @Test
  void the_registry_of_a_server_does_instead_of_the_manager() throws Exception {
    try (var registered =
        unit(Map.of(JtaPlatforms.MANAGER, transactions.registry())).createEntityManagerFactory()) {
      transactions.begin();
      var manager = registered.createEntityManager();
      manager.persist(new Account(1, 5));
      transactions.commit();
      assertEquals(5, committed(1));
      var failure =
          assertThrows(PersistenceException.class, () -> registered.runInTransaction(unused -> {}));
      assertTrue(failure.getMessage().contains("java:comp/UserTransaction"), failure::getMessage);
      manager.close();
    }
  }

  @Test
  void ids_from_a_table_need_a_data_source_that_the_manager_does_not_know() throws Exception {
    transactions.begin();
    var manager = factory.createEntityManager();
    var refused = assertThrows(PersistenceException.class, () -> manager.persist(new Counted()));
    assertTrue(refused.getMessage().contains("nonJtaDataSource"), refused::getMessage);
    transactions.rollback();
    manager.close();

    var unmanaged = new TiercelDataSource();
    unmanaged.setURL(database.jdbcUrl());
    try (var both =
        unit(Map.of(PropertyNames.NON_JTA_DATA_SOURCE, unmanaged)).createEntityManagerFactory()) {
      both.runInTransaction(counting -> counting.persist(new Counted()));
      assertNotNull(both.callInTransaction(found -> found.find(Counted.class, 1)));
    }
  }

  @Test
  void a_unit_needs_a_manager_and_a_data_source_of_it() {
    var withoutManager = unit(Map.of(JtaPlatforms.MANAGER, ""));
    assertTrue(
        assertThrows(PersistenceException.class, withoutManager::createEntityManagerFactory)
            .getMessage()
            .contains(JtaPlatforms.MANAGER));
    var withoutSource = unit(Map.of(PropertyNames.JTA_DATA_SOURCE, ""));
    assertTrue(
        assertThrows(PersistenceException.class, withoutSource::createEntityManagerFactory)
            .getMessage()
            .contains("TiercelXADataSource"));
    var wrong = unit(Map.of(JtaPlatforms.MANAGER, 7));
    assertTrue(
        assertThrows(PersistenceException.class, wrong::createEntityManagerFactory)
            .getMessage()
            .contains("java.lang.Integer"));
    var wrongRegistry = unit(Map.of(JtaPlatforms.REGISTRY, 7));
    assertTrue(
        assertThrows(PersistenceException.class, wrongRegistry::createEntityManagerFactory)
            .getMessage()
            .contains(JtaPlatforms.REGISTRY));
  }

  @Test
  void there_is_no_resource_local_transaction() {
    try (EntityManager manager = factory.createEntityManager()) {
      assertThrows(IllegalStateException.class, manager::getTransaction);
    }
  }

  /// Once prepared: BEGIN with the INSERT, and the manager's COMMIT.
  @Test
  void a_transaction_that_only_writes_takes_two_round_trips() throws Exception {
    put(1, 5);
    transactions.begin();
    try (var manager = factory.createEntityManager()) {
      manager.persist(new Account(2, 5));
      manager.flush();
      var before = factory.unwrap(ConnectionStatistics.class);
      manager.persist(new Account(3, 5));
      manager.flush();
      assertEquals(1, factory.unwrap(ConnectionStatistics.class).since(before).roundTrips());
      transactions.commit();
    }
    assertEquals(5, committed(3));
  }

  /// A resource that refuses to be prepared.
  private static final class Veto implements XAResource {
    @Override
    public int prepare(Xid xid) throws XAException {
      throw new XAException(XAException.XA_RBROLLBACK);
    }

    @Override
    public void start(Xid xid, int flags) {}

    @Override
    public void end(Xid xid, int flags) {}

    @Override
    public void commit(Xid xid, boolean onePhase) {}

    @Override
    public void rollback(Xid xid) {}

    @Override
    public void forget(Xid xid) {}

    @Override
    public Xid[] recover(int flag) {
      return new Xid[0];
    }

    @Override
    public boolean isSameRM(XAResource other) {
      return other == this;
    }

    @Override
    public int getTransactionTimeout() {
      return 0;
    }

    @Override
    public boolean setTransactionTimeout(int seconds) {
      return false;
    }
  }
}
