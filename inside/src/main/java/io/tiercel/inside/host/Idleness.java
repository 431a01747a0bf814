package io.tiercel.inside.host;

import java.util.concurrent.TimeUnit;

/// Ends the worker when it has had no session for long. A backend that connects at that moment is
/// refused, and has another worker started.
final class Idleness implements Runnable {
  private final Backends backends;
  private final long limitNanos;

  Idleness(Backends backends, int seconds) {
    this.backends = backends;
    this.limitNanos = TimeUnit.SECONDS.toNanos(seconds);
  }

  @Override
  public void run() {
    long idleSince = System.nanoTime();
    while (System.nanoTime() - idleSince < limitNanos) {
      try {
        TimeUnit.NANOSECONDS.sleep(Math.min(limitNanos / 4 + 1, TimeUnit.SECONDS.toNanos(5)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
      if (backends.count() > 0) {
        idleSince = System.nanoTime();
      }
    }
    System.exit(0);
  }
}
