package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.error.ProtocolViolation;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// How threads share a connection instead of queueing for a round trip each.
///
/// A thread that finds the session's lock taken puts its request into a queue and waits. Who gets
/// the lock next writes all that is queued, each with a Sync of its own, and reads the answers in
/// order, completing each request as its answer comes. When the reader's own is complete it leaves,
/// and the thread of the last request in flight reads on: its answer is the last to come anyway.
/// While answers are read, what was queued meanwhile is written behind, so that the server always
/// has work; unless somebody waits for the lock, who has the wire to himself next.
///
/// Only what is the same as if it were run one after the other shares: single statements outside of
/// a transaction block, known to the server, with small parameters, without a time limit, whose
/// results are taken into memory. The rest takes its turn. A request that turns out to be no such
/// statement, or to be the only one, is given back to its thread.
///
/// Whoever releases the lock wakes a thread if requests are left: [#next()] and [#wake]. All other
/// methods need the lock, except [#isBusy()], [#share] and [#cancel].
final class SharedFlight {
  private static final int MAX_IN_FLIGHT = 256;

  private final Session session;
  private final ReentrantLock lock;
  private final SharedCancels cancels;
  private final ConcurrentLinkedQueue<SharedRequest> queue = new ConcurrentLinkedQueue<>();

  /// Written, and not answered as far as is known.
  private final ArrayDeque<SharedRequest> inFlight = new ArrayDeque<>();

  /// Which those in flight occupy.
  private @Nullable Pipeline pipeline;

  SharedFlight(Session session, ReentrantLock lock) {
    this.session = session;
    this.lock = lock;
    cancels = new SharedCancels(session.wire());
  }

  /// Whether another thread works on the wire. Without the lock, so just a hint.
  boolean isBusy() {
    return lock.isLocked() || !queue.isEmpty();
  }

