package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Timeout;

/// `prepareThreshold=0` behind a pooler that gives each transaction another session.
@Timeout(120)
class UnnamedStatementsTest {
  private static Connection connect(TransactionPooler pooler, TestDatabase database, int threshold)
      throws SQLException {
    String url =
        "jdbc:tiercel://127.0.0.1:%d/%s?user=%s&password=%s&sslmode=disable&prepareThreshold=%d"
            .formatted(
                pooler.port(), database.name(), database.user(), database.password(), threshold);
    return Objects.requireNonNull(new TiercelDriver().connect(url, null));
  }

  private interface Work {
    void run(Connection connection) throws SQLException;
  }

  /// Runs it behind a pooler; no statement may get a name.
  private static void behindAPooler(TestDatabase database, Work work)
      throws SQLException, IOException {
    try (var pooler = new TransactionPooler(database.host(), database.port())) {
      try (var connection = connect(pooler, database, 0)) {
        work.run(connection);
      }
      assertEquals(0, pooler.named(), "statements with a name");
      assertTrue(pooler.switches() > 0, "it never took the session away");
    }
  }

  @EveryPostgres
  void the_pooler_is_one_that_statements_with_names_do_not_survive(TestServer server)
      throws SQLException, IOException {
    try (var database = server.newDatabase();
        var pooler = new TransactionPooler(database.host(), database.port());
        var connection = connect(pooler, database, 5);
        var statement = connection.prepareStatement("select ?::int")) {
      statement.setInt(1, 1);
      var failure =
          assertThrows(
              SQLException.class,
              () -> {
                statement.executeQuery().close();
                statement.executeQuery().close();
              });
      assertEquals("26000", failure.getSQLState());
    }
  }

  @EveryPostgres
  void every_kind_of_exchange_goes_through_twice(TestServer server)
      throws SQLException, IOException {
    try (var database = server.newDatabase();
        var observer = database.connect();
        var statement = observer.createStatement()) {
      database.execute("create table item (tag int, number int)", "create index on item (tag)");
      int number = 0;
      for (Exchange exchange : Exchange.values()) {
        int tag = ++number;
        behindAPooler(
            database,
            connection -> {
              exchange.run(connection, tag);
              if (exchange != Exchange.PIPELINE) { // which counts what it finds
                exchange.run(connection, tag);
              }
            });
        try (ResultSet rows =
            statement.executeQuery("select count(*) from item where tag = " + tag)) {
          rows.next();
          int times = exchange == Exchange.PIPELINE ? 1 : 2;
          assertEquals(times * exchange.stored, rows.getInt(1), exchange::name);
        }
      }
    }
  }

  @EveryPostgres
  void values_and_results_of_all_kinds(TestServer server) throws SQLException, IOException {
    try (var database = server.newDatabase()) {
      database.execute("create type mood as enum ('ok', 'bad')");
      behindAPooler(
          database,
          connection -> {
            try (var statement =
                connection.prepareStatement(
                    "select ?::int, ?::text, ?::timestamptz, ?::mood[], ?::bytea, ?::int[], ?")) {
              var now = OffsetDateTime.parse("2026-01-02T03:04:05.678901Z");
              for (int i = 0; i < 7; i++) {
                statement.setInt(1, i);
                statement.setString(2, "it's \\ \" " + i);
                statement.setObject(3, now);
                statement.setArray(4, connection.createArrayOf("mood", new Object[] {"ok", null}));
                statement.setBlob(5, new ByteArrayInputStream(new byte[] {0, -1}));
                statement.setObject(6, new int[] {1, 2});
                statement.setNull(7, Types.VARCHAR);
                try (ResultSet rows = statement.executeQuery()) {
                  assertTrue(rows.next());
                  assertEquals(i, rows.getInt(1));
                  assertEquals("it's \\ \" " + i, rows.getString(2));
                  assertEquals(now, rows.getObject(3, OffsetDateTime.class));
                  assertArrayEquals(
                      new Object[] {"ok", null}, (Object[]) rows.getArray(4).getArray());
                  assertArrayEquals(new byte[] {0, -1}, rows.getBytes(5));
                  assertArrayEquals(new int[] {1, 2}, rows.getObject(6, int[].class));
                  assertEquals(null, rows.getObject(7));
                  assertFalse(rows.next());
                }
              }
              assertEquals(7, statement.getParameterMetaData().getParameterCount());
              assertEquals(7, statement.getMetaData().getColumnCount());
            }
          });
    }
  }

  @EveryPostgres
  void what_a_failure_leaves_and_what_changes_the_tables(TestServer server)
      throws SQLException, IOException {
    try (var database = server.newDatabase()) {
      database.execute("create table item (id int primary key, name text)");
      behindAPooler(
          database,
          connection -> {
            try (var wrong = connection.prepareStatement("select nothing from item where id = ?")) {
              wrong.setInt(1, 1);
              assertEquals(
                  "42703", assertThrows(SQLException.class, wrong::executeQuery).getSQLState());
              assertThrows(SQLException.class, wrong::getMetaData);
              assertThrows(SQLException.class, wrong::getParameterMetaData);
            }
            try (var insert = connection.prepareStatement("insert into item values (?, ?)");
                var update = connection.prepareStatement("update item set name = ? where id = ?");
                var select =
                    connection.prepareStatement(
                        "select * from item order by id",
                        ResultSet.TYPE_SCROLL_SENSITIVE,
                        ResultSet.CONCUR_UPDATABLE)) {
              insert.setInt(1, 1);
              insert.setString(2, "one");
              assertEquals(1, insert.executeUpdate());
              assertEquals(
                  "23505", assertThrows(SQLException.class, insert::executeUpdate).getSQLState());
              for (int i = 0; i < 10; i++) {
                update.setString(1, "row " + i);
                update.setInt(2, i);
                update.addBatch();
              }
              assertEquals(1, Arrays.stream(update.executeBatch()).sum());
              try (ResultSet rows = select.executeQuery()) {
                assertTrue(rows.next());
                rows.updateString(2, "changed");
                rows.updateRow();
                assertEquals("changed", rows.getString("name"));
                assertEquals("item", rows.getMetaData().getTableName(1));
              }
              try (var statement = connection.createStatement()) {
                statement.execute("alter table item add column more int default 7");
              }
              try (ResultSet rows = select.executeQuery()) {
                assertTrue(rows.next());
                assertEquals(
                    List.of(1, "changed", 7),
                    List.of(rows.getInt(1), rows.getString(2), rows.getInt(3)));
              }
            }
          });
    }
  }

  @EveryPostgres
  void metadata_and_calls(TestServer server) throws SQLException, IOException {
    try (var database = server.newDatabase()) {
      database.execute(
          "create table item (id int primary key, name text)",
          "create function twice(i int) returns int language sql as 'select 2 * i'");
      behindAPooler(
          database,
          connection -> {
            var metadata = connection.getMetaData();
            try (ResultSet keys = metadata.getPrimaryKeys(null, "public", "item")) {
              assertTrue(keys.next());
              assertEquals("id", keys.getString("COLUMN_NAME"));
            }
            try (ResultSet types = metadata.getTypeInfo()) {
              assertTrue(types.next());
            }
            try (var call = connection.prepareCall("{? = call twice(?)}")) {
              for (int i = 0; i < 3; i++) {
                call.registerOutParameter(1, Types.INTEGER);
                call.setInt(2, i);
                call.execute();
                assertEquals(2 * i, call.getInt(1));
              }
            }
          });
    }
  }
}
