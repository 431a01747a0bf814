package io.tiercel.lab.cli;

import org.jspecify.annotations.Nullable;

/// A failure that its message explains completely: the command line prints message and hint,
/// without a stack trace, and ends with exit code 1.
public final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable String hint;

  /// @param message what is wrong, naming the thing: lower case, no full stop
  /// @param hint how to mend it, a sentence
  public CommandFailure(String message, @Nullable String hint) {
    this(message, hint, null);
  }

  /// @param cause shown with `--stacktrace` only
  public CommandFailure(String message, @Nullable String hint, @Nullable Throwable cause) {
    super(message, cause);
    this.hint = hint;
  }

  /// How to mend it, where we know.
  public @Nullable String hint() {
    return hint;
  }
}
