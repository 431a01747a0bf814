package io.tiercel.serial;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/// An object graph could not be written or read. The message says which class by which converter,
/// why, and what to do.
public class GraphException extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  /// @param mend what to do; null where nothing is known to help
  GraphException(String message, @Nullable String mend, @Nullable Throwable cause) {
    super(mend == null ? message : message + "\nHint: " + mend + ".", cause);
  }
}
