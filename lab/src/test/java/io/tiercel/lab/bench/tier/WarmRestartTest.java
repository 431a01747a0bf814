package io.tiercel.lab.bench.tier;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.testkit.TestServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nodes in JVMs of their own, on a real server.
@Timeout(120)
class WarmRestartTest {
  WarmRestartTest() {}

  @Test
  void the_second_run_serves_all_that_the_first_one_has_stored() throws Exception {
    try (var server = BenchServer.open(TestServer.v18().defaultDatabase().jdbcUrl());
        var database = BenchDatabase.create(server, "warm", true)) {
      var text = WarmRestart.measure(database.endpoint(), 2_000).text();
      assertTrue(text.contains("found 2,000, verified 2,000"), text);
      assertTrue(text.contains("of 20,000 rows asked for 20,000 were hits"), text);
    }
  }
}
