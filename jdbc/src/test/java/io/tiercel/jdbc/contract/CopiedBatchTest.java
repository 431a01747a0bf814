package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Timeout;

/// `copyBatch=true`: the rows are those that inserts would have made, and where COPY could not make
/// them, inserts do.
@NullUnmarked
@Timeout(60)
class CopiedBatchTest {
  private static final int ROWS = 30;

  private static Connection connect(TestDatabase database, String... properties)
      throws SQLException {
    var info = new Properties();
    info.setProperty("copyBatch", "true");
    for (int i = 0; i < properties.length; i += 2) {
      info.setProperty(properties[i], properties[i + 1]);
    }
    return new TiercelDriver().connect(database.jdbcUrl(), info);
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var result = statement.executeQuery(sql)) {
      result.next();
      return result.getString(1);
    }
  }

  /// Sets the values of one entry.
  private interface Setting {
    void set(PreparedStatement insert, int row) throws SQLException;
  }

  /// Runs a batch and returns the command that the server saw last.
  private static String insert(
      TestDatabase database, Connection connection, String sql, Setting setting)
      throws SQLException {
    try (var insert = connection.prepareStatement(sql)) {
      for (int row = 0; row < ROWS; row++) {
        setting.set(insert, row);
        insert.addBatch();
      }
      int[] ones = new int[ROWS];
      Arrays.fill(ones, 1);
      assertArrayEquals(ones, insert.executeBatch(), sql);
    }
    try (var other = new TiercelDriver().connect(database.jdbcUrl(), new Properties())) {
      return text(
          other,
          "select query from pg_stat_activity where pid = "
              + connection
                  .unwrap(io.tiercel.jdbc.extension.TiercelConnection.class)
                  .backendProcessId());
    }
  }

  private static void assertCopied(String lastCommand) {
    assertTrue(lastCommand.startsWith("COPY "), lastCommand);
  }

  private static void assertInserted(String lastCommand) {
    assertTrue(lastCommand.toLowerCase(java.util.Locale.ROOT).startsWith("insert "), lastCommand);
  }

  /// One table is filled by COPY, the other one row by row; both must hold the same.
  private static void assertSame(
      TestServer server, boolean isCopied, String columns, String names, Setting setting)
      throws SQLException {
    try (var database = server.newDatabase();
        var copying = connect(database);
        var plain = connect(database, "copyBatch", "false", "rewriteBatch", "false")) {
      database.execute("create table a (" + columns + ")", "create table b (" + columns + ")");
      String marks = "?" + ", ?".repeat((int) names.chars().filter(c -> c == ',').count());
      String last =
          insert(
              database, copying, "insert into a (" + names + ") values (" + marks + ")", setting);
      if (isCopied) {
        assertCopied(last);
      } else {
        assertInserted(last);
      }
      insert(database, plain, "insert into b (" + names + ") values (" + marks + ")", setting);
      String all = "select count(*) from (%s except all %s) d";
      String a = "select to_jsonb(a.*)::text from a";
      String b = "select to_jsonb(b.*)::text from b";
      assertEquals("" + ROWS, text(plain, "select count(*) from a"));
      assertEquals("0", text(plain, all.formatted(a, b)));
      assertEquals("0", text(plain, all.formatted(b, a)));
    }
  }

  @EveryPostgres
  void values_of_every_kind_are_copied(TestServer server) throws SQLException {
    var uuid = UUID.randomUUID();
    var moment = OffsetDateTime.parse("2024-02-29T12:34:56.789+05:30");
    assertSame(
        server,
        true,
        "id int primary key, a text, n numeric(8, 2), u uuid, b bytea, o timestamptz(0), s int2,"
            + " l int8, f float4, d float8, q boolean, v varchar(12), c char(5), i int[],"
            + " x int default 7, g int generated always as (id * 2) stored, w serial",
        "id, a, n, u, b, o, s, l, f, d, q, v, c, i",
        (insert, row) -> {
          insert.setInt(1, row);
          insert.setString(2, row == 7 ? null : "a\"\\,{}\t\n\\N é€😀 " + row);
          insert.setBigDecimal(3, new BigDecimal("12.345").add(BigDecimal.valueOf(row)));
          insert.setObject(4, row == 8 ? null : uuid);
          insert.setBytes(5, new byte[] {1, 0, (byte) row});
          insert.setObject(6, moment.plusSeconds(row));
          insert.setInt(7, row - 5);
          insert.setShort(8, (short) row);
          insert.setFloat(9, row / 3f);
          insert.setDouble(10, row / 3d);
          insert.setBoolean(11, row % 2 == 0);
          insert.setString(12, "text " + row + "       ");
          insert.setString(13, "c" + row);
          insert.setArray(
              14, insert.getConnection().createArrayOf("int4", new Object[] {row, null}));
        });
  }

  @EveryPostgres
  void dates_and_times_of_java_sql_are_copied(TestServer server) throws SQLException {
    var elsewhere = Calendar.getInstance(TimeZone.getTimeZone("Asia/Kathmandu"));
    assertSame(
        server,
        true,
        "d date, t timestamp, z timestamptz, y timestamptz(1), e date, f timestamp, n timestamp",
        "d, t, z, y, e, f, n",
        (insert, row) -> {
          var time =
              Timestamp.valueOf(
                  "1964-0%d-2%d 03:04:05.6789%02d".formatted(row % 9 + 1, row % 9, row));
          insert.setDate(1, Date.valueOf("2024-02-29"));
          insert.setTimestamp(2, time);
          insert.setTimestamp(3, time, elsewhere);
          insert.setTimestamp(4, time);
          insert.setTimestamp(5, time, elsewhere);
          insert.setDate(6, Date.valueOf("1999-12-3" + row % 2));
          insert.setNull(7, Types.TIMESTAMP);
        });
  }

  @EveryPostgres
  void what_only_the_server_can_read_is_inserted(TestServer server) throws SQLException {
    // A literal's meaning depends on the session's time zone.
    assertSame(
        server,
        false,
        "z timestamptz",
        "z",
        (insert, row) -> insert.setObject(1, "2024-02-29 12:00:00", Types.OTHER));
    assertSame(
        server,
        false,
        "t timestamp",
        "t",
        (insert, row) -> insert.setObject(1, "infinity", Types.OTHER));
    // COPY knows no casts.
    assertSame(
        server, false, "n numeric(8, 2)", "n", (insert, row) -> insert.setDouble(1, row / 3d));
    assertSame(
        server,
        false,
        "n int",
        "n",
        (insert, row) -> insert.setBigDecimal(1, new BigDecimal("2.5")));
    assertSame(
        server,
        false,
        "j jsonb",
        "j",
        (insert, row) -> insert.setObject(1, "{\"a\": " + row + "}", Types.OTHER));
  }

  @EveryPostgres
  void entries_of_several_kinds_are_inserted(TestServer server) throws SQLException {
    assertSame(
        server,
        false,
        "t timestamp",
        "t",
        (insert, row) -> {
          if (row % 2 == 0) {
            insert.setTimestamp(1, Timestamp.valueOf("2024-01-01 00:00:00"));
          } else {
            insert.setObject(1, java.time.LocalDateTime.parse("2024-01-01T00:00:00"));
          }
        });
  }

  @EveryPostgres
  void tables_and_commands_that_copy_would_treat_otherwise_are_inserted_into(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      Setting number = (insert, row) -> insert.setInt(1, row);
      database.execute(
          "create table plain (id int, x int)",
          "create table keyed (key int generated by default as identity, id int)",
          "create function keep() returns trigger language plpgsql as $$ begin return new; end $$",
          "create table guarded (id int)",
          "create trigger keep before insert on guarded for each row execute function keep()",
          "create table \"Odd \"\" name\" (\"Id\" int, id int)",
          "create domain small as int check (value < 100)",
          "create domain smaller as small",
          "create table domains (id smaller)",
          "create table parts (id int) partition by range (id)",
          "create table part partition of parts for values from (0) to (1000)");
      assertCopied(insert(database, connection, "insert into plain values (?)", number));
      assertCopied(insert(database, connection, "insert into plain (X) values (?);", number));
      assertCopied(insert(database, connection, "insert into public.plain(id) values (?)", number));
      assertCopied(insert(database, connection, "insert into domains values (?)", number));
      assertCopied(insert(database, connection, "insert into parts values (?)", number));
      assertCopied(
          insert(
              database, connection, "insert into \"Odd \"\" name\" (\"Id\") values (?)", number));
      assertEquals(
          ROWS + "/0",
          text(connection, "select count(\"Id\") || '/' || count(id) from \"Odd \"\" name\""));
      assertInserted(insert(database, connection, "insert into plain values (?, 1)", number));
      assertInserted(insert(database, connection, "insert into plain as p values (?)", number));
      assertInserted(
          insert(
              database, connection, "insert into plain values (?) on conflict do nothing", number));
      assertInserted(insert(database, connection, "insert into guarded values (?)", number));
      try (var insert =
          connection.prepareStatement(
              "insert into keyed (id) values (?)", Statement.RETURN_GENERATED_KEYS)) {
        for (int i = 0; i < ROWS; i++) {
          insert.setInt(1, i);
          insert.addBatch();
        }
        insert.executeBatch();
        var keys = insert.getGeneratedKeys();
        for (int i = 1; i <= ROWS; i++) {
          assertTrue(keys.next());
          assertEquals(i, keys.getInt(1));
        }
      }
    }
  }

  @EveryPostgres
  void a_column_that_inserts_may_not_write_is_refused_as_by_an_insert(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      database.execute(
          "create table t (id int generated always as identity, x int,"
              + " g int generated always as (x + 1) stored)");
      for (String column : new String[] {"id", "g"}) {
        try (var insert =
            connection.prepareStatement("insert into t (" + column + ") values (?)")) {
          for (int i = 0; i < ROWS; i++) {
            insert.setInt(1, i);
            insert.addBatch();
          }
          var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
          assertEquals("428C9", thrown.getSQLState());
        }
      }
      assertEquals("0", text(connection, "select count(*) from t"));
    }
  }

  @EveryPostgres
  void the_entry_to_blame_is_named_and_the_batch_undone(TestServer server) throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      database.execute(
          "create table t (id int primary key, s int2, v varchar(3), check (s <> 13))");
      for (boolean autoCommit : new boolean[] {true, false}) {
        assertBlamed(
            connection,
            autoCommit,
            100,
            77,
            "22001",
            (insert, row) -> insert.setString(3, "too long"));
        assertBlamed(
            connection, autoCommit, 100, 77, "23505", (insert, row) -> insert.setInt(1, 5));
        assertBlamed(
            connection, autoCommit, 100, 77, "23514", (insert, row) -> insert.setInt(2, 13));
        assertBlamed(
            connection,
            autoCommit,
            100,
            77,
            "23502",
            (insert, row) -> insert.setNull(1, Types.INTEGER));
        assertBlamed(
            connection, autoCommit, 1_000, 990, "23505", (insert, row) -> insert.setInt(1, 5));
        // Found out by the client, before and after some of the rows have left.
        assertBlamed(
            connection, autoCommit, 100, 77, "22003", (insert, row) -> insert.setInt(2, 70_000));
        assertBlamed(
            connection,
            autoCommit,
            20_000,
            19_990,
            "22003",
            (insert, row) -> insert.setInt(2, 70_000));
      }
    }
  }

  private static void assertBlamed(
      Connection connection, boolean autoCommit, int rows, int wrong, String state, Setting mistake)
      throws SQLException {
    connection.setAutoCommit(autoCommit);
    try (var statement = connection.createStatement();
        var insert = connection.prepareStatement("insert into t values (?, ?, ?)")) {
      statement.execute("insert into t values (-1, 0, '')");
      for (int row = 0; row < rows; row++) {
        insert.setInt(1, row);
        insert.setInt(2, 1);
        insert.setString(3, "ok");
        if (row == wrong) {
          mistake.set(insert, row);
        }
        insert.addBatch();
      }
      var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals(state, thrown.getSQLState(), thrown.getMessage());
      assertTrue(
          thrown.getMessage().contains("entry %d of".formatted(wrong + 1)), thrown.getMessage());
      assertEquals(rows, thrown.getUpdateCounts().length);
      assertEquals(Statement.EXECUTE_FAILED, thrown.getUpdateCounts()[3]);
      if (!autoCommit) {
        connection.rollback();
        assertEquals("0", text(connection, "select count(*) from t"));
      } else {
        assertEquals("1", text(connection, "select count(*) from t"));
        statement.execute("delete from t");
      }
    }
  }

  @EveryPostgres
  void batches_that_follow_one_another_keep_what_was_copied_before(TestServer server)
      throws SQLException {
    try (var database = server.newDatabase();
        var connection = connect(database)) {
      database.execute("create table t (id int primary key, v varchar(3))");
      connection.setAutoCommit(false);
      try (var insert = connection.prepareStatement("insert into t values (?, ?)")) {
        for (int batch = 0; batch < 5; batch++) {
          for (int i = 0; i < ROWS; i++) {
            insert.setInt(1, batch * ROWS + i);
            insert.setString(2, "ok");
            insert.addBatch();
          }
          assertEquals(ROWS, insert.executeBatch().length);
        }
        insert.setInt(1, 0);
        insert.setString(2, "ok");
        for (int i = 0; i < 4; i++) {
          insert.addBatch();
        }
        var thrown = assertThrows(BatchUpdateException.class, insert::executeBatch);
        assertEquals("23505", thrown.getSQLState());
        assertTrue(thrown.getMessage().contains("entry 1 of"), thrown.getMessage());
      }
      connection.rollback();
      assertEquals("0", text(connection, "select count(*) from t"));
    }
  }
}
