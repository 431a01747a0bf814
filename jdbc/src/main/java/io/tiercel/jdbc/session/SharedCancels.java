package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.error.WireException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Cancels statements of a [SharedFlight]. A cancel request names a session, not a statement, so it
/// is made only while the statement it is meant for is the one that the server has not answered
/// yet, all before it being answered.
///
/// The server may answer it in the meantime and be hit in the next statement of the flight. That
/// one was then rolled back for no fault of its own, and [#mayHaveStrayed()] tells that it is to be
/// run again. Nothing is added to such a flight, and what comes behind it waits until the request
/// has been dealt with.
///
/// A server that has not begun the statement when the request comes forgets it (manual, "Canceling
/// Requests in Progress": there is no guarantee of an effect). So the request is made again, less
/// and less often, until the statement is answered. Safe for any thread.
final class SharedCancels {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

  private final Connection wire;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition requestsDone = lock.newCondition();
  private final Condition turnOver = lock.newCondition();
  private @Nullable SharedRequest running;
  private int requests;
  private volatile boolean mayHaveStrayed;

  SharedCancels(Connection wire) {
    this.wire = wire;
  }

  /// Which statement the server has to answer next; null for none.
  void running(@Nullable SharedRequest first) {
    lock.lock();
    try {
      if (running == first) {
        return;
      }
      running = first;
      turnOver.signalAll();
      if (first == null || !first.isCancelWanted || first.isCancelSent) {
        return;
      }
      begin(first);
    } finally {
      lock.unlock();
    }
    inBackground(
        () -> {
          request();
          repeat(first);
        });
  }

  /// Cancels a statement that was sent: at once if it is the one that runs, else when its turn
  /// comes. Blocks until the server has taken the request, if it is made at once.
  void cancel(SharedRequest request) {
    lock.lock();
    try {
      if (request.isOver() || request.isCancelSent) {
        return;
      }
      request.isCancelWanted = true;
      if (running != request) {
        return;
      }
      begin(request);
    } finally {
      lock.unlock();
    }
    request();
    inBackground(() -> repeat(request));
  }

  private void begin(SharedRequest request) {
    request.isCancelSent = true;
    mayHaveStrayed = true;
    requests++;
  }

  private static void inBackground(Runnable requests) {
    Thread.ofVirtual()
        .name("tiercel-cancel")
        .start(
            () -> {
              try {
                requests.run();
              } catch (WireException e) {
                System.getLogger(SharedCancels.class.getPackageName())
                    .log(System.Logger.Level.WARNING, () -> "could not cancel a statement", e);
              }
            });
  }

  private void repeat(SharedRequest request) {
    Duration pause = FIRST_PAUSE;
    while (beginsAgain(request, pause)) {
      request();
      pause = pause.multipliedBy(2);
      if (pause.compareTo(LONGEST_PAUSE) > 0) {
        pause = LONGEST_PAUSE;
      }
    }
  }

  /// Waits for the statement's turn to end. Returns whether it has not within that time; then
  /// another request has been counted as begun.
  private boolean beginsAgain(SharedRequest request, Duration pause) {
    lock.lock();
    try {
      long nanos = pause.toNanos();
      while (running == request && nanos > 0) {
        nanos = turnOver.awaitNanos(nanos);
      }
      if (running != request) {
        return false;
      }
      begin(request);
      return true;
    } catch (InterruptedException e) {
      // Nobody interrupts the thread of this class; whoever does ends it.
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private void request() {
    try {
      wire.cancel();
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

  /// Whether a statement of this flight may have been hit by a request that was meant for another.
  boolean mayHaveStrayed() {
    return mayHaveStrayed;
  }

  /// Whether that failure of a statement was meant for another one.
  boolean strayed(SharedRequest hit) {
    if (!mayHaveStrayed) {
      return false;
    }
    lock.lock();
    try {
      return !hit.isCancelWanted;
    } finally {
      lock.unlock();
    }
  }

  /// The flight is over. Waits for requests under way, so that none hits what comes behind.
  void settle() {
    running(null);
    if (!mayHaveStrayed) {
      return;
    }
    lock.lock();
    try {
      while (requests > 0) {
        // Bounded: a cancel request has the connectTimeout as its limit.
        requestsDone.awaitUninterruptibly();
      }
      mayHaveStrayed = false;
    } finally {
      lock.unlock();
    }
  }
}
