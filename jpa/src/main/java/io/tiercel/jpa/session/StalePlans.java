package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.Pending;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Prepared statements that the server refuses because a table has other columns by now, or because
/// it has forgotten them. It does so before the first row, so that reads outside of a transaction
/// block can be sent again; a block is lost with them.
final class StalePlans {
  private StalePlans() {}

  /// What of the flight is to be sent again, from the refused statement on; null where the failure
  /// stands.
  ///
  /// @param asked the queries of the flight, in their order
  static @Nullable Flight left(
      Connection via, Flight flight, List<Pending> asked, WireException failure) {
    if (!(failure instanceof ServerException refused)
        || !refused.error().isStalePlan()
        || via.transactionStatus() != TransactionStatus.IDLE
        || !flight.onlyReadsChecked()) {
      return null;
    }
    for (int i = 0; i < asked.size(); i++) {
      ServerError error = asked.get(i).error();
      if (error != null) {
        return error.isStalePlan() ? flight.from(Math.max(i, flight.checks)) : null;
      }
    }
    return null;
  }
}
