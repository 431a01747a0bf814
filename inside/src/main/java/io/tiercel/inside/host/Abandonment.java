package io.tiercel.inside.host;

import io.tiercel.inside.protocol.SessionGone;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Ends the thread of a session that its backend has given up: asks it by an interrupt, soon
/// after throws an error into it, and at last ends the whole worker, because a thread that burns a
/// core for ever would cost the other sessions more than a restart does. Safe for any thread.
final class Abandonment {
  private static final Logger LOGGER = System.getLogger(Abandonment.class.getName());
  private static final long STOP_AFTER_MILLIS = 100;
  private static final long STOP_AGAIN_MILLIS = 100;
  private static final long HALT_AFTER_MILLIS = 2_000;

  /// Tells the launcher's log why.
  static final int EXIT_CODE = 70;

  private final boolean canStop;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("pgjava abandonment").factory());

  /// @param canStop whether [ThreadStop] is loaded
  Abandonment(boolean canStop) {
    this.canStop = canStop;
  }

  /// Ends a session's thread; does nothing if it has ended.
  void end(Thread thread, Session session) {
    if (!thread.isAlive()) {
      return;
    }
    long start = System.nanoTime();
    // Between calls it reads from the socket, whose end it sees by itself.
    if (session.isInCall()) {
      thread.interrupt();
    }
    later(STOP_AFTER_MILLIS, () -> stop(thread, session, start));
  }

  private void stop(Thread thread, Session session, long start) {
    if (!thread.isAlive()) {
      return;
    }
    long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    if (waited >= HALT_AFTER_MILLIS) {
      halt(thread, session);
      return;
    }
    if (canStop && session.isInCall()) {
      int code = ThreadStop.stop(thread, new SessionGone("stopped", null));
      if (code != 0) {
        LOGGER.log(
            Level.WARNING,
            () -> "could not stop %s: JVM TI error %d".formatted(thread.getName(), code));
      }
    }
    // Code that catches everything is thrown at again.
    later(STOP_AGAIN_MILLIS, () -> stop(thread, session, start));
  }

  private void halt(Thread thread, Session session) {
    LOGGER.log(
        Level.ERROR,
        () ->
            "ends this worker: nobody waits for the Java code of backend %d any more, and it does"
                    .formatted(session.backendPid())
                + " not end: "
                + java.util.Arrays.toString(thread.getStackTrace()));
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void later(long millis, Runnable task) {
    var _ = timer.schedule(task, millis, TimeUnit.MILLISECONDS);
  }
}
