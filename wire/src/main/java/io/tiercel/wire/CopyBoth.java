package io.tiercel.wire;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Frontend;
import java.time.Duration;

/// Data that flow both ways at once, as START_REPLICATION makes them. It has the connection for
/// itself until it is over. Confined to one thread, except [#wakeUp()].
public final class CopyBoth implements AutoCloseable {
  private final Turn turn;
  private final Session session;
  private final CopyBothStep step;
  private final Flight flight;

  CopyBoth(Turn turn, Session session, CopyBothStep step, Flight flight) {
    this.turn = turn;
    this.session = session;
    this.step = step;
    this.flight = flight;
  }

  /// Waits for data, and gives what is there to `consumer`, message by message. Returns whether
  /// anything came before the time was up, or before [#wakeUp()].
  ///
  /// @throws io.tiercel.wire.error.WireException if the server broke off, or the connection is lost
  public boolean read(Duration timeout, CopyDataConsumer consumer) {
    turn.enter(this);
    boolean came;
    try {
      came = step.give(consumer) || session.listen(timeout);
      session.sendAll(); // the end of the data is answered by ours
    } finally {
      step.give(null);
      turn.exit(this);
    }
    flight.throwFailure();
    return came;
  }

  /// Sends one message of data at once.
  public void write(byte[] source, int offset, int length) {
    turn.enter(this);
    try {
      if (!step.isCopying()) {
        throw new UsageException(
            SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the server takes no more data");
      }
      WriteBuffer out = session.out();
      int message = Frontend.start(out, 'd');
      out.putBytes(source, offset, length);
      Frontend.end(out, message);
      session.sendAll();
    } finally {
      turn.exit(this);
    }
  }

  /// Whether data may still be sent.
  public boolean takesData() {
    return step.isCopying();
  }

  /// Whether the server has ended it, and the connection is free again.
  public boolean isOver() {
    return step.isOver();
  }

  /// Makes a [#read] that waits return. For any thread.
  public void wakeUp() {
    session.line().wakeUp();
  }

  /// Ends it, passing over what the server still sends. The connection is usable again. Blocks.
  @Override
  public void close() {
    if (step.isOver() || !session.isOpen()) {
      return;
    }
    turn.enter(this);
    try {
      step.discard();
      step.done();
      session.await();
    } finally {
      turn.exit(this);
    }
  }

  @Override
  public String toString() {
    return "a replication stream that is not closed";
  }
}
