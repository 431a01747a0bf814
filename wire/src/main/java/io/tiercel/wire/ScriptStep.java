package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;

/// The simple query: any number of results, then ReadyForQuery.
final class ScriptStep extends Step {
  private final Session session;
  private final Flight flight;
  private final String sql;
  private long rows;

  ScriptStep(Session session, Flight flight, String sql) {
    this.session = session;
    this.flight = flight;
    this.sql = sql;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    switch (type) {
      case Backend.ROW_DESCRIPTION,
          Backend.DATA_ROW,
          Backend.EMPTY_QUERY_RESPONSE,
          Backend.COPY_DATA,
          Backend.COPY_DONE -> {
        // Results of a script are discarded.
      }
      case Backend.COMMAND_COMPLETE -> rows += session.commandTag(in).rows();
      case Backend.COPY_OUT_RESPONSE -> BackendMessages.copyResponse(in);
      case Backend.COPY_IN_RESPONSE -> {
        BackendMessages.copyResponse(in);
        flight.fail(
            new UsageException(
                SqlState.FEATURE_NOT_SUPPORTED,
                "cannot run COPY FROM STDIN in a script\nHint: use Connection.copyIn."));
        session.failCopy("COPY FROM STDIN in a script");
      }
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

  @Override
  boolean onError(ServerError error) {
    flight.fail(new ServerException(error, sql));
    session.completed(sql, 0, error);
    return false;
  }

  @Override
  void skipped() {
    // A simple query begins after a Sync, so nothing before it can make the server skip it.
  }

  @Override
  boolean isCommit() {
    return sql.regionMatches(true, 0, "commit", 0, 6);
  }

  @Override
  String awaited() {
    return "the results of a simple query";
  }
}
