package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.AllocatedBytes;
import io.tiercel.testkit.TestServer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a small batch of wide rows costs the heap. The text that takes arrays is written once, not
/// with each batch: it would be more than the rest.
class BatchAllocationTest {
  private static final int BATCHES = 500;
  private static final int COLUMNS = 20;
  private static final long MAX_BYTES = 11_000;

  @Test
  void a_batch_of_a_few_rows_stays_small() throws Exception {
    try (var database = TestServer.v18().newDatabase();
        var connection = new TiercelDriver().connect(database.jdbcUrl(), new Properties());
        var setup = connection.createStatement()) {
      setup.execute("create table wide (" + columns(" int") + ")");
      connection.setAutoCommit(false);
      String insert =
          "insert into wide (" + columns("") + ") values (?" + ", ?".repeat(COLUMNS - 1) + ")";
      run(connection.prepareStatement(insert));
      try (var again = connection.prepareStatement(insert)) {
        long before = AllocatedBytes.ofCurrentThread();
        run(again);
        long each = (AllocatedBytes.ofCurrentThread() - before) / BATCHES;
        assertTrue(each <= MAX_BYTES, () -> "a batch allocates %d bytes".formatted(each));
      }
    }
  }

  private static String columns(String type) {
    return IntStream.range(0, COLUMNS)
        .mapToObj(i -> "some_number_" + i + type)
        .collect(Collectors.joining(", "));
  }

  private static void run(PreparedStatement insert) throws SQLException {
    for (int i = 0; i < BATCHES; i++) {
      for (int row = 0; row < 4; row++) {
        for (int column = 1; column <= COLUMNS; column++) {
          insert.setInt(column, row);
        }
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }
}
