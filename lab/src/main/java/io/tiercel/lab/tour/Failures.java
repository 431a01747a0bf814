package io.tiercel.lab.tour;

import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.data.DataException;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Says in a sentence what ended the tour, whichever driver or provider noticed it first. What an
/// interrupted run leaves behind is found and loaded anew by the next one, so no hint needs to
/// speak of cleaning up.
final class Failures {
  private Failures() {}

  static RuntimeException explain(Exception failure) {
    if (failure instanceof CommandFailure explained) {
      return explained;
    }
    if (failure instanceof DataException data) {
      return split(data);
    }
    String state = sqlState(failure);
    String hint = state == null ? null : hint(state);
    if (hint != null) {
      return new CommandFailure(
          "the tour ended: %s (SQLSTATE %s)".formatted(rootMessage(failure), state), hint, failure);
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("the tour ended: " + failure.getMessage(), failure);
  }

  /// The server's last words before it broke off all connections.
  static CommandFailure ofPanic(String panic, Exception failure) {
    return new CommandFailure(
        "the tour ended, for the server broke down: " + panic,
        panic.contains("No space left") ? hint("53100") : hint("57P01"),
        failure);
  }

  private static CommandFailure split(DataException failure) {
    String[] parts = String.valueOf(failure.getMessage()).split("\nHint: ", 2);
    return new CommandFailure(parts[0], parts.length == 2 ? parts[1] : null, failure);
  }

  /// The SQLSTATE of the innermost cause that has one.
  static @Nullable String sqlState(Throwable failure) {
    String state = null;
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql && sql.getSQLState() != null) {
        state = sql.getSQLState();
      } else if (cause instanceof WireException wire) {
        state = wire.sqlState();
      }
    }
    return state;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private static @Nullable String hint(String state) {
    return switch (state) {
      case "53100" ->
          "The server's disk is full. The tour takes about 500 MB, --quick about 60 MB; make room or"
              + " choose another server by --url.";
      case "53300" -> "All connections of the server are taken; the tour needs eight.";
      case "08001" -> "Nothing answers there: start the server, or correct host and port in --url.";
      case "57P01", "57P02", "57P03", "08003", "08006", "08007" ->
          "The server was stopped or the connection broke. Run the tour again; what was half loaded"
              + " is loaded anew.";
      case "28P01", "28000" -> "Correct user and password in --url.";
      case "3D000" -> "Name a database that exists in --url; the tour makes its own beside it.";
      default -> null;
    };
  }
}
