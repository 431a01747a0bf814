package io.tiercel.lab.data;

import org.jspecify.annotations.Nullable;

/// The sample data cannot be read: the artifact is missing, damaged, or not what it should be. The
/// message names the artifact and says how to mend it.
public final class DataException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DataException(String message) {
    this(message, null);
  }

  public DataException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
