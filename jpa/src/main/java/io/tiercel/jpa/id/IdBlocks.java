package io.tiercel.jpa.id;

import io.tiercel.jpa.session.Session;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Ids taken in blocks from a [Source]. One request takes several when ids are used up quickly: 1,
/// 2, 4 … in a row within a second of each other, so that 100,000 ids cost about ten round trips,
/// and an application that inserts now and then leaves small gaps. Values that are not used when
/// the process ends are lost.
///
/// Safe for any number of threads.
final class IdBlocks {
  private static final int MAX_VALUES = 16_384;
  private static final long BURST_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// Where blocks come from.
  @FunctionalInterface
  interface Source {
    /// Takes as many blocks at once.
    ///
    /// @return the first and last ids of ranges in turn, at least one range
    long[] take(Session session, int blocks);
  }

  private final Source source;
  private final int firstRequest;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock. Values not yet used, as ranges of ids: [next, last] pairs from `head` on.
  private long[] ranges = {};
  private int head;
  private int request;
  private long lastRequestNanos;

  /// @param firstRequest how many blocks are taken when ids are not in demand
  IdBlocks(Source source, int firstRequest) {
    this.source = source;
    this.firstRequest = firstRequest;
    this.request = firstRequest;
  }

  Long next(Session session) {
    lock.lock();
    try {
      if (head >= ranges.length) {
        refill(session);
      }
      long id = ranges[head]++;
      if (id == ranges[head + 1]) {
        head += 2;
      }
      return id;
    } finally {
      lock.unlock();
    }
  }

  private void refill(Session session) {
    long now = System.nanoTime();
    request =
        now - lastRequestNanos < BURST_NANOS ? Math.min(request * 2, MAX_VALUES) : firstRequest;
    lastRequestNanos = now;
    ranges = source.take(session, request);
    head = 0;
  }
}
