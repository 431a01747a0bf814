package io.tiercel.wire;

import org.jspecify.annotations.Nullable;

/// What goes wrong with a group of steps that is awaited together: the first failure is kept, to be
/// thrown when the stream is in order.
final class Flight {
  private @Nullable Throwable failure;
  private boolean isSynced;

  void fail(Throwable cause) {
    if (failure == null) {
      failure = cause;
    }
  }

  /// The Sync behind it was answered: no more of it is to come.
  void synced() {
    isSynced = true;
  }

  boolean isSynced() {
    return isSynced;
  }

  /// Tells another flight of the failure, if there is one, and keeps it.
  void passTo(Flight other) {
    if (failure != null) {
      other.fail(failure);
    }
  }

  boolean hasFailed() {
    return failure != null;
  }

  /// Throws the first failure, if there is one, and forgets it.
  void throwFailure() {
    Throwable thrown = failure;
    failure = null;
    switch (thrown) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(thrown);
    }
  }
}
