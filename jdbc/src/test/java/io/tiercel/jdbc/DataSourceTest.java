package io.tiercel.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.testkit.TestServerOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.XAConnection;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

@Timeout(60)
class DataSourceTest {
  private record Branch(int getFormatId, String global, String branch) implements Xid {
    @Override
    public byte[] getGlobalTransactionId() {
      return global.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public byte[] getBranchQualifier() {
      return branch.getBytes(StandardCharsets.UTF_8);
    }
  }

  private static <T extends BaseDataSource> T at(T source, TestDatabase database) {
    source.setServerName(database.host());
    source.setPortNumber(database.port());
    source.setDatabaseName(database.name());
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  private static long count(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from item")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void insert(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute("insert into item values (1)");
    }
  }

  @Test
  void a_source_survives_serialization_and_jndi() throws Exception {
    var database = TestServer.v18().defaultDatabase();
    var source = at(new TiercelDataSource(), database);
    source.setProperty("ApplicationName", "stock");
    var bytes = new ByteArrayOutputStream();
    try (var out = new ObjectOutputStream(bytes)) {
      out.writeObject(source);
    }
    Object copy = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    Object named =
        new TiercelObjectFactory().getObjectInstance(source.getReference(), null, null, null);
    for (Object each : List.of(source, copy, Objects.requireNonNull(named))) {
      var same = (TiercelDataSource) each;
      assertEquals("stock", same.getApplicationName());
      try (var connection = same.getConnection()) {
        assertTrue(connection.isValid(5));
      }
    }
    assertFalse(source.toString().contains(database.password()));
  }

  @Test
  void the_user_who_is_asked_for_counts_more_than_the_one_in_the_url() throws SQLException {
    try (var database = TestServer.v18().newDatabase()) {
      database.execute("create role asked_for login password 'known'");
      try {
        var source = new TiercelDataSource();
        source.setUrl(database.jdbcUrl());
        try (var connection = source.getConnection("asked_for", "known");
            var statement = connection.createStatement();
            ResultSet user = statement.executeQuery("select current_user")) {
          assertTrue(user.next());
          assertEquals("asked_for", user.getString(1));
          assertEquals("asked_for", connection.getMetaData().getUserName());
        }
        var refused =
            assertThrows(SQLException.class, () -> source.getConnection("asked_for", "wrong"));
        assertEquals("28P01", refused.getSQLState());
        try (var connection = source.getConnection()) {
          assertEquals(database.user(), connection.getMetaData().getUserName());
        }
      } finally {
        database.execute("drop role asked_for");
      }
    }
  }

  @Test
  void unknown_and_unsupported_properties_are_refused_when_they_are_set() {
    var source = new TiercelDataSource();
    assertThrows(SQLException.class, () -> source.setProperty("aplicationName", "x"));
    assertThrows(SQLException.class, () -> source.setProperty("socketFactory", "x"));
  }

  private static final class Events implements ConnectionEventListener {
    final List<String> seen = new ArrayList<>();

    @Override
    public void connectionClosed(ConnectionEvent event) {
      seen.add("closed");
    }

    @Override
    public void connectionErrorOccurred(ConnectionEvent event) {
      seen.add("error");
    }
  }

  @EveryPostgres
  void a_pooled_connection_is_used_by_one_handle_after_the_other(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase()) {
      database.execute("create table item (id int)");
      var pooled = at(new TiercelConnectionPoolDataSource(), database).getPooledConnection();
      var events = new Events();
      pooled.addConnectionEventListener(events);
      try (Connection first = pooled.getConnection()) {
        first.setAutoCommit(false);
        insert(first);
        try (var statement = first.createStatement()) {
          assertSame(first, statement.getConnection());
          assertThrows(SQLException.class, () -> statement.execute("select wrong"));
        }
      }
      assertEquals(List.of("closed"), events.seen);
      Connection second = pooled.getConnection();
      assertTrue(second.getAutoCommit());
      assertEquals(0, count(second), "what the first did not commit is undone");
      Connection third = pooled.getConnection();
      assertTrue(second.isClosed());
      assertThrows(SQLException.class, second::createStatement);
      assertThrows(
          SQLException.class,
          () -> {
            try (var statement = third.createStatement()) {
              statement.execute("select pg_terminate_backend(pg_backend_pid())");
            }
          });
      assertEquals("error", events.seen.getLast());
      pooled.close();
    }
  }

  private interface Work {
    void run(TestDatabase database, XAConnection first, XAConnection second) throws Exception;
  }

