package io.tiercel.inside.protocol;

import org.jspecify.annotations.Nullable;

/// Nobody waits for the running call any more: the backend has raised its error, or has ended. An
/// Error, because it unwinds the user's code, which must not take it for a failed statement and
/// carry on.
public final class SessionGone extends Error {
  private static final long serialVersionUID = 1;

  public SessionGone(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
