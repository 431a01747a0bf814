package io.tiercel.inside.samples;

import io.tiercel.inside.PgSession;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// What the tests of JDBC inside the server create as functions.
public final class Jdbc {
  private Jdbc() {}

  private static Connection connect() throws SQLException {
    return DriverManager.getConnection("jdbc:tiercel:inside");
  }

  /// All rows of a query, and of each all columns.
  public static String rows(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      var all = new StringJoiner(";");
      while (result.next()) {
        var row = new StringJoiner("|");
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(result.getMetaData().getColumnName(i) + "=" + result.getString(i));
        }
        all.add(row.toString());
      }
      return all.toString();
    }
  }

  /// Executes each, and returns what each came to: how many rows, or the SQLSTATE.
  public static String each(boolean autoCommit, String[] sqls) throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(autoCommit);
      var outcomes = new StringJoiner(" ");
      for (String sql : sqls) {
        try (Statement statement = connection.createStatement()) {
          switch (sql) {
            case "COMMIT" -> connection.commit();
            case "ROLLBACK" -> connection.rollback();
            default -> statement.execute(sql);
          }
          outcomes.add(Integer.toString(statement.getUpdateCount()));
        } catch (SQLException e) {
          outcomes.add(String.valueOf(e.getSQLState()));
        }
      }
      return outcomes.toString();
    }
  }

  public static int batch(int count) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement insert =
            connection.prepareStatement("insert into item (id, name) values (?, ?)")) {
      for (int i = 1; i <= count; i++) {
        insert.setInt(1, i);
        insert.setString(2, "name " + i);
        insert.addBatch();
      }
      return insert.executeBatch().length;
    }
  }

  public static String savepoints() throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.execute("insert into item values (1, 'kept')");
        Savepoint first = connection.setSavepoint("one");
        statement.execute("insert into item values (2, 'undone')");
        connection.setSavepoint("two");
        String state = "none";
        try {
          statement.execute("insert into item values (1, 'twice')");
        } catch (SQLException e) {
          state = e.getSQLState();
        }
        try {
          statement.execute("select 1");
        } catch (SQLException e) {
          state += " " + e.getSQLState();
        }
        connection.rollback(first);
        statement.execute("insert into item values (3, 'kept')");
        connection.releaseSavepoint(first);
        connection.commit();
        return state;
      }
    }
  }

  /// Reads in pieces; a result of this size would not fit into the worker's heap.
  public static long streamed(int rows, boolean transaction) throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(!transaction);
      long sum = 0;
      try (PreparedStatement query =
          connection.prepareStatement("select i, repeat('x', 200) from generate_series(1, ?) i")) {
        query.setInt(1, rows);
        query.setFetchSize(1000);
        try (ResultSet result = query.executeQuery()) {
          while (result.next()) {
            sum += result.getInt(1) + result.getString(2).length();
          }
        }
      }
      if (transaction) {
        connection.commit();
      }
      return sum;
    }
  }

  /// As a client of the wire: the rows come in one answer of many frames, and in the middle of it
  /// others want to send.
  public static long interrupted(int rows) throws SQLException {
    try (Connection connection = connect()) {
      long[] sum = new long[1];
      connection
          .unwrap(io.tiercel.wire.Connection.class)
          .query(
              "select i, repeat('x', 100) from generate_series(1, $1::int) i",
              row -> {
                if (row.getInt(0) % 1000 == 0) {
                  sum[0] +=
                      PgSession.current().query(int.class, "select 1000").getFirst()
                          + count(sum[0]);
                }
              },
              rows);
      return sum[0];
    }
  }

  /// Another connection, and a call of Java by SQL within.
  private static long count(long any) {
    try (Connection other = connect();
        Statement statement = other.createStatement();
        ResultSet result = statement.executeQuery("select plus_one(" + (any % 7) + ")")) {
      result.next();
      return result.getLong(1) - any % 7 - 1;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  public static int plusOne(int value) throws SQLException {
    try (Connection connection = connect();
        PreparedStatement query = connection.prepareStatement("select ?::int + 1")) {
      query.setInt(1, value);
      try (ResultSet result = query.executeQuery()) {
        result.next();
        return result.getInt(1);
      }
    }
  }

  /// A set whose rows are read from the session while they are returned.
  public static Stream<Integer> doubled(int rows) throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    PreparedStatement query = connection.prepareStatement("select i from generate_series(1, ?) i");
    query.setInt(1, rows);
    query.setFetchSize(500);
    ResultSet result = query.executeQuery();
    Iterator<Integer> all =
        new Iterator<>() {
          private boolean isRead = result.next();

          @Override
          public boolean hasNext() {
            return isRead;
          }

          @Override
          public Integer next() {
            try {
              int value = 2 * result.getInt(1);
              isRead = result.next();
              return value;
            } catch (SQLException e) {
              throw new IllegalStateException(e);
            }
          }
        };
    Iterable<Integer> iterable = () -> all;
    return StreamSupport.stream(iterable.spliterator(), false)
        .onClose(
            () -> {
              try {
                result.close();
                connection.commit();
                connection.close();
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            });
  }

  public static void leftOpen() throws SQLException {
    Connection connection = connect();
    connection.setAutoCommit(false);
    connection.createStatement().execute("insert into item values (1, 'lost')");
  }

  public static void leftResultOpen() throws SQLException {
    PreparedStatement query =
        connect().prepareStatement("select i from generate_series(1, 100000) i");
    query.setFetchSize(10);
    query.executeQuery().next();
  }

  private static @Nullable Connection kept;

  public static void keep() throws SQLException {
    kept = connect();
  }

  public static void useKept() throws SQLException {
    java.util.Objects.requireNonNull(kept).createStatement().execute("select 1");
  }

  public static Object[] procedure(int count) throws SQLException {
    try (Connection connection = connect()) {
      connection.setAutoCommit(false);
      try (PreparedStatement insert =
          connection.prepareStatement("insert into item (id) values (?)")) {
        for (int i = 1; i <= count; i++) {
          insert.setInt(1, i);
          insert.executeUpdate();
          if (i % 2 == 0) {
            connection.commit();
          } else {
            connection.rollback();
          }
        }
        insert.setInt(1, 2);
        try {
          insert.executeUpdate();
        } catch (SQLException e) {
          connection.rollback();
          insert.setInt(1, -Integer.parseInt(e.getSQLState()));
          insert.executeUpdate();
          connection.commit();
        }
      }
      return new Object[] {count};
    }
  }

  public static String inSavepoint(boolean endsInOrder) throws Exception {
    PgSession session = PgSession.current();
    try (Connection connection = connect()) {
      try {
        session.inSavepoint(
            () -> {
              connection.setAutoCommit(false);
              connection.createStatement().execute("insert into item values (1, 'x')");
              if (endsInOrder) {
                connection.commit();
              }
              return null;
            });
      } catch (RuntimeException e) {
        connection.rollback();
        return String.valueOf(e.getMessage());
      }
      return "in order";
    }
  }

  public static List<String> tables() throws SQLException {
    try (Connection connection = connect();
        ResultSet tables =
            connection.getMetaData().getTables(null, "public", "%", new String[] {"TABLE"})) {
      List<String> names = new ArrayList<>();
      while (tables.next()) {
        names.add(tables.getString("TABLE_NAME"));
      }
      return names;
    }
  }

  public static String tableNames() throws SQLException {
    return String.join(",", tables());
  }

  private static @Nullable String last;

  /// A statement that stays prepared, while its table changes.
  public static String star() throws SQLException {
    String row;
    try (Connection connection = connect()) {
      row =
          connection
              .unwrap(io.tiercel.wire.Connection.class)
              .queryList(
                  "select * from changing",
                  columns -> {
                    var text = new StringJoiner("|");
                    for (int i = 0; i < columns.size(); i++) {
                      text.add(String.valueOf(columns.get(i)));
                    }
                    return text.toString();
                  })
              .getFirst();
    }
    String before = String.valueOf(last);
    last = row;
    return before + " -> " + row;
  }

  public static String copyOut() throws SQLException {
    try (Connection connection = connect()) {
      return String.valueOf(connection.createStatement().execute("copy item to stdout"));
    }
  }

  /// Copies rows in, and returns how many; the last one twice, if asked to.
  public static long copyIn(int rows, boolean twice) throws SQLException {
    try (Connection connection = connect();
        var copy =
            connection
                .unwrap(io.tiercel.wire.Connection.class)
                .copyIn("copy item (id, name) from stdin", 23, 25)) {
      for (int i = 1; i <= rows; i++) {
        write(copy, i + "\tname " + i + "\n");
      }
      if (twice) {
        write(copy, rows + "\ttwice\n");
      }
      return copy.finish();
    }
  }

  private static void write(io.tiercel.wire.CopyWriter copy, String text) {
    byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    copy.write(bytes, 0, bytes.length);
  }

  /// Asks the session for something else in the middle.
  public static String interruptedCopy() throws SQLException {
    try (Connection connection = connect()) {
      var copy =
          connection
              .unwrap(io.tiercel.wire.Connection.class)
              .copyIn("copy item (id, name) from stdin");
      write(copy, "1\tone\n");
      String state;
      try {
        PgSession.current().execute("select 1");
        state = "none";
      } catch (io.tiercel.inside.PgException e) {
        state = e.sqlState();
      }
      write(copy, "2\ttwo\n");
      return state + " " + copy.finish();
    }
  }

  public static void unfinishedCopy() throws SQLException {
    var _ =
        connect()
            .unwrap(io.tiercel.wire.Connection.class)
            .copyIn("copy item (id, name) from stdin");
  }
}
