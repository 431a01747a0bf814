package io.tiercel.wire.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Waits end when their time is over, and only then.
@Timeout(60)
class WatchedWaitTest {
  private static final Duration LONG_TIME = Duration.ofHours(1);
  private static final long MIN_NANOS = Duration.ofMillis(WatchedWait.MIN_MILLIS).toNanos();

  private static final class Waiting implements WatchedWait.Waited, AutoCloseable {
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean isOpen = true;

    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public void endWait() {
      ended.countDown();
    }

    @Override
    public void close() {
      isOpen = false;
    }
  }

  @Test
  void a_wait_is_ended_when_its_time_is_over_and_not_before() throws Exception {
    try (var waiting = new Waiting()) {
      var wait = WatchedWait.of(waiting);
      long start = System.nanoTime();
      wait.begin(start, WatchedWait.MIN_MILLIS);
      waiting.ended.await();
      assertTrue(System.nanoTime() - start >= MIN_NANOS);
      assertTrue(wait.end());
    }
  }

  @Test
  void a_wait_that_is_over_in_time_is_left_alone() throws Exception {
    try (var waiting = new Waiting();
        var other = new Waiting()) {
      var wait = WatchedWait.of(waiting);
      wait.begin(System.nanoTime(), WatchedWait.MIN_MILLIS);
      assertFalse(wait.end());
      // The watcher has looked at both by the time it ends the second one.
      var later = WatchedWait.of(other);
      later.begin(System.nanoTime(), WatchedWait.MIN_MILLIS);
      other.ended.await();
      assertTrue(waiting.ended.getCount() > 0);
      wait.begin(System.nanoTime(), LONG_TIME.toMillis());
      assertFalse(wait.end());
    }
  }

  @Test
  void a_new_watcher_comes_when_the_last_one_has_gone() throws Exception {
    for (int repeated = 0; repeated < 2; repeated++) {
      try (var waiting = new Waiting()) {
        WatchedWait.of(waiting).begin(System.nanoTime(), WatchedWait.MIN_MILLIS);
        waiting.ended.await();
      }
      awaitNoWatcher();
    }
  }

  /// Connections of other tests are closed by then.
  private static void awaitNoWatcher() throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("tiercel-wait-limits")) {
        thread.join();
      }
    }
  }
}
