package io.tiercel.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.cli.CommandFailure;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Command;

class TiercelTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void help_names_the_commands_and_the_exit_codes() {
    assertEquals(0, run("--help"));
    assertTrue(out.toString().contains("Usage: tiercel"), out::toString);
    assertTrue(out.toString().contains("130"), out::toString);
  }

  @Test
  void version_names_tiercel_and_java() {
    assertEquals(0, run("--version"));
    assertTrue(out.toString().matches("(?s)Tiercel \\d+\\.\\d+.*Java \\d+.*"), out::toString);
  }

  @Test
  void a_wrong_or_missing_command_is_a_usage_error() {
    assertEquals(2, run("fly"));
    assertEquals(2, run());
    assertTrue(err.toString().contains("Usage: tiercel"), err::toString);
  }

  @Test
  void an_explained_failure_is_its_message_and_its_hint() {
    assertEquals(1, run("explained"));
    assertEquals("tiercel: disk is full\nHint: Make room.\n", err.toString());
  }

  @Test
  void an_unexpected_failure_names_its_causes_without_a_stack_trace() {
    assertEquals(1, run("unexpected"));
    assertTrue(err.toString().contains("IllegalStateException: outer"), err::toString);
    assertTrue(err.toString().contains("caused by IllegalArgumentException: inner"), err::toString);
    assertFalse(err.toString().contains("\tat "), err::toString);
  }

  @Test
  void the_stack_trace_is_shown_on_request_before_or_after_the_command() {
    assertEquals(1, run("unexpected", "--stacktrace"));
    assertTrue(err.toString().contains("\tat "), err::toString);
    err.getBuffer().setLength(0);
    assertEquals(1, run("--stacktrace", "explained"));
    assertTrue(err.toString().contains("\tat "), err::toString);
  }

  private int run(String... arguments) {
    return Tiercel.commandLine()
        .addSubcommand(new Explained())
        .addSubcommand(new Unexpected())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Command(name = "explained")
  private static final class Explained implements Runnable {
    @Override
    public void run() {
      throw new CommandFailure("disk is full", "Make room.");
    }
  }

  @Command(name = "unexpected")
  private static final class Unexpected implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("outer", new IllegalArgumentException("inner"));
    }
  }
}
