package io.tiercel.lab.cli;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;

/// Turns an exception into what the user reads: one line of what is wrong, then causes or a hint.
public final class FailureReport {
  private static final int MOST_CAUSES = 5;

  private FailureReport() {}

  /// Prints the failure; the stack trace only when asked for.
  public static void print(Throwable failure, boolean withStackTrace, PrintWriter out) {
    if (withStackTrace) {
      failure.printStackTrace(out);
      out.flush();
      return;
    }
    if (failure instanceof CommandFailure explained) {
      out.println("tiercel: " + explained.getMessage());
      printHint(explained.hint(), out);
    } else {
      out.println("tiercel: " + describe(failure));
      printCauses(failure, out);
      printHint("Run the command again with --stacktrace to see where this comes from.", out);
    }
    out.flush();
  }

  private static void printHint(@Nullable String hint, PrintWriter out) {
    if (hint != null) {
      out.println("Hint: " + hint);
    }
  }

  private static void printCauses(Throwable failure, PrintWriter out) {
    Throwable cause = failure.getCause();
    for (int depth = 0; cause != null && depth < MOST_CAUSES; depth++) {
      out.println("  caused by " + describe(cause));
      cause = cause.getCause();
    }
  }

  private static String describe(Throwable failure) {
    String message = failure.getMessage();
    String type = failure.getClass().getSimpleName();
    return message == null ? type : type + ": " + message;
  }
}
