package io.tiercel.jdbc.session;

import io.tiercel.wire.error.WireException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Lets a statement be cancelled by its query timeout or by another thread, but only while it runs:
/// the statement does not end before a cancel request under way has been dealt with, so that none
/// ever hits the statement behind it. Safe for any thread.
public final class Cancellation {
  /// Waits for the moments; the requests themselves are made on virtual threads.
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("tiercel-query-timeouts").factory());

  private final Session session;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition requestsDone = lock.newCondition();
  private int running;
  private int requests;
  private boolean timedOut;
  private @Nullable Future<?> timer;
  private @Nullable SharedRequest shared;

  public Cancellation(Session session) {
    this.session = session;
  }

  /// The statement travels with those of other threads from now on; null when that is over.
  public void shares(@Nullable SharedRequest request) {
    lock.lock();
    try {
      shared = request;
    } finally {
      lock.unlock();
    }
  }

  /// The statement starts to run.
  ///
  /// @param timeout after which it is cancelled; zero for no limit
  public void begin(Duration timeout) {
    lock.lock();
    try {
      running++;
      timedOut = false;
      if (timeout.isPositive()) {
        timer =
            CLOCK.schedule(
                () -> Thread.ofVirtual().name("tiercel-cancel").start(this::timeOut),
                timeout.toNanos(),
                TimeUnit.NANOSECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /// The statement is over. Waits for a cancel request that is under way.
  ///
  /// @return whether its time was up
  public boolean end() {
    lock.lock();
    try {
      running--;
      Future<?> clock = timer;
      timer = null;
      if (clock != null) {
        clock.cancel(false);
      }
      while (requests > 0) {
        // Bounded: a cancel request has the connectTimeout as its limit.
        requestsDone.awaitUninterruptibly();
      }
      return timedOut;
    } finally {
      lock.unlock();
    }
  }

  private void timeOut() {
    try {
      request(true);
    } catch (WireException e) {
      System.getLogger(Cancellation.class.getPackageName())
          .log(
              System.Logger.Level.WARNING,
              () -> "could not cancel a statement whose query timeout is over",
              e);
    }
  }

  /// Cancels the statement if it runs. Blocks until the server has taken the request.
  public void cancel() {
    SharedRequest travelling = shared();
    if (travelling == null) {
      request(false);
    } else {
      session.cancel(travelling);
    }
  }

  private @Nullable SharedRequest shared() {
    lock.lock();
    try {
      return shared;
    } finally {
      lock.unlock();
    }
  }

  private void request(boolean byTimer) {
    lock.lock();
    try {
      if (running == 0) {
        return;
      }
      timedOut |= byTimer;
      requests++;
    } finally {
      lock.unlock();
    }
    try {
      session.wire().cancel();
    } finally {
      lock.lock();
      try {
        requests--;
        requestsDone.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
