package io.tiercel.cache.coherence;

import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A process that is ordinary code on a thread of its own, which stands still wherever it
/// [pauses][#pause]. So one call of what is tested is cut into steps by what it calls: others may
/// step in between.
final class Stepped implements Actor, AutoCloseable {
  private static final ThreadLocal<@Nullable Stepped> CURRENT = new ThreadLocal<>();

  private final Runnable code;
  private final Semaphore mayGo = new Semaphore(0);
  private final Semaphore stands = new Semaphore(0);

  // Handed over by the semaphores.
  private final StringBuilder trace = new StringBuilder();
  private @Nullable Thread thread;
  private @Nullable Throwable failure;
  private boolean hasEnded;

  /// Nobody wants to see the rest.
  private static final class Abandoned extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Abandoned(InterruptedException cause) {
      super(cause);
    }
  }

  Stepped(Runnable code) {
    this.code = code;
  }

  /// Others may step now, if a stepped process is what calls.
  ///
  /// @param seen what the process has learnt since the last pause, for its state
  static void pause(@Nullable Object seen) {
    Stepped current = CURRENT.get();
    if (current != null) {
      current.stand(seen);
    }
  }

  private void stand(@Nullable Object seen) {
    trace.append(';').append(seen);
    stands.release();
    try {
      mayGo.acquire();
    } catch (InterruptedException e) {
      throw new Abandoned(e);
    }
  }

  @Override
  public boolean step() {
    if (hasEnded) {
      return false;
    }
    if (thread == null) {
      thread = Thread.ofVirtual().start(this::run);
    }
    mayGo.release();
    stands.acquireUninterruptibly();
    if (failure != null) {
      throw new IllegalStateException("a stepped process has failed", failure);
    }
    return true;
  }

  private void run() {
    CURRENT.set(this);
    try {
      mayGo.acquire();
      code.run();
    } catch (Abandoned | InterruptedException e) {
      return;
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    hasEnded = true;
    stands.release();
  }

  @Override
  public String state() {
    return hasEnded + trace.toString();
  }

  @Override
  public void close() {
    Thread started = thread;
    if (started != null) {
      started.interrupt();
    }
  }
}
