package io.tiercel.wire.transport;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// The waits of one connection, which a watcher ends when they last too long.
///
/// A blocking read of a channel knows no limit. A virtual thread that parks for a limited time
/// gives a task to the timer thread of its scheduler and takes it back when the answer comes:
/// another thread wakes up twice for a wait of some microseconds. The limits of waits for an answer
/// are long and hardly ever reached, so threads wait without one, and one thread for all of them
/// looks a few times a second whether a wait is about to be overdue, and ends it in time. It ends
/// itself when no such connection is open.
///
/// One thread at a time waits; only the watcher runs beside it.
final class WatchedWait {
  /// The watcher knows of a wait after its pause at the latest, so shorter ones are limited by
  /// themselves.
  static final long MIN_MILLIS = 1_000;

  private static final long PAUSE_NANOS = Duration.ofMillis(250).toNanos();
  private static final long NOBODY_WAITS = 0;
  private static final long OVERDUE = 1;

  /// Those in use. Weak, because a connection that nobody closes must be able to become garbage; a
  /// thread that waits holds its own. Guarded by itself.
  private static final Set<WatchedWait> ALL = Collections.newSetFromMap(new WeakHashMap<>());

  /// Whether the watcher runs. Guarded by [#ALL].
  private static boolean isWatching;

  /// What is waited for.
  interface Waited {
    boolean isOpen();

    /// Ends the wait of another thread.
    void endWait();
  }

  private final Waited waited;

  /// When the wait is to be over, by the clock of [System#nanoTime], or one of the constants.
  private final AtomicLong endNanos = new AtomicLong(NOBODY_WAITS);

  private WatchedWait(Waited waited) {
    this.waited = waited;
  }

  static WatchedWait of(Waited waited) {
    var wait = new WatchedWait(waited);
    synchronized (ALL) {
      ALL.add(wait);
      if (!isWatching) {
        isWatching = true;
        Thread.ofPlatform()
            .daemon()
            .name("tiercel-wait-limits")
            .inheritInheritableThreadLocals(false)
            .start(WatchedWait::watch);
      }
    }
    return wait;
  }

  /// Begins a wait, of which at least [#MIN_MILLIS] are left.
  ///
  /// @param startNanos the time of [System#nanoTime] from which its limit counts
  /// @param millis the limit
  void begin(long startNanos, long millis) {
    long end = startNanos + TimeUnit.MILLISECONDS.toNanos(millis);
    endNanos.set(isConstant(end) ? OVERDUE + 1 : end);
  }

  /// The wait is over. Returns whether it was ended because its time was.
  boolean end() {
    return endNanos.getAndSet(NOBODY_WAITS) == OVERDUE;
  }

  private static boolean isConstant(long end) {
    return end == NOBODY_WAITS || end == OVERDUE;
  }

  private static void watch() {
    long pause = endThoseOverdue();
    while (pause > 0) {
      LockSupport.parkNanos(pause);
      pause = endThoseOverdue();
    }
  }

  /// Returns after how many nanoseconds to look again, 0 if there is nothing to look at. A method
  /// apart, so that nothing refers to the waits while the watcher sleeps.
  private static long endThoseOverdue() {
    List<WatchedWait> all;
    synchronized (ALL) {
      ALL.removeIf(wait -> !wait.waited.isOpen());
      if (ALL.isEmpty()) {
        isWatching = false;
        return 0;
      }
      all = List.copyOf(ALL);
    }
    long pause = PAUSE_NANOS;
    for (WatchedWait wait : all) {
      pause = Math.min(pause, wait.endIfOverdue());
    }
    return pause;
  }

  /// Returns after how many nanoseconds to look again, which is after the usual pause unless the
  /// wait ends before.
  private long endIfOverdue() {
    long end = endNanos.get();
    if (isConstant(end)) {
      return PAUSE_NANOS;
    }
    long left = end - System.nanoTime();
    if (left > 0) {
      return left;
    }
    // From here on the thread that waits knows why, even if what it waited for comes just now.
    if (endNanos.compareAndSet(end, OVERDUE)) {
      waited.endWait();
    }
    return PAUSE_NANOS;
  }
}
