package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Keeps a connection to one thread at a time, and to one operation: it does not wait, it refuses.
final class Confinement {
  private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();

  void enter() {
    Thread current = Thread.currentThread();
    if (!owner.compareAndSet(null, current)) {
      throw refused(owner.get(), current);
    }
  }

  void exit() {
    owner.set(null);
  }

  /// Enters if nobody else is inside; returns whether that was so.
  boolean tryEnter() {
    return owner.compareAndSet(null, Thread.currentThread());
  }

  private static UsageException refused(@Nullable Thread owner, Thread current) {
    String message =
        owner == current
            ? "the connection is in use by the call that runs this callback\n"
                + "Hint: collect what the callback needs and use the connection after the call, "
                + "or use a second connection."
            : "the connection is in use by thread \"%s\"\nHint: give each thread its own connection."
                .formatted(owner == null ? "(just left)" : owner.getName());
    return new UsageException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, message);
  }
}
