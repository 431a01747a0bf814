package io.tiercel.jpa.jta;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.SharedCache;
import io.tiercel.jdbc.TiercelXADataSource;
import io.tiercel.jpa.jta.Accounts.Account;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The shared cache and transactions that are prepared and then committed, by this node and by
/// others.
@Timeout(120)
@NullUnmarked // a null where none is expected fails the test by itself
class CachedAccountsTest {
  private static final long LIMIT_NANOS = 15_000_000_000L;
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
    accounts = Accounts.cached(database.jdbcUrl(), "session");
    others = Accounts.open(elsewhere.jdbcUrl());
  }

  @AfterEach
  void close() {
    accounts.close();
    others.close();
    database.close();
    elsewhere.close();
  }

  private static void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() < deadline, what + " did not happen in time");
      LockSupport.parkNanos(200_000);
    }
  }

  /// By an EntityManager of its own, outside of transactions.
  private static int cents(Accounts at, int id) {
    try (var manager = at.manager()) {
      return manager.find(Account.class, id).cents;
    }
  }

  private static boolean isCached(Accounts at, int id) {
    return at.factory().getCache().contains(Account.class, id);
  }

  private static void store(Accounts at, int id) {
    await(
        "storing the account",
        () -> {
          int unused = cents(at, id);
          return isCached(at, id);
        });
  }

  private static long hits(Accounts at) {
    return at.factory().getCache().unwrap(SharedCache.class).statistics().getFirst().hits();
  }

  @Test
  void it_runs_without_connections_beside_those_of_the_manager() {
    accounts.put(1, 0);
    store(accounts, 1);
    SharedCache cache = accounts.factory().getCache().unwrap(SharedCache.class);
    assertEquals(Phase.FOLLOWING, cache.state().phase());
    long before = hits(accounts);
    assertEquals(0, cents(accounts, 1));
    assertEquals(before + 1, hits(accounts));
  }

  @Test
  void what_a_prepared_transaction_of_the_node_has_written_is_seen_by_the_next_read()
      throws Exception {
    accounts.put(1, 0);
    others.put(1, 0);
    for (int cents = 1; cents <= 20; cents++) {
      store(accounts, 1);
      try (var here = accounts.manager();
          var there = others.manager()) {
        transactions.begin();
        here.joinTransaction();
        there.joinTransaction();
        here.find(Account.class, 1).cents = cents;
        there.find(Account.class, 1).cents = cents;
        transactions.commit();
        here.clear();
        assertEquals(cents, here.find(Account.class, 1).cents, "by the same session");
      }
      assertEquals(cents, cents(accounts, 1), "by the next one");
    }
  }

  @Test
  void what_a_statement_for_many_rows_has_changed_is_seen_by_the_next_read() throws Exception {
    accounts.put(1, 0);
    others.put(1, 0);
    for (int cents = 1; cents <= 20; cents++) {
      store(accounts, 1);
      int now = cents;
      transactions.begin();
      try (var here = accounts.manager();
          var there = others.manager()) {
        here.createQuery("update account a set a.cents = :cents")
            .setParameter("cents", now)
            .executeUpdate();
        there.find(Account.class, 1).cents = now;
        transactions.commit();
      }
      assertEquals(now, cents(accounts, 1));
    }
  }

  @Test
  void while_it_is_prepared_what_it_has_written_is_neither_served_nor_stored() throws Exception {
    accounts.put(1, 5);
    others.put(1, 5);
    store(accounts, 1);
    transactions.begin();
    // First to be committed, when all are prepared.
    transactions
        .getTransaction()
        .enlistResource(
            Trigger.onCommit(
                () -> {
                  int seen = CompletableFuture.supplyAsync(() -> cents(accounts, 1)).join();
                  assertEquals(5, seen);
                  assertTrue(!isCached(accounts, 1), "a row that is about to change");
                }));
    try (var here = accounts.manager();
        var there = others.manager()) {
      here.find(Account.class, 1).cents = 6;
      there.find(Account.class, 1).cents = 6;
      transactions.commit();
    }
    assertEquals(6, cents(accounts, 1));
    store(accounts, 1);
    assertEquals(6, cents(accounts, 1));
  }

  /// The manager says that it is committed, and the database learns of it later, by recovery.
  @Test
  void what_recovery_commits_ends_what_was_stored_of_before() throws Exception {
    accounts.put(1, 5);
    others.put(1, 5);
    store(accounts, 1);
    transactions.begin();
    try (var here = accounts.manager();
        var there = others.manager()) {
      here.find(Account.class, 1).cents = 6;
      there.find(Account.class, 1).cents = 6;
      here.flush();
      there.flush();
      transactions.getTransaction().enlistResource(Trigger.onPrepare(() -> cutReaders(database)));
      transactions.commit();
    }
    assertEquals(5, cents(accounts, 1), "as the database has it");
    store(accounts, 1);
    Narayana.recover(database.jdbcUrl(), elsewhere.jdbcUrl());
    await("the change", () -> cents(accounts, 1) == 6);
    store(accounts, 1);
    assertEquals(6, cents(accounts, 1));
  }

  /// All connections but those that follow the stream.
  private static void cutReaders(TestDatabase at) {
    at.execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()"
            + " and application_name <> 'tiercel cache'");
  }

  /// Another program prepares and ends; recovery decides.
  @Test
  void what_others_have_prepared_counts_from_when_it_is_committed() throws Exception {
    accounts.put(1, 5);
    accounts.put(2, 5);
    Xid first = prepared("update account set cents = 6 where id = 1", 1);
    Xid second = prepared("update account set cents = 6 where id = 2", 2);
    store(accounts, 1);
    store(accounts, 2);
    long stretches = stretches();
    assertEquals(5, cents(accounts, 1));
    var source = new TiercelXADataSource();
    source.setUrl(database.jdbcUrl());
    var recovering = source.getXAConnection();
    try {
      recovering.getXAResource().commit(first, false);
      recovering.getXAResource().rollback(second);
    } finally {
      recovering.close();
    }
    await("the change", () -> cents(accounts, 1) == 6);
    assertEquals(5, cents(accounts, 2));
    assertTrue(isCached(accounts, 2), "what was rolled back ends nothing");
    assertEquals(stretches, stretches());
  }

  private long stretches() {
    return accounts.factory().getCache().unwrap(SharedCache.class).coherence().stretches();
  }

  private Xid prepared(String sql, int number) throws Exception {
    var source = new TiercelXADataSource();
    source.setUrl(database.jdbcUrl());
    var connection = source.getXAConnection();
    Xid xid = new Branch(number);
    try {
      XAResource resource = connection.getXAResource();
      resource.start(xid, XAResource.TMNOFLAGS);
      try (var statement = connection.getConnection().createStatement()) {
        assertEquals(1, statement.executeUpdate(sql));
      }
      resource.end(xid, XAResource.TMSUCCESS);
      assertEquals(XAResource.XA_OK, resource.prepare(xid));
    } finally {
      connection.close();
    }
    return xid;
  }

  private record Branch(int number) implements Xid {
    @Override
    public int getFormatId() {
      return 7;
    }

    @Override
    public byte[] getGlobalTransactionId() {
      return new byte[] {(byte) number};
    }

    @Override
    public byte[] getBranchQualifier() {
      return new byte[] {1};
    }
  }
}
