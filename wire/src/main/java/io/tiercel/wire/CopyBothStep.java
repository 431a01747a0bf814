package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.protocol.MessageReader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/// A command after which both sides send data at will, START_REPLICATION: CopyBothResponse, data
/// either way, CopyDone from both, perhaps a result, then ReadyForQuery.
final class CopyBothStep extends Step {
  private final Session session;
  private final Flight flight;
  private final String command;

  /// Data that came along with the answer to the command, or while we were sending.
  private final ArrayDeque<byte[]> kept = new ArrayDeque<>();

  private @Nullable CopyDataConsumer consumer;
  private boolean discards;
  private boolean copying;
  private boolean doneSent;
  private boolean over;

  CopyBothStep(Session session, Flight flight, String command) {
    this.session = session;
    this.flight = flight;
    this.command = command;
  }

  /// Sets who takes the data from now on; null for nobody now, and what comes is kept.
  ///
  /// @return whether `to` was given something that was kept
  boolean give(@Nullable CopyDataConsumer to) {
    consumer = to;
    boolean any = false;
    while (to != null && !kept.isEmpty()) {
      byte[] data = kept.removeFirst();
      deliver(to, data, 0, data.length);
      any = true;
    }
    return any;
  }

  /// Passes over all data from now on.
  void discard() {
    consumer = null;
    discards = true;
    kept.clear();
  }

  /// Whether data may be sent.
  boolean isCopying() {
    return copying && !doneSent;
  }

  boolean isAnswered() {
    return copying || over;
  }

  boolean isOver() {
    return over;
  }

  /// Sends no more data.
  void done() {
    if (isCopying()) {
      doneSent = true;
      Frontend.copyDone(session.out());
    }
  }

  @Override
  boolean on(byte type, MessageReader in) {
    switch (type) {
      case Backend.COPY_BOTH_RESPONSE -> {
        BackendMessages.copyResponse(in);
        copying = true;
      }
      case Backend.COPY_DATA -> onData(in);
      case Backend.COPY_DONE -> {
        in.expectEnd();
        done();
        copying = false;
      }
      case Backend.ROW_DESCRIPTION, Backend.DATA_ROW -> {
        // The next timeline, after the end of this one.
      }
      case Backend.COMMAND_COMPLETE -> session.commandTag(in);
      case Backend.READY_FOR_QUERY -> {
        session.ready(BackendMessages.transactionStatus(in));
        over = true;
        return true;
      }
      default -> throw unexpected(type);
    }
    return false;
  }

  private void onData(MessageReader in) {
    if (!copying) {
      throw unexpected(Backend.COPY_DATA);
    }
    if (consumer != null) {
      deliver(consumer, in.buffer(), in.position(), in.remaining());
    } else if (!discards) {
      kept.addLast(in.readRest());
    }
  }

  private void deliver(CopyDataConsumer to, byte[] source, int offset, int length) {
    if (!flight.hasFailed()) {
      try {
        to.accept(source, offset, length);
      } catch (RuntimeException | Error e) {
        flight.fail(e);
      }
    }
  }

  @Override
  boolean onError(ServerError error) {
    copying = false;
    flight.fail(new ServerException(error, command));
    return false;
  }

  @Override
  void skipped() {
    over = true;
    flight.fail(
        new UsageException(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "the connection is lost"));
  }

  @Override
  String awaited() {
    return "the data of " + command;
  }
}
