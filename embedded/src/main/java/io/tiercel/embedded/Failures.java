package io.tiercel.embedded;

import io.tiercel.embedded.EmbeddedPostgresException.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Turns what the operating system says into an error that says what to do.
final class Failures {
  private Failures() {}

  static EmbeddedPostgresException of(IOException cause, String primary) {
    var reason = reason(cause);
    return new EmbeddedPostgresException(
        reason, primary + ": " + describe(cause), hint(reason), cause);
  }

  static boolean isDiskFull(@Nullable String message) {
    if (message == null) {
      return false;
    }
    var lower = message.toLowerCase(Locale.ROOT);
    return lower.contains("no space left on device")
        || lower.contains("disk quota exceeded")
        || lower.contains("not enough space on the disk");
  }

  static boolean isDiskFull(IOException cause) {
    return isDiskFull(cause.getMessage());
  }

  static String hint(Reason reason) {
    return reason == Reason.DISK_FULL
        ? "free some room (the binaries take 60 MB, an empty server 40 MB), or choose a directory on"
            + " another file system"
        : "give this user write permission, or choose another directory with"
            + " jdbc:tiercel:embedded:/absolute/path (data) and XDG_CACHE_HOME (binaries)";
  }

  private static Reason reason(IOException cause) {
    return isDiskFull(cause) ? Reason.DISK_FULL : Reason.NOT_WRITABLE;
  }

  private static String describe(IOException cause) {
    if (cause instanceof AccessDeniedException denied) {
      return "permission denied for " + denied.getFile();
    }
    if (cause instanceof FileSystemException file && file.getReason() == null) {
      return cause.getClass().getSimpleName() + " " + file.getFile();
    }
    return String.valueOf(cause.getMessage());
  }
}
