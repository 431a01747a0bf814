package io.tiercel.wire;

import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.protocol.Backend;
import io.tiercel.wire.protocol.BackendMessages;
import io.tiercel.wire.protocol.MessageReader;

/// Sync, which ends with ReadyForQuery. An implicit transaction commits here, so here is where
/// deferred constraints fail.
final class SyncStep extends Step {
  private final Session session;
  private Flight flight;

  SyncStep(Session session, Flight flight) {
    this.session = session;
    this.flight = flight;
  }

  /// Uses an answered one again.
  SyncStep endingInstead(Flight next) {
    flight = next;
    return this;
  }

  @Override
  boolean on(byte type, MessageReader in) {
    if (type != Backend.READY_FOR_QUERY) {
      throw unexpected(type);
    }
    session.ready(BackendMessages.transactionStatus(in));
    flight.synced();
    return true;
  }

  @Override
  boolean onError(ServerError error) {
    flight.fail(new ServerException(error, null));
    return false;
  }

  @Override
  void skipped() {
    // A Sync is never skipped; when the connection is lost there is nothing to tell.
  }

  @Override
  String awaited() {
    return "ReadyForQuery";
  }
}
