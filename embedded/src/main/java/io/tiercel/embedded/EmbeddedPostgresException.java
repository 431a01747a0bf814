package io.tiercel.embedded;

import org.jspecify.annotations.Nullable;

/// The embedded server could not be provided. The message names the thing that failed, what
/// PostgreSQL or the operating system said about it, and how to mend it.
public final class EmbeddedPostgresException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// What went wrong, as far as a program can act on it.
  public enum Reason {
    /// No binaries for this platform on the class path, or they do not run here.
    NO_BINARIES,
    /// A directory cannot be created, entered or written.
    NOT_WRITABLE,
    /// The file system has no room for the binaries, the data or the log.
    DISK_FULL,
    /// The port that was asked for belongs to another program.
    PORT_BUSY,
    /// The directory was written by another major version of PostgreSQL.
    OTHER_MAJOR_VERSION,
    /// The directory holds something that is not ours.
    FOREIGN_DIRECTORY,
    /// Processes on another machine or in another container use the directory.
    USED_ELSEWHERE,
    /// The URL or an option is malformed.
    BAD_OPTION,
    /// Running as root, and no way to become an unprivileged user was found.
    NO_ACCOUNT,
    /// A step did not end within its time limit.
    TIMEOUT,
    /// PostgreSQL refused to work; the message carries the end of its output.
    SERVER_FAILED
  }

  private final Reason reason;

  EmbeddedPostgresException(Reason reason, String primary, String hint) {
    this(reason, primary, hint, null);
  }

  EmbeddedPostgresException(Reason reason, String primary, String hint, @Nullable Throwable cause) {
    super(primary + System.lineSeparator() + "Hint: " + hint, cause);
    this.reason = reason;
  }

  /// What went wrong, as far as a program can act on it.
  public Reason reason() {
    return reason;
  }
}
