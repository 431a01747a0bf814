package io.tiercel.jdbc.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.testkit.AllocatedBytes;
import io.tiercel.testkit.TestServer;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Properties;
import org.junit.jupiter.api.Test;

/// What a select by key costs the heap, the values included. Without escape analysis, as after the
/// first compiler, so the bound is above what hot code allocates.
class SelectAllocationTest {
  private static final int SELECTS = 2_000;
  private static final long MAX_BYTES = 800;

  @Test
  void a_prepared_select_of_one_row_stays_small() throws Exception {
    try (var database = TestServer.v18().newDatabase();
        var connection = new TiercelDriver().connect(database.jdbcUrl(), new Properties());
        var setup = connection.createStatement()) {
      setup.execute("create table customer (id bigint primary key, name varchar(100))");
      setup.execute("insert into customer select i, 'Customer ' || i from generate_series(1, 9) i");
      try (var select = connection.prepareStatement("select name from customer where id = ?")) {
        run(select);
        long before = AllocatedBytes.ofCurrentThread();
        run(select);
        long each = (AllocatedBytes.ofCurrentThread() - before) / SELECTS;
        assertTrue(each <= MAX_BYTES, () -> "a select allocates %d bytes".formatted(each));
      }
    }
  }

  private static void run(PreparedStatement select) throws SQLException {
    for (int i = 0; i < SELECTS; i++) {
      select.setLong(1, 1 + i % 9);
      try (var found = select.executeQuery()) {
        found.next();
        assertEquals(10, found.getString(1).length());
      }
    }
  }
}
