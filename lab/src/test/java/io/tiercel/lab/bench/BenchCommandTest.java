package io.tiercel.lab.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.testkit.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The command as a user runs it, with worker JVMs, proxies and a real server.
@Timeout(120)
class BenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void a_comparison_prints_its_table_and_writes_every_round_to_a_file(@TempDir Path directory)
      throws Exception {
    var json = directory.resolve("bench.json");
    int exit =
        run(
            "write",
            "--quick",
            "--only",
            "order-async",
            "--peer",
            "PGJDBC,RAW",
            "--rounds",
            "2",
            "--json",
            json.toString());
    assertEquals(0, exit, err::toString);
    assertTrue(out.toString().contains("pgjdbc by hand"), out::toString);
    assertTrue(out.toString().lines().allMatch(line -> line.length() <= 160), out::toString);
    var peer = JsonMapper.builder().build().readTree(json.toFile()).at("/workloads/0/peers/1");
    assertEquals("raw limit", peer.get("name").asText());
    assertEquals(2, peer.get("rounds").size());
    // An order and its lines in one flight, and a block of ids now and then.
    assertEquals(1.04, peer.get("roundTripsPerUnit").asDouble(), 0.011);
  }

  @Test
  void providers_stand_in_one_table_with_the_verdicts_below() {
    int exit =
        run(
            "jpa",
            "--quick",
            "--only",
            "query-name,persist-sequence",
            "--peer",
            "TIERCEL,HIBERNATE,RAW",
            "--rounds",
            "1");
    assertEquals(0, exit, err::toString);
    var line =
        out.toString().lines().filter(text -> text.startsWith("query-name")).findFirst().orElse("");
    // Case, time, its unit, unit, ratio and range of Hibernate, best, target and bytes, …
    assertTrue(
        line.matches("query-name +[0-9.]+ [µm]s transac +[0-9.]+ \\(.*–.*\\) .* 1\\.00 .*"), line);
    assertTrue(out.toString().contains("times as fast as the best peer"), out::toString);
    assertTrue(out.toString().contains("of the speed of raw binary COPY"), out::toString);
    assertTrue(out.toString().contains("of the bytes that the best peer allocates"), out::toString);
    assertFalse(out.toString().contains("not measured"), out::toString);
  }

  @Test
  void what_a_hit_costs_is_told_for_each_level() {
    int exit = run("cache", "--quick", "--only", "levels", "--rounds", "1");
    assertEquals(0, exit, err::toString);
    for (var level : new String[] {"eventual", "bounded", "session", "strong", "snapshot"}) {
      var line =
          out.toString().lines().filter(text -> text.startsWith("find at " + level)).toList();
      assertEquals(1, line.size(), out::toString);
      assertTrue(line.getFirst().matches(".*[0-9.]+ µs, +[0-9.]+ µs of CPU, +[0-9,]+ bytes"));
    }
  }

  @Test
  @Timeout(240)
  void claims_about_documents_are_measured_or_said_to_be_missing() {
    assertEquals(
        0, run("json", "--records", "1000", "--rounds", "1", "--seed", "4"), err::toString);
    for (int number = 1; number <= 14; number++) {
      String row = "(?s).*\n *" + number + "  [^\n]+: (met|within 1.5x|MISSED|not there yet)\n.*";
      assertTrue(out.toString().matches(row), () -> out + row);
    }
    // What does not depend on time.
    for (int number : new int[] {11, 14}) {
      assertTrue(
          out.toString().matches("(?s).*\n *" + number + "  [^\n]+: met\n.*"), out::toString);
    }
    assertTrue(
        out.toString().matches("(?s).*sequential scans in the plan [^\\n]+ met\n.*"),
        out::toString);
    assertTrue(out.toString().contains("percent of 75 constructs"), out::toString);
    assertFalse(out.toString().contains("not measured"), out::toString);
  }

  @Test
  void too_few_records_are_a_usage_error() {
    assertEquals(2, run("json", "--records", "7"));
    assertTrue(err.toString().contains("at least 1000 records"), err::toString);
  }

  @Test
  void a_missed_target_fails_only_with_the_gate() {
    String[] arguments = {
      "write", "--quick", "--only", "order-sync", "--peer", "RAW", "--rounds", "1", "--gate"
    };
    assertEquals(1, run(arguments));
    assertTrue(out.toString().contains("MISSED"), out::toString);
  }

  @Test
  void an_unknown_workload_is_a_usage_error_that_lists_those_there_are() {
    assertEquals(2, run("read", "--only", "nothing"));
    assertTrue(err.toString().contains("read-entities"), err::toString);
  }

  private int run(String... arguments) {
    var url = TestServer.v18().defaultDatabase().jdbcUrl();
    var all = new String[arguments.length + 2];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    all[arguments.length] = "--url";
    all[arguments.length + 1] = url;
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(all);
  }
}
