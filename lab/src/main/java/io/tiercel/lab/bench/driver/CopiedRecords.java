package io.tiercel.lab.bench.driver;

import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.lab.bench.workload.Tally;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.stream.IntStream;

/// Copies records into a table. Confined to one thread.
final class CopiedRecords {
  private record Row(int a, String b, int c) {
    static Row of(int i) {
      return new Row(i, "the text of row " + i, i * 2);
    }
  }

  private final Connection connection;

  CopiedRecords(Connection connection) {
    this.connection = connection;
  }

  Tally run(int units) throws SQLException {
    long[] checksum = new long[1];
    var rows =
        IntStream.range(0, units)
            .mapToObj(Row::of)
            .peek(row -> checksum[0] += row.a() + row.b().length() + (long) row.c())
            .iterator();
    long count =
        connection.unwrap(TiercelConnection.class).copy().inRecords("batch_row", Row.class, rows);
    return new Tally(count, checksum[0]);
  }
}
