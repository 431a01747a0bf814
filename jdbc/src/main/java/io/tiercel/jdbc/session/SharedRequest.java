package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A statement of a thread that found the connection in use, to travel with those of others
/// ([SharedFlight]). The thread waits; whoever holds the session's lock writes the request and
/// reads its answer.
public abstract class SharedRequest {
  private enum Phase {
    /// Not written; its thread may still take it back.
    QUEUED,
    WITHDRAWN,
    WRITTEN,
    /// To be run by its own thread, without others.
    ALONE,
    DONE
  }

  private final Thread thread = Thread.currentThread();
  private final Warnings warnings;
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.QUEUED);
  private volatile boolean leads;

  // Guarded by the session's lock until the phase says that it is over.
  private @Nullable Pending pending;
  private @Nullable Throwable failure;

  // Guarded by the lock of SharedCancels.
  boolean isCancelWanted;
  boolean isCancelSent;

  /// For the calling thread.
  ///
  /// @param warnings takes the notices of the server
  protected SharedRequest(Warnings warnings) {
    this.warnings = warnings;
  }

  /// Adds the statement by [Pipeline#addApart]. Called with the session's lock held, by any thread.
  ///
  /// @return null, with nothing added, if it has to run without others
  protected abstract @Nullable Pending write(Pipeline pipeline);

  final Warnings warnings() {
    return warnings;
  }

  // The thread that waits

  /// Waits until the request is over or its thread is to lead. Returns whether it was interrupted,
  /// which ends the wait early.
  final boolean park() {
    if (!leads && !isOver()) {
      LockSupport.park(this);
    }
    return Thread.interrupted();
  }

  final boolean leads() {
    return leads;
  }

  final boolean isOver() {
    Phase now = phase.get();
    return now != Phase.QUEUED && now != Phase.WRITTEN;
  }

  /// Takes it back; false if it is written already, or over.
  final boolean withdraw() {
    if (!phase.compareAndSet(Phase.QUEUED, Phase.WITHDRAWN)) {
      return false;
    }
    LockSupport.unpark(thread);
    return true;
  }

  /// What it came to, when it is over: whether the server has carried it out; if not, its thread is
  /// to run it without others.
  final boolean outcome() throws SQLException {
    switch (failure) {
      case null -> {}
      case WireException e -> throw SqlExceptions.of(e);
      case SQLException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException(failure);
    }
    if (phase.get() == Phase.WITHDRAWN) {
      throw SqlExceptions.of(
          SqlState.QUERY_CANCELED,
          "canceling statement due to user request: it had not been sent yet",
          null);
    }
    return phase.get() == Phase.DONE;
  }

  // The thread that holds the session's lock

  /// Has its thread take the lock and see to what there is to do.
  final void lead() {
    leads = true;
    LockSupport.unpark(thread);
  }

  /// Marks it as written; false if it was taken back.
  final boolean start() {
    return phase.compareAndSet(Phase.QUEUED, Phase.WRITTEN);
  }

  final void written(Pending answer) {
    pending = answer;
  }

  final boolean isAnswered() {
    return pending != null && pending.isAnswered();
  }

  /// The SQLSTATE of its failure; empty if there is none.
  final String failedWith() {
    return pending == null || pending.error() == null ? "" : pending.error().sqlState();
  }

  /// Its answer is complete.
  final void finish() {
    if (pending != null) {
      try {
        pending.throwFailure();
      } catch (RuntimeException | Error e) {
        failure = e;
      }
    }
    end(Phase.DONE);
  }

  final void fail(Throwable cause) {
    failure = cause;
    end(Phase.DONE);
  }

  final void runAlone() {
    end(Phase.ALONE);
  }

  private void end(Phase last) {
    phase.set(last);
    LockSupport.unpark(thread);
  }
}
