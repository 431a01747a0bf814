package io.tiercel.lab.bench.tier;

import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.workload.Endpoint;
import java.sql.SQLException;

/// The table that nodes with a tier read.
final class StoredOrders {
  private static final String INSERT =
      """
      insert into sequence_order
      select n, 0, n %% 1000 + 1, timestamptz '2026-01-01 00:00:00Z' + n * interval '1 second', 'PLACED',
        n / 100.0, 'note ' || lpad(n::text, 60, '.')
        from generate_series(1, %d) n\
      """;

  private StoredOrders() {}

  /// Fills the table with so many rows, whose ids run from 1 on.
  static void fill(Endpoint endpoint, int rows) throws SQLException {
    try (var connection = BenchServer.connect(endpoint);
        var statement = connection.createStatement()) {
      statement.execute("truncate sequence_order");
      statement.execute(INSERT.formatted(rows));
      statement.execute("vacuum analyze sequence_order");
    }
  }
}
