package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;
import io.tiercel.wire.row.RowDescription;

/// Parse, Describe, or both, of a named statement.
final class ParseStep extends Step {
  private final Session session;
  private final PreparedStatement statement;
  private final Flight flight;
  private final boolean describes;
  private boolean parsed;

  ParseStep(
      Session session,
      PreparedStatement statement,
      Flight flight,
      boolean parses,
      boolean describes) {
    this.session = session;
    this.statement = statement;
    this.flight = flight;
    this.describes = describes;
    parsed = !parses;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    if (!parsed) {
      if (type != Backend.PARSE_COMPLETE) {
        throw unexpected(type);
      }
      in.expectEnd();
      parsed = true;
      return !describes;
    }
    switch (type) {
      case Backend.PARAMETER_DESCRIPTION -> {
        statement.parametersDescribed(BackendMessages.parameterOids(in));
        return false;
      }
      case Backend.ROW_DESCRIPTION -> statement.described(BackendMessages.rowDescription(in));
      case Backend.NO_DATA -> {
        in.expectEnd();
        statement.described(RowDescription.EMPTY);
      }
      default -> throw unexpected(type);
    }
    return true;
  }

  @Override
  boolean onError(ServerError error) {
    statement.forget();
    session.drop(statement);
    flight.fail(new ServerException(error, statement.sql()));
    return true;
  }

  @Override
  void skipped() {
    statement.forget();
  }

  @Override
  String awaited() {
    return parsed ? "the description of a statement" : "ParseComplete";
  }
}
