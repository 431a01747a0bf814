package io.tiercel.jdbc.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.jdbc.lob.LargeObjects;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;

/// What applications do with a connection, the careless ways included: results left half read,
/// statements not closed, failures in the middle.
final class Operations {
  private static final String SELECT = "select g, 'row ' || g from generate_series(1, ?) g";

  private static final int RARE = 5;

  private final Random random;
  private int texts;

  Operations(Random random) {
    this.random = random;
  }

  /// Does one of them, and leaves the connection in autocommit.
  void one(Connection connection) throws SQLException {
    switch (random.nextInt(16)) {
      case 0, 1 -> newText(connection);
      case 2 -> select(connection, 0, 20, 20);
      case 3 -> select(connection, 0, 3_000, 7);
      case 4 -> select(connection, 10, 100, 15);
      case 5, 6 -> cursorInTransaction(connection);
      case 7, 8 -> batch(connection);
      case 9 -> largeObject(connection);
      case 10 -> failure(connection);
      case 11 -> failureInTransaction(connection);
      case 12 -> copy(connection);
      case 13 -> pipeline(connection);
      case 14 -> plain(connection);
      default -> rare(connection, random.nextInt(20));
    }
  }

  /// Does each of them once, and leaves the connection in autocommit.
  void each(Connection connection) throws SQLException {
    newText(connection);
    select(connection, 0, 20, 20);
    select(connection, 0, 3_000, 7);
    select(connection, 10, 100, 15);
    cursorInTransaction(connection);
    batch(connection);
    largeObject(connection);
    failure(connection);
    failureInTransaction(connection);
    copy(connection);
    pipeline(connection);
    plain(connection);
    for (int i = 0; i < RARE; i++) {
      rare(connection, i);
    }
  }

  /// A text that was never seen before makes another one leave the cache.
  private void newText(Connection connection) throws SQLException {
    int text = texts++;
    try (var statement = connection.prepareStatement("select ?::int + " + text)) {
      statement.setInt(1, 1);
      try (ResultSet rows = statement.executeQuery()) {
        assertTrue(rows.next());
        assertEquals(text + 1, rows.getInt(1));
      }
    }
  }

  private static void select(Connection connection, int fetchSize, int count, int read)
      throws SQLException {
    try (var statement = connection.prepareStatement(SELECT)) {
      statement.setFetchSize(fetchSize);
      statement.setInt(1, count);
      ResultSet rows = statement.executeQuery();
      for (int i = 1; i <= read; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
      }
    }
  }

  private void cursorInTransaction(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    select(connection, 10, 100, 15);
    select(connection, 10, 100, 35);
    if (random.nextBoolean()) {
      connection.commit();
    } else {
      connection.rollback();
    }
    connection.setAutoCommit(true);
  }

  private static void batch(Connection connection) throws SQLException {
    try (var insert =
        connection.prepareStatement("insert into item values (?, ?)", new String[] {"id"})) {
      for (int i = 0; i < 10; i++) {
        insert.setInt(1, i);
        insert.setString(2, "batch");
        insert.addBatch();
      }
      assertEquals(10, insert.executeBatch().length);
      assertTrue(insert.getGeneratedKeys().next());
    }
  }

  private static void largeObject(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    var objects = new LargeObjects(connection);
    long oid = objects.create(new byte[100]);
    try (var object = objects.open(oid, LargeObjects.READ)) {
      assertEquals(100, object.read(200).length);
    }
    objects.unlink(oid);
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static void failure(Connection connection) throws SQLException {
    try (var statement = connection.prepareStatement("select 1 / ?::int")) {
      statement.setInt(1, 0);
      assertThrows(SQLException.class, statement::executeQuery);
    }
  }

  private static void failureInTransaction(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      statement.execute("insert into item values (1, 'undone')");
      var savepoint = connection.setSavepoint();
      assertThrows(SQLException.class, () -> statement.execute("select * from nowhere"));
      connection.rollback(savepoint);
      assertThrows(SQLException.class, () -> statement.execute("syntax error"));
    }
    connection.rollback();
    connection.setAutoCommit(true);
  }

  private static void copy(Connection connection) throws SQLException {
    var copy = connection.unwrap(TiercelConnection.class).copy();
    byte[] data = "1\tcopied\n2\tcopied\n".getBytes(StandardCharsets.UTF_8);
    assertEquals(2, copy.in("copy item from stdin", new ByteArrayInputStream(data)));
    copy.out("copy (select generate_series(1, 10)) to stdout", OutputStream.nullOutputStream());
    var wrong = new ByteArrayInputStream("x\n".getBytes(StandardCharsets.UTF_8));
    assertThrows(SQLException.class, () -> copy.in("copy item from stdin", wrong));
  }

  private static void pipeline(Connection connection) throws SQLException {
    try (var pipeline = connection.unwrap(TiercelConnection.class).pipeline();
        var insert = connection.prepareStatement("insert into item values (?, ?)")) {
      insert.setInt(1, 1);
      insert.setString(2, "pipeline");
      pipeline.add(insert);
      var selected = pipeline.add("select 7");
      pipeline.await();
      assertTrue(selected.resultSet().next());
    }
  }

  private static void plain(Connection connection) throws SQLException {
    var statement = connection.createStatement();
    statement.execute("select 1; insert into item values (9, 'plain'); select 2");
    ResultSet rows = statement.executeQuery("select * from generate_series(1, 500)");
    assertTrue(rows.next());
    statement.execute("select 3");
  }

  private static void rare(Connection connection, int which) throws SQLException {
    switch (which) {
      case 0 -> cancelled(connection);
      case 1 -> {
        try (ResultSet columns = connection.getMetaData().getColumns(null, null, "item", "%")) {
          assertTrue(columns.next());
        }
      }
      case 2 -> {
        try (var statement = connection.createStatement()) {
          statement.execute("truncate item");
        }
      }
      case 3 -> {
        try (var statement = connection.createStatement()) {
          statement.execute("discard all");
        }
      }
      default -> select(connection, 0, 1, 1);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // nobody takes its carrier from a thread that spins
  private static void cancelled(Connection connection) throws SQLException {
    try (var statement = connection.createStatement()) {
      var over = new AtomicBoolean();
      Thread canceller =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!over.get()) {
                      try {
                        statement.cancel();
                        Thread.yield();
                      } catch (SQLException e) {
                        throw new IllegalStateException(e);
                      }
                    }
                  });
      try {
        var failure =
            assertThrows(SQLException.class, () -> statement.execute("select pg_sleep(60)"));
        assertEquals("57014", failure.getSQLState());
      } finally {
        over.set(true);
        join(canceller);
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