  /// Runs a request with those of others. Blocks. Without the lock.
  ///
  /// @return whether it was carried out; if not, the caller is to run it without others
  boolean share(SharedRequest request) throws SQLException {
    queue.add(request);
    // Nobody else may be there to see it any more. Who waits for the lock will.
    if (!lock.hasQueuedThreads() && lock.tryLock()) {
      driveAndLeave(request);
    }
    boolean interrupted = false;
    try {
      while (!request.isOver()) {
        if (request.leads()) {
          lock.lock();
          driveAndLeave(request);
        } else if (request.park()) {
          interrupted = true;
          if (request.withdraw()) {
            forget(request);
            throw SqlExceptions.of(
                SqlState.QUERY_CANCELED, "interrupted before the statement was sent", null);
          }
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return request.outcome();
  }

  private void driveAndLeave(SharedRequest own) {
    try {
      drive(own);
    } finally {
      session.unlock();
    }
  }

  /// Cancels a request, wherever it is. Blocks. Without the lock.
  void cancel(SharedRequest request) {
    if (request.withdraw()) {
      forget(request);
    } else {
      cancels.cancel(request);
    }
  }

  /// A request was taken back, perhaps the one whose thread was to lead.
  private void forget(SharedRequest request) {
    queue.remove(request);
    wake(null);
  }

  // Leaving

  /// Who is to read on when the lock is released; null if nothing is in flight.
  @Nullable SharedRequest next() {
    return inFlight.peekLast();
  }

  /// Has somebody see to what is left. After the lock was released.
  void wake(@Nullable SharedRequest next) {
    SharedRequest leader = next == null ? queue.peek() : next;
    if (leader != null && !leader.leads()) {
      leader.lead();
    }
  }

  // With the lock

  private void drive(SharedRequest own) {
    while (!own.isOver()) {
      if (mayTakeMore()) {
        takeQueued();
      }
      if (!own.isOver() && !inFlight.isEmpty()) {
        read(() -> own.isOver() || mayTakeMore());
      }
    }
  }

  private boolean mayTakeMore() {
    return !queue.isEmpty()
        && (inFlight.isEmpty()
            || (inFlight.size() < MAX_IN_FLIGHT
                && !lock.hasQueuedThreads()
                && !cancels.mayHaveStrayed()
                && session.isBetweenTransactions()));
  }

  private void takeQueued() {
    if (inFlight.isEmpty() && !begin()) {
      return;
    }
    pipeline().uninterruptibly(this::writeQueued);
    cancels.running(inFlight.peekFirst());
  }

  private void writeQueued() {
    while (inFlight.size() < MAX_IN_FLIGHT && session.isOpen()) {
      SharedRequest request = queue.poll();
      if (request == null) {
        return;
      }
      if (request.start()) {
        write(request);
      }
    }
  }

  /// Makes the wire ready for a new flight; false if those that are queued cannot form one.
  private boolean begin() {
    boolean isReady = false;
    try {
      session.settle();
      isReady = session.isOpen() && session.isBetweenTransactions() && queue.size() > 1;
    } catch (SQLException e) {
      // The connection was lost while the result of another statement was read, whose reader is
      // told. These find out for themselves.
    } finally {
      if (!isReady) {
        giveBack();
      }
    }
    if (isReady) {
      pipeline = session.newPipeline();
    }
    return isReady;
  }

  /// Lets all that are queued be run by their own threads, which then also find out for themselves
  /// when the connection is closed.
  private void giveBack() {
    SharedRequest request = queue.poll();
    while (request != null) {
      if (request.start()) {
        request.runAlone();
      }
      request = queue.poll();
    }
  }

  private void write(SharedRequest request) {
    try {
      Pending pending = request.write(pipeline());
      if (pending == null) {
        request.runAlone();
      } else {
        request.written(pending);
        inFlight.add(request);
      }
    } catch (WireException e) {
      request.fail(e);
      if (!session.isOpen()) {
        failAll(e);
      }
    } catch (RuntimeException | Error e) {
      request.fail(e);
      if (!session.isOpen()) {
        failAll(unexpected(e));
      }
    }
  }

  private static WireException unexpected(Throwable cause) {
    return new ProtocolViolation("connection closed after an unexpected failure", cause);
  }

  private Pipeline pipeline() {
    Pipeline current = pipeline;
    if (current == null) {
      throw new IllegalStateException("no flight has begun");
    }
    return current;
  }

  /// Reads answers and completes their requests, until `enough` holds or none is in flight.
  private void read(BooleanSupplier enough) {
    Pipeline current = pipeline();
    try {
      current.uninterruptibly(
          () ->
              current.awaitUntil(
                  () -> {
                    complete();
                    return enough.getAsBoolean();
                  }));
      complete();
    } catch (WireException e) {
      failAll(e);
    } catch (RuntimeException | Error e) {
      failAll(unexpected(e));
    }
    if (inFlight.isEmpty()) {
      pipeline = null;
      cancels.settle();
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // yielding is for speed only
  private void complete() {
    SharedRequest first = inFlight.peekFirst();
    if (first == null || !first.isAnswered()) {
      return;
    }
    do {
      inFlight.removeFirst();
      if (first.failedWith().equals(SqlState.QUERY_CANCELED) && cancels.strayed(first)) {
        first.runAlone();
      } else {
        first.finish();
      }
      first = inFlight.peekFirst();
    } while (first != null && first.isAnswered());
    cancels.running(first);
    // Those who got their answers go on, and more answers come, while this thread would otherwise
    // be parked and woken for the very next one: a fifth of the time of 50 threads.
    Thread.yield();
  }

  private void failAll(Throwable cause) {
    inFlight.forEach(request -> request.fail(cause));
    inFlight.clear();
  }

  /// Reads all that is in flight, for somebody who needs the wire for himself.
  void drain() {
    if (!inFlight.isEmpty()) {
      read(() -> false);
    }
  }

  /// Where the notices go that come now: to the statement whose answer is being read; null if there
  /// is none.
  @Nullable Warnings warnings() {
    for (SharedRequest request : inFlight) {
      if (!request.isAnswered()) {
        return request.warnings();
      }
    }
    return null;
  }
}
