package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The simple query: any number of results, then ReadyForQuery.
final class ScriptStep extends Step {
  private final Session session;
  private final Flight flight;
  private final String sql;
  private final @Nullable List<List<@Nullable String>> collected;
  private long rows;

  /// @param collected takes the rows, as texts; null to discard them
  ScriptStep(
      Session session,
      Flight flight,
      String sql,
      @Nullable List<List<@Nullable String>> collected) {
    this.session = session;
    this.flight = flight;
    this.sql = sql;
    this.collected = collected;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    switch (type) {
      case Backend.DATA_ROW -> {
        if (collected != null) {
          collected.add(texts(in));
        }
      }
      case Backend.ROW_DESCRIPTION,
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

  private static List<@Nullable String> texts(MessageReader in) {
    int count = in.readCount(Integer.BYTES);
    var texts = new ArrayList<@Nullable String>(count);
    for (int i = 0; i < count; i++) {
      int length = in.readInt();
      texts.add(length < 0 ? null : new String(in.readBytes(length), StandardCharsets.UTF_8));
    }
    in.expectEnd();
    return texts;
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
    return LeadingWord.of(sql).equals("commit");
  }

  @Override
  String awaited() {
    return "the results of a simple query";
  }
}
