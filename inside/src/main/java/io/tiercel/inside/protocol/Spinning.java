package io.tiercel.inside.protocol;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/// How long, and by how many at a time, sockets are polled before their threads sleep. A trivial
/// call takes a few microseconds, but putting a thread to sleep and waking it takes tens of them
/// where cores halt, as virtual ones do. At most half of the cores poll, hence nobody where there
/// is one core. Safe for any thread.
public final class Spinning {
  /// Every wait sleeps.
  public static final Spinning NEVER = new Spinning(Duration.ZERO, 0);

  private final long nanos;
  private final int most;
  private final AtomicInteger spinning = new AtomicInteger();

  /// @param longest that a wait polls; zero: never
  /// @param cores of the machine
  public Spinning(Duration longest, int cores) {
    this.nanos = longest.toNanos();
    this.most = cores / 2;
  }

  /// Nanoseconds that a wait polls at most.
  long nanos() {
    return nanos;
  }

  /// Whether one more thread may poll; it calls [#leave()] then.
  boolean enter() {
    if (spinning.getAndIncrement() < most) {
      return true;
    }
    spinning.getAndDecrement();
    return false;
  }

  void leave() {
    spinning.getAndDecrement();
  }
}
