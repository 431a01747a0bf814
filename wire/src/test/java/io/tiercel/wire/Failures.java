package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

/// Looks into the messages of failures.
final class Failures {
  private Failures() {}

  static void assertMentions(String expected, Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    assertTrue(message.contains(expected), message);
  }
}
