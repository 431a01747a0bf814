package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Whose turn it is on a connection: one thread at a time, one operation at a time. Nobody waits;
/// who comes in between is refused.
///
/// Work that spans several calls (a pipeline, a portal outside a transaction, a COPY) occupies the
/// connection until its last answer has come.
final class Turn {
  private final Session session;
  private final AtomicReference<@Nullable Thread> owner = new AtomicReference<>();
  private @Nullable Object occupant;

  Turn(Session session) {
    this.session = session;
  }

  /// Enters for one call.
  void enter() {
    lock();
    try {
      refuseOccupied(null);
      session.beginWork();
    } catch (RuntimeException e) {
      owner.set(null);
      throw e;
    }
  }

  /// Enters for preparing statements, which a pipeline may do halfway.
  void enterToPrepare() {
    lock();
    if (occupant instanceof Pipeline) {
      return;
    }
    exit();
    enter();
  }

  void exit() {
    owner.set(null);
  }

  /// Enters on behalf of `user`, who occupies the connection from now on.
  void enter(Object user) {
    lock();
    try {
      refuseOccupied(user);
      if (occupant == null) {
        session.beginWork();
        occupant = user;
      }
    } catch (RuntimeException e) {
      owner.set(null);
      throw e;
    }
  }

  /// Leaves. The connection is free again when no answer is to come and no scope is open.
  void exit(Object user) {
    if (occupant == user && session.pendingSteps() == 0 && !session.isScopeOpen()) {
      occupant = null;
    }
    owner.set(null);
  }

  /// Enters whoever occupies the connection, if no call is under way; for closing.
  boolean tryEnter() {
    return owner.compareAndSet(null, Thread.currentThread());
  }

  boolean isOccupiedBy(Object user) {
    return occupant == user;
  }

  private void lock() {
    Thread current = Thread.currentThread();
    if (!owner.compareAndSet(null, current)) {
      throw refused(owner.get(), current);
    }
  }

  private void refuseOccupied(@Nullable Object user) {
    if (occupant != null && occupant != user) {
      throw new UsageException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "the connection is taken by %s\nHint: finish or close it first.".formatted(occupant));
    }
  }

  private static UsageException refused(@Nullable Thread owner, Thread current) {
    String message =
        owner == current
            ? "the connection is in use by the call that runs this callback\n"
                + "Hint: collect what the callback needs and use the connection after the call, "
                + "or use a second connection."
            : "the connection is in use by thread \"%s\"\nHint: give each thread its own connection."
                .formatted(owner == null ? "(just left)" : owner.getName());
    return new UsageException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, message);
  }
}
