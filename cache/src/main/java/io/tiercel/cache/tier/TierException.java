package io.tiercel.cache.tier;

import org.jspecify.annotations.Nullable;

/// The tier cannot be used: its directory is taken, cannot be written, or is too small. The message
/// names the directory and says how to mend it.
public final class TierException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TierException(String message, String hint, @Nullable Throwable cause) {
    super(message + "\nHint: " + hint, cause);
  }
}
