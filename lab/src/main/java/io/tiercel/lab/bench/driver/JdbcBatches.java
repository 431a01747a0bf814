package io.tiercel.lab.bench.driver;

import io.tiercel.lab.bench.workload.Tally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/// Inserts in batches. Confined to one thread.
final class JdbcBatches {
  private final Connection connection;

  JdbcBatches(Connection connection) {
    this.connection = connection;
  }

  Tally insert(int units, int batch) throws SQLException {
    long rows = 0;
    long checksum = 0;
    try (var insert =
        connection.prepareStatement("insert into batch_row (a, b, c) values (?, ?, ?)")) {
      for (int from = 0; from < units; from += batch) {
        int to = Math.min(units, from + batch);
        for (int i = from; i < to; i++) {
          checksum += add(insert, i);
        }
        rows += insert.executeBatch().length;
      }
    }
    return new Tally(rows, checksum);
  }

  private static long add(PreparedStatement insert, int i) throws SQLException {
    String text = "the text of row " + i;
    insert.setInt(1, i);
    insert.setString(2, text);
    insert.setInt(3, i * 2);
    insert.addBatch();
    return i + text.length() + i * 2L;
  }

  Tally insertKeyed(int units, int batch) throws SQLException {
    long keys = 0;
    long sum = 0;
    try (var insert =
        connection.prepareStatement(
            "insert into keyed_row (a, b, c) values (?, ?, ?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int from = 0; from < units; from += batch) {
        int to = Math.min(units, from + batch);
        for (int i = from; i < to; i++) {
          add(insert, i);
        }
        insert.executeBatch();
        try (var generated = insert.getGeneratedKeys()) {
          while (generated.next()) {
            keys++;
            sum += generated.getLong(1);
          }
        }
      }
    }
    return new Tally(keys, sum);
  }
}
