package io.tiercel.jpa.session;

import io.tiercel.wire.row.DataRow;
import java.util.Set;

/// The first statement of reads that come before the `BEGIN` of their transaction: it asks for the
/// isolation of the transaction that they are by themselves. Unless that is READ COMMITTED the rows
/// behind it are dropped, for the reads are to be repeated in the block.
///
/// Serves one flight. Confined to one thread.
final class IsolationCheck {
  private static final String ASK = "show transaction_isolation";

  /// The last parameter makes the setting one of this transaction.
  private static final String ASK_AND_FORBID_WRITES =
      "select current_setting('transaction_isolation'),"
          + " set_config('transaction_read_only', 'on', true)";

  /// PostgreSQL's READ UNCOMMITTED is READ COMMITTED by another name.
  private static final Set<String> READ_COMMITTED = Set.of("read committed", "read uncommitted");

  private boolean isReadCommitted;

  /// The reads with the question before them.
  ///
  /// @param readOnly whether the server is to refuse writes meanwhile, as views and triggers may
  ///     try
  Flight before(Flight reads, boolean readOnly) {
    Flight checked = new Flight();
    checked.query(readOnly ? ASK_AND_FORBID_WRITES : ASK, this::hear);
    checked.checks = 1 + reads.checks;
    for (Flight.Step step : reads.steps) {
      checked.steps.add(step instanceof Flight.Query query ? heldBack(query) : step);
    }
    return checked;
  }

  private void hear(DataRow row) {
    String isolation = row.getString(0);
    isReadCommitted = isolation != null && READ_COMMITTED.contains(isolation);
  }

  private Flight.Query heldBack(Flight.Query query) {
    return new Flight.Query(
        query.sql(),
        row -> {
          if (isReadCommitted) {
            query.rows().accept(row);
          }
        },
        query.isPlainRead(),
        query.parameters());
  }

  /// What the server has answered.
  boolean isReadCommitted() {
    return isReadCommitted;
  }
}
