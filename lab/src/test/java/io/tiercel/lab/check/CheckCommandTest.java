package io.tiercel.lab.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/// The check in seconds: on a server of its own, with two faults.
@Timeout(420)
class CheckCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return new CommandLine(new CheckCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void the_provider_stays_right_where_the_usual_protocols_are_seen_to_fail() {
    int exit =
        run(
            "cache",
            "--minutes",
            "0.01",
            "--round",
            "1",
            "--level",
            "eventual,session,strong",
            "--fault",
            "none,slow-standby,walsender-killed");
    assertEquals(0, exit, () -> out.toString() + err);
    assertEquals(2, out.toString().split("as it must be", -1).length - 1, out::toString);
    assertTrue(out.toString().contains("Nothing was wrong."), out::toString);
    assertTrue(out.toString().lines().noneMatch(line -> line.matches("hits of .* 0")));
  }

  @Test
  void what_it_does_not_know_is_a_usage_error_that_lists_what_there_is() {
    assertEquals(2, run("cache", "--fault", "flood"));
    assertTrue(err.toString().contains("slot-invalidated"), err::toString);
    assertEquals(2, run("cache", "--minutes", "0"));
  }
}