  private static void distributed(TestServer shared, Work work) throws Exception {
    try (TestServer server =
            shared.startAnother(
                TestServerOptions.defaults().setting("max_prepared_transactions", "5"));
        var database = server.newDatabase()) {
      database.execute("create table item (id int)");
      var source = at(new TiercelXADataSource(), database);
      XAConnection first = source.getXAConnection();
      XAConnection second = source.getXAConnection();
      work.run(database, first, second);
      first.close();
      second.close();
    }
  }

  @EveryPostgres
  void branches_are_prepared_recovered_and_ended(TestServer shared) throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          var xid = new Branch(7, "global", "one");
          XAResource resource = first.getXAResource();
          resource.start(xid, XAResource.TMNOFLAGS);
          Connection connection = first.getConnection();
          insert(connection);
          assertThrows(SQLException.class, connection::commit);
          resource.end(xid, XAResource.TMSUCCESS);
          assertEquals(XAResource.XA_OK, resource.prepare(xid));
          XAResource other = second.getXAResource();
          Xid[] found = other.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN);
          assertEquals(1, found.length);
          assertEquals(7, found[0].getFormatId());
          assertEquals(
              "global", new String(found[0].getGlobalTransactionId(), StandardCharsets.UTF_8));
          other.commit(found[0], false);
          assertEquals(1, count(second.getConnection()));
          var gone = assertThrows(XAException.class, () -> other.commit(xid, false));
          assertEquals(XAException.XAER_NOTA, gone.errorCode);
          assertTrue(resource.isSameRM(resource));
          assertFalse(resource.isSameRM(other));
        });
  }

  @EveryPostgres
  void branches_are_suspended_joined_and_rolled_back(TestServer shared) throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          Connection connection = first.getConnection();
          var xid = new Branch(1, "g", "a");
          resource.start(xid, XAResource.TMNOFLAGS);
          insert(connection);
          resource.end(xid, XAResource.TMSUSPEND);
          var other = new Branch(1, "g", "b");
          var refused =
              assertThrows(XAException.class, () -> resource.start(other, XAResource.TMNOFLAGS));
          assertEquals(XAException.XAER_PROTO, refused.errorCode);
          resource.start(xid, XAResource.TMRESUME);
          resource.end(xid, XAResource.TMSUCCESS);
          resource.start(xid, XAResource.TMJOIN);
          insert(connection);
          resource.end(xid, XAResource.TMSUCCESS);
          resource.commit(xid, true);
          assertEquals(2, count(connection));
          resource.start(other, XAResource.TMNOFLAGS);
          insert(connection);
          resource.end(other, XAResource.TMFAIL);
          resource.rollback(other);
          assertEquals(2, count(connection));
          resource.start(other, XAResource.TMNOFLAGS);
          insert(connection);
          resource.end(other, XAResource.TMSUCCESS);
          resource.prepare(other);
          resource.rollback(other);
          assertEquals(2, count(connection));
          assertTrue(connection.getAutoCommit());
        });
  }

  private static void failStatement(Connection connection) throws SQLException {
    insert(connection);
    try (var statement = connection.createStatement()) {
      assertThrows(SQLException.class, () -> statement.execute("select 1 / 0"));
    }
  }

  @EveryPostgres
  void a_branch_with_a_failed_statement_is_neither_committed_nor_prepared(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          Connection connection = first.getConnection();
          var xid = new Branch(1, "g", "a");
          resource.start(xid, XAResource.TMNOFLAGS);
          failStatement(connection);
          resource.end(xid, XAResource.TMSUCCESS);
          var commit = assertThrows(XAException.class, () -> resource.commit(xid, true));
          assertEquals(XAException.XA_RBROLLBACK, commit.errorCode);
          var other = new Branch(1, "g", "b");
          resource.start(other, XAResource.TMNOFLAGS);
          failStatement(connection);
          resource.end(other, XAResource.TMSUCCESS);
          var prepare = assertThrows(XAException.class, () -> resource.prepare(other));
          assertEquals(XAException.XA_RBROLLBACK, prepare.errorCode);
          assertEquals(0, count(connection));
        });
  }

  /// The rows before the failure are more than what is read with the first of them.
  private static void failUnread(Connection connection) throws SQLException {
    insert(connection);
    ResultSet unread =
        connection
            .createStatement()
            .executeQuery("select 1 / (200000 - i) from generate_series(1, 300000) i");
    assertTrue(unread.next());
  }

  @EveryPostgres
  void a_branch_that_fails_behind_unread_rows_is_neither_committed_nor_prepared(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          Connection connection = first.getConnection();
          var xid = new Branch(1, "g", "a");
          resource.start(xid, XAResource.TMNOFLAGS);
          failUnread(connection);
          resource.end(xid, XAResource.TMSUCCESS);
          var commit = assertThrows(XAException.class, () -> resource.commit(xid, true));
          assertEquals(XAException.XA_RBROLLBACK, commit.errorCode);
          var other = new Branch(1, "g", "b");
          resource.start(other, XAResource.TMNOFLAGS);
          failUnread(connection);
          resource.end(other, XAResource.TMSUCCESS);
          var prepare = assertThrows(XAException.class, () -> resource.prepare(other));
          assertEquals(XAException.XA_RBROLLBACK, prepare.errorCode);
          assertEquals(0, count(connection));
        });
  }

  @EveryPostgres
  void a_branch_in_which_nothing_ran_is_over_when_it_is_prepared(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          Connection connection = first.getConnection();
          var xid = new Branch(1, "g", "a");
          resource.start(xid, XAResource.TMNOFLAGS);
          connection.createStatement().close();
          resource.end(xid, XAResource.TMSUCCESS);
          assertEquals(XAResource.XA_RDONLY, resource.prepare(xid));
          assertEquals(0, resource.recover(XAResource.TMSTARTRSCAN).length);
          assertTrue(connection.getAutoCommit());
          resource.start(xid, XAResource.TMNOFLAGS);
          insert(connection);
          resource.end(xid, XAResource.TMSUCCESS);
          assertEquals(XAResource.XA_OK, resource.prepare(xid));
          resource.commit(xid, false);
          assertEquals(1, count(connection));
        });
  }

  @EveryPostgres
  void what_is_found_at_the_end_of_a_branch_is_told_by_its_code(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          database.execute("create table once (id int unique deferrable initially deferred)");
          database.execute("insert into once values (1)");
          XAResource resource = first.getXAResource();
          var xid = new Branch(1, "g", "a");
          runInBranch(first, xid, "insert into once values (1)");
          var prepare = assertThrows(XAException.class, () -> resource.prepare(xid));
          assertEquals(XAException.XA_RBINTEGRITY, prepare.errorCode);
          runInBranch(first, xid, "insert into once values (1)");
          var commit = assertThrows(XAException.class, () -> resource.commit(xid, true));
          assertEquals(XAException.XA_RBINTEGRITY, commit.errorCode);
          var skewed = new Branch(1, "g", "b");
          runInBranch(first, skewed, SERIALIZABLE + "insert into item select count(*) from item");
          runInBranch(second, xid, SERIALIZABLE + "insert into item select count(*) from item");
          second.getXAResource().commit(xid, true);
          var late = assertThrows(XAException.class, () -> resource.prepare(skewed));
          assertEquals(XAException.XA_RBTRANSIENT, late.errorCode);
        });
  }

  private static void assertRefused(int code, Executable call) {
    assertEquals(code, assertThrows(XAException.class, call).errorCode);
  }

  @EveryPostgres
  void the_application_s_own_transaction_is_neither_ended_nor_taken_into_a_branch(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          var xid = new Branch(1, "g", "a");
          var other = new Branch(1, "g", "b");
          for (Branch each : List.of(xid, other)) {
            runInBranch(second, each, "insert into item values (1)");
            assertEquals(XAResource.XA_OK, second.getXAResource().prepare(each));
          }
          XAResource resource = first.getXAResource();
          Connection connection = first.getConnection();
          connection.setAutoCommit(false);
          insert(connection);
          assertRefused(XAException.XAER_RMFAIL, () -> resource.commit(xid, false));
          assertRefused(XAException.XAER_RMFAIL, () -> resource.rollback(xid));
          assertRefused(
              XAException.XAER_OUTSIDE,
              () -> resource.start(new Branch(1, "g", "c"), XAResource.TMNOFLAGS));
          assertEquals(2, resource.recover(XAResource.TMSTARTRSCAN).length);
          connection.rollback();
          assertEquals(2, resource.recover(XAResource.TMSTARTRSCAN).length);
          resource.commit(xid, false);
          resource.rollback(other);
          assertFalse(connection.getAutoCommit());
          assertEquals(1, count(second.getConnection()));
        });
  }

  @EveryPostgres
  void a_branch_that_a_connection_does_not_know_is_told_by_its_code(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          var unknown = new Branch(1, "g", "x");
          assertRefused(XAException.XAER_NOTA, () -> resource.prepare(unknown));
          assertRefused(XAException.XAER_NOTA, () -> resource.commit(unknown, true));
          var xid = new Branch(1, "g", "a");
          runInBranch(first, xid, "insert into item values (1)");
          assertRefused(XAException.XAER_NOTA, () -> resource.prepare(unknown));
          resource.prepare(xid);
          assertRefused(XAException.XAER_PROTO, () -> resource.prepare(xid));
          assertRefused(XAException.XAER_PROTO, () -> resource.commit(xid, true));
          resource.commit(xid, false);
          assertRefused(XAException.XAER_NOTA, () -> resource.prepare(xid));
          assertRefused(XAException.XAER_NOTA, () -> resource.commit(xid, false));
          assertEquals(1, count(first.getConnection()));
        });
  }

  private static final String SERIALIZABLE = "set transaction isolation level serializable;";

  private static void runInBranch(XAConnection resource, Branch xid, String sql) throws Exception {
    resource.getXAResource().start(xid, XAResource.TMNOFLAGS);
    try (var statement = resource.getConnection().createStatement()) {
      statement.execute(sql);
    }
    resource.getXAResource().end(xid, XAResource.TMSUCCESS);
  }

  /// The server does not tell that a branch has written nothing: a lock that keeps others out until
  /// the whole transaction has ended, and a notification, come with no transaction id.
  @EveryPostgres
  void a_branch_that_only_read_is_prepared_and_keeps_its_locks(TestServer shared) throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          XAResource resource = first.getXAResource();
          var xid = new Branch(1, "g", "a");
          runInBranch(
              first,
              xid,
              "do 'begin perform pg_advisory_xact_lock(7);"
                  + " assert pg_current_xact_id_if_assigned() is null; end'");
          assertEquals(XAResource.XA_OK, resource.prepare(xid));
          assertFalse(isFree(second.getConnection()));
          resource.commit(xid, false);
          assertTrue(isFree(second.getConnection()));
          var notifying = new Branch(1, "g", "b");
          runInBranch(
              first,
              notifying,
              "do 'begin notify news; assert pg_current_xact_id_if_assigned() is null; end'");
          var refused = assertThrows(XAException.class, () -> resource.prepare(notifying));
          assertEquals(XAException.XA_RBROLLBACK, refused.errorCode);
        });
  }

  private static boolean isFree(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select pg_try_advisory_xact_lock(7)")) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  /// A rollback may only be reported when there was one: nobody knows what became of a COMMIT whose
  /// answer was lost.
  @EveryPostgres
  void a_branch_whose_connection_is_lost_is_not_called_rolled_back(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          var xid = new Branch(1, "g", "a");
          XAResource resource = first.getXAResource();
          resource.start(xid, XAResource.TMNOFLAGS);
          insert(first.getConnection());
          resource.end(xid, XAResource.TMSUCCESS);
          var late = new Branch(1, "g", "b");
          XAResource branch = second.getXAResource();
          branch.start(late, XAResource.TMNOFLAGS);
          insert(second.getConnection());
          terminateOthers(database);
          var commit = assertThrows(XAException.class, () -> resource.commit(xid, true));
          assertEquals(XAException.XAER_RMFAIL, commit.errorCode);
          branch.end(late, XAResource.TMFAIL);
          branch.rollback(late);
        });
  }

  @EveryPostgres
  void a_prepared_branch_outlives_the_connection_that_was_to_end_it(TestServer shared)
      throws Exception {
    distributed(
        shared,
        (database, first, second) -> {
          var xid = new Branch(1, "g", "a");
          XAResource resource = first.getXAResource();
          resource.start(xid, XAResource.TMNOFLAGS);
          insert(first.getConnection());
          resource.end(xid, XAResource.TMSUCCESS);
          resource.prepare(xid);
          terminateOthers(database);
          var commit = assertThrows(XAException.class, () -> resource.commit(xid, false));
          assertEquals(XAException.XAER_RMFAIL, commit.errorCode);
          var third = at(new TiercelXADataSource(), database).getXAConnection();
          third.getXAResource().commit(xid, false);
          assertEquals(1, count(third.getConnection()));
          third.close();
        });
  }

  private static void terminateOthers(TestDatabase database) {
    database.execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity"
            + " where datname = current_database() and pid <> pg_backend_pid()");
  }
}
