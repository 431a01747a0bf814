package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;

/// COPY … TO STDOUT by a simple query: chunks of data, then ReadyForQuery.
final class CopyOutStep extends Step {
  private final Session session;
  private final Flight flight;
  private final String sql;
  private final CopyDataConsumer consumer;
  private boolean copying;
  private boolean consumerFailed;
  private long rows;

  CopyOutStep(Session session, Flight flight, String sql, CopyDataConsumer consumer) {
    this.session = session;
    this.flight = flight;
    this.sql = sql;
    this.consumer = consumer;
  }

  long rows() {
    return rows;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    switch (type) {
      case Backend.COPY_OUT_RESPONSE -> {
        BackendMessages.copyResponse(in);
        copying = true;
      }
      case Backend.COPY_DATA -> onData(in);
      case Backend.COPY_DONE -> in.expectEnd();
      case Backend.COMMAND_COMPLETE -> {
        rows = session.commandTag(in).rows();
        if (!copying) {
          flight.fail(notCopy());
        }
      }
      case Backend.COPY_IN_RESPONSE -> {
        BackendMessages.copyResponse(in);
        flight.fail(notCopy());
        session.failCopy("expected COPY TO STDOUT");
      }
      case Backend.ROW_DESCRIPTION, Backend.DATA_ROW, Backend.EMPTY_QUERY_RESPONSE ->
          flight.fail(notCopy());
      case Backend.READY_FOR_QUERY -> {
        session.ready(BackendMessages.transactionStatus(in));
        if (!flight.hasFailed()) {
          session.completed(sql, rows, null);
        }
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
    if (!consumerFailed) {
      try {
        consumer.accept(in.buffer(), in.position(), in.remaining());
      } catch (RuntimeException | Error e) {
        consumerFailed = true;
        flight.fail(e);
      }
    }
  }

  private UsageException notCopy() {
    return new UsageException(
        SqlState.FEATURE_NOT_SUPPORTED,
        "copyOut takes a COPY … TO STDOUT statement\nStatement: " + sql);
  }

  @Override
  boolean onError(ServerError error) {
    flight.fail(new ServerException(error, sql));
    session.completed(sql, 0, error);
    return false;
  }

  @Override
  void skipped() {
    // As for any simple query, nothing before it can make the server skip it.
  }

  @Override
  String awaited() {
    return "the data of a COPY";
  }
}
