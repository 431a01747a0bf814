package io.tiercel.lab.bench.tier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.testkit.TestServer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nodes in JVMs of their own, on a real server.
@Timeout(120)
class CollectorPausesTest {
  CollectorPausesTest() {}

  @Test
  void a_full_collection_and_the_other_pauses_are_told_apart() throws Exception {
    try (var pauses = new Pauses()) {
      System.gc();
      pauses.stop("");
      assertTrue(pauses.full() >= 1);
      assertTrue(pauses.count() >= pauses.full());
    }
  }

  @Test
  void nodes_find_their_rows_in_the_heap_and_in_the_tier() throws Exception {
    try (var server = BenchServer.open(TestServer.v18().defaultDatabase().jdbcUrl());
        var database = BenchDatabase.create(server, "pauses", true)) {
      var result =
          CollectorPauses.measure(database.endpoint(), List.of(20_000), Duration.ofSeconds(1));
      assertEquals(3, result.lines().size());
      assertTrue(result.lines().getLast().contains("20,000 in the tier"), result.lines()::toString);
      assertEquals(0, result.fullCollections(), result.lines()::toString);
    }
  }
}
