package io.tiercel.wire;

import io.tiercel.wire.codec.Format;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.BackendMessages.CopyResponse;
import io.tiercel.wire.protocol.MessageReader;
import org.jspecify.annotations.Nullable;

/// COPY … FROM STDIN by a simple query: the server asks for data, says what it took, then
/// ReadyForQuery.
final class CopyInStep extends Step {
  private final Session session;
  private final Flight flight;
  private final String sql;
  private @Nullable CopyResponse response;
  private boolean over;
  private long rows;

  CopyInStep(Session session, Flight flight, String sql) {
    this.session = session;
    this.flight = flight;
    this.sql = sql;
  }

  /// Whether the server has answered: it takes data, or the statement is over.
  boolean isAnswered() {
    return response != null || over;
  }

  boolean isOver() {
    return over;
  }

  /// How many columns it wants; -1 if it does not say.
  int columns() {
    return response == null || response.columns() == 0 ? BinaryCopy.UNKNOWN : response.columns();
  }

  boolean isBinary() {
    return response != null && response.format() == Format.BINARY;
  }

  long rows() {
    return rows;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    switch (type) {
      case Backend.COPY_IN_RESPONSE -> response = BackendMessages.copyResponse(in);
      case Backend.COMMAND_COMPLETE -> {
        rows = session.commandTag(in).rows();
        if (response == null) {
          flight.fail(notCopy());
        }
      }
      case Backend.COPY_OUT_RESPONSE,
          Backend.ROW_DESCRIPTION,
          Backend.DATA_ROW,
          Backend.COPY_DATA,
          Backend.COPY_DONE,
          Backend.EMPTY_QUERY_RESPONSE ->
          flight.fail(notCopy());
      case Backend.READY_FOR_QUERY -> {
        session.ready(BackendMessages.transactionStatus(in));
        over = true;
        if (!flight.hasFailed()) {
          session.completed(sql, rows, null);
        }
        return true;
      }
      default -> throw unexpected(type);
    }
    return false;
  }

  private UsageException notCopy() {
    return new UsageException(
        SqlState.FEATURE_NOT_SUPPORTED,
        "copyIn takes a COPY … FROM STDIN statement\nStatement: " + sql);
  }

  @Override
  boolean onError(ServerError error) {
    flight.fail(new ServerException(error, sql));
    session.completed(sql, 0, error);
    return false;
  }

  @Override
  void skipped() {
    over = true;
  }

  @Override
  String awaited() {
    return "the answer to COPY FROM STDIN";
  }
}
