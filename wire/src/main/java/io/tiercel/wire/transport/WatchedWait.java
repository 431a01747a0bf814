package io.tiercel.wire.transport;

import java.io.IOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The waits of virtual threads on one selector, which a watcher ends when they last too long.
///
/// A virtual thread that parks for a limited time gives a task to the timer thread of its scheduler
/// and takes it back when the answer comes: another thread wakes up twice for a wait of some
/// microseconds. The limits of waits for an answer are long and hardly ever reached, so virtual
/// threads wait without one, and one thread for all of them looks a few times a second whether a
/// wait is overdue. It ends when no such selector is in use.
///
/// One thread at a time waits; only the watcher runs beside it.
final class WatchedWait {
  /// The watcher may be late by its pause, so shorter waits are limited by themselves.
  static final long MIN_MILLIS = 5_000;

  private static final long PAUSE_NANOS = Duration.ofMillis(250).toNanos();

  /// Those in use. Weak, because a connection that nobody closes must be able to become garbage; a
  /// thread that waits holds its own. Guarded by itself.
  private static final Set<WatchedWait> ALL = Collections.newSetFromMap(new WeakHashMap<>());

  /// Whether the watcher runs. Guarded by [#ALL].
  private static boolean isWatching;

  private final Selector selector;

  /// When the wait is to be over, by the clock of [System#nanoTime]; 0 while nobody waits.
  private volatile long endNanos;

  private WatchedWait(Selector selector) {
    this.selector = selector;
  }

  static WatchedWait at(Selector selector) {
    var wait = new WatchedWait(selector);
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

  /// Waits for something to happen at the selector, for about that long at most. Returns how many
  /// of its channels are ready: none when the time is over, and now and then before.
  int select(long millis) throws IOException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    endNanos = end == 0 ? 1 : end;
    try {
      return selector.select(selected -> {}, 0);
    } finally {
      endNanos = 0;
    }
  }

  private static void watch() {
    while (true) {
      List<WatchedWait> all;
      synchronized (ALL) {
        ALL.removeIf(wait -> !wait.selector.isOpen());
        if (ALL.isEmpty()) {
          isWatching = false;
          return;
        }
        all = List.copyOf(ALL);
      }
      all.forEach(WatchedWait::endIfOverdue);
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /// Waking a selector at which nobody waits makes the next wait end early, which starts anew.
  private void endIfOverdue() {
    long end = endNanos;
    if (end != 0 && System.nanoTime() - end >= 0) {
      selector.wakeup();
    }
  }
}
