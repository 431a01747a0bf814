package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.jdbc.lob.LargeObjects;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.IntStream;

/// Every kind of conversation with the server, checking what comes back row by row. What one stores
/// in `item` bears its tag; it stores [#stored] rows or none.
enum Exchange {
  IS_VALID(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      if (!connection.isValid(0)) {
        assertTrue(connection.isClosed());
        throw new SQLException("isValid says no", "08006");
      }
    }
  },
  STATEMENT(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (var statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  "select g, 'row ' || g from generate_series(1, %d) g".formatted(ROWS))) {
        assertRows(rows);
      }
    }
  },
  SEVERAL_COMMANDS(2) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (var statement = connection.createStatement()) {
        statement.execute(
            "insert into item values (%1$d, 1); select 7; insert into item values (%1$d, 2)"
                .formatted(tag));
        assertTrue(statement.getMoreResults());
        try (ResultSet rows = statement.getResultSet()) {
          assertTrue(rows.next());
          assertEquals(7, rows.getInt(1));
        }
      }
    }
  },
  PREPARED_STREAM(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      select(connection, 0);
      select(connection, 0);
    }
  },
  FETCH_SIZE_IN_A_TRANSACTION(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      connection.setAutoCommit(false);
      select(connection, 300);
      connection.commit();
    }
  },
  FETCH_SIZE_IN_AUTOCOMMIT(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      select(connection, 300);
    }
  },
  SCROLLABLE(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (var statement =
              connection.prepareStatement(
                  SELECT, ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
          ResultSet rows = query(statement)) {
        assertTrue(rows.last());
        assertEquals(ROWS, rows.getInt(1));
        rows.beforeFirst();
        assertRows(rows);
      }
    }
  },
  ARRAY_BATCH(300) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      batch(connection, "insert into item values (?, ?)", tag);
    }
  },
  BATCH(300) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      // Not of the form that travels as arrays.
      batch(connection, "insert into item select ?, ?::int where true", tag);
    }
  },
  GENERATED_KEYS(100) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (var insert =
          connection.prepareStatement(
              "insert into item values (?, ?)", new String[] {"tag", "number"})) {
        for (int i = 0; i < 100; i++) {
          insert.setInt(1, tag);
          insert.setInt(2, i);
          insert.addBatch();
        }
        insert.executeBatch();
        try (ResultSet keys = insert.getGeneratedKeys()) {
          for (int i = 0; i < 100; i++) {
            assertTrue(keys.next());
            assertEquals(tag, keys.getInt(1));
            assertEquals(i, keys.getInt(2));
          }
        }
      }
    }
  },
  TRANSACTION(2) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      connection.setAutoCommit(false);
      try (var statement = connection.createStatement()) {
        assertEquals(1, statement.executeUpdate("insert into item values (%d, 1)".formatted(tag)));
        var savepoint = connection.setSavepoint();
        assertEquals(1, statement.executeUpdate("insert into item values (%d, 0)".formatted(tag)));
        connection.rollback(savepoint);
        assertEquals(1, statement.executeUpdate("insert into item values (%d, 2)".formatted(tag)));
      }
      connection.commit();
    }
  },
  PIPELINE(3) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      connection.setAutoCommit(false);
      try (var pipeline = connection.unwrap(TiercelConnection.class).pipeline();
          var insert = connection.prepareStatement("insert into item values (?, ?)");
          var select = connection.prepareStatement("select count(*) from item where tag = ?")) {
        for (int i = 0; i < 3; i++) {
          insert.setInt(1, tag);
          insert.setInt(2, i);
          pipeline.add(insert);
        }
        select.setInt(1, tag);
        var counted = pipeline.add(select);
        pipeline.commit();
        try (ResultSet rows = counted.resultSet()) {
          assertTrue(rows.next());
          assertEquals(3, rows.getInt(1));
        }
      }
    }
  },
  COPY_IN(2_000) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      byte[] data = (tag + "\t7\n").repeat(2_000).getBytes(StandardCharsets.UTF_8);
      var copy = connection.unwrap(TiercelConnection.class).copy();
      assertEquals(2_000, copy.in("copy item from stdin", new ByteArrayInputStream(data)));
    }
  },
  COPY_RECORDS(500) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      record Item(int tag, int number) {}
      connection.setAutoCommit(false);
      var rows = IntStream.range(0, 500).mapToObj(i -> new Item(tag, i)).iterator();
      var copy = connection.unwrap(TiercelConnection.class).copy();
      assertEquals(500, copy.inRecords("item", Item.class, rows));
      connection.commit();
    }
  },
  COPY_OUT(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      var out = new ByteArrayOutputStream();
      var copy = connection.unwrap(TiercelConnection.class).copy();
      String sql = "copy (select g from generate_series(1, %d) g) to stdout".formatted(ROWS);
      assertEquals(ROWS, copy.out(sql, out));
      assertEquals(ROWS, out.toString(StandardCharsets.UTF_8).lines().count());
    }
  },
  LARGE_OBJECT(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      connection.setAutoCommit(false);
      byte[] content = new byte[20_000];
      for (int i = 0; i < content.length; i++) {
        content[i] = (byte) (i * 7);
      }
      var objects = new LargeObjects(connection);
      long oid = objects.create();
      try (var object = objects.open(oid, LargeObjects.READ_WRITE)) {
        object.write(content, 0, content.length);
        object.seek(0);
        assertArrayEquals(content, object.read(content.length));
      }
      objects.unlink(oid);
      connection.commit();
    }
  },
  METADATA(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (ResultSet columns = connection.getMetaData().getColumns(null, "public", "item", "%")) {
        assertTrue(columns.next());
        assertEquals("tag", columns.getString("COLUMN_NAME"));
        assertTrue(columns.next());
        assertEquals("number", columns.getString("COLUMN_NAME"));
        assertTrue(!columns.next());
      }
    }
  },
  FAILING_STATEMENT(1) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      try (var statement = connection.createStatement()) {
        statement.execute("select 1 / 0");
      } catch (SQLException e) {
        if (!"22012".equals(e.getSQLState())) {
          throw e;
        }
      }
      try (var statement = connection.createStatement()) {
        statement.execute("insert into item values (%d, 1)".formatted(tag));
      }
    }
  },
  CANCEL(0) {
    @Override
    void run(Connection connection, int tag) throws SQLException {
      connection.unwrap(TiercelConnection.class).cancelRunning();
      select(connection, 0);
    }
  };

  private static final int ROWS = 2_000;
  private static final String SELECT = "select g, 'row ' || g from generate_series(1, ?) g";

  /// How many rows of `item` it leaves when it went through.
  final int stored;

  Exchange(int stored) {
    this.stored = stored;
  }

  abstract void run(Connection connection, int tag) throws SQLException;

  /// Whether it commits by itself, so that its fate is known unless the COMMIT was on its way.
  boolean hasTransaction() {
    return this == TRANSACTION || this == PIPELINE || this == COPY_RECORDS;
  }

  private static void select(Connection connection, int fetchSize) throws SQLException {
    try (var statement = connection.prepareStatement(SELECT)) {
      statement.setFetchSize(fetchSize);
      try (ResultSet rows = query(statement)) {
        assertRows(rows);
      }
    }
  }

  private static ResultSet query(PreparedStatement statement) throws SQLException {
    statement.setInt(1, ROWS);
    return statement.executeQuery();
  }

  private static void assertRows(ResultSet rows) throws SQLException {
    int seen = 0;
    while (rows.next()) {
      seen++;
      assertEquals(seen, rows.getInt(1));
      assertEquals("row " + seen, rows.getString(2));
    }
    assertEquals(ROWS, seen);
  }

  private static void batch(Connection connection, String sql, int tag) throws SQLException {
    try (var statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < 300; i++) {
        statement.setInt(1, tag);
        statement.setInt(2, i);
        statement.addBatch();
      }
      int[] expected = new int[300];
      Arrays.fill(expected, 1);
      assertArrayEquals(expected, statement.executeBatch());
    }
  }
}
