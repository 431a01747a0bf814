package io.tiercel.serial;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/// Objects that one thread at a time may use, and that are slow to make. A few are kept; when more
/// are in use, some are made and forgotten. No thread waits, and none owns one, because there may
/// be very many. Safe for any number of threads.
final class Idle<E> {
  private static final int MAX = 2 * Runtime.getRuntime().availableProcessors();

  private final ConcurrentLinkedQueue<E> kept = new ConcurrentLinkedQueue<>();
  private final AtomicInteger size = new AtomicInteger();
  private final Supplier<E> maker;

  Idle(Supplier<E> maker) {
    this.maker = maker;
  }

  E take() {
    E known = kept.poll();
    if (known == null) {
      return maker.get();
    }
    size.decrementAndGet();
    return known;
  }

  /// After a use that has left it as it was. Whoever was thrown an Error keeps it to himself.
  void giveBack(E used) {
    if (size.incrementAndGet() <= MAX) {
      kept.add(used);
    } else {
      size.decrementAndGet();
    }
  }
}
