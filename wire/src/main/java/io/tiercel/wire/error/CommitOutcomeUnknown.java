package io.tiercel.wire.error;

import org.jspecify.annotations.Nullable;

/// The connection was lost after a COMMIT had been sent and before its answer came (`08007`): the
/// transaction is either wholly committed or wholly rolled back, and only the data can tell. Do not
/// repeat the work before looking.
public final class CommitOutcomeUnknown extends WireException {
  private static final long serialVersionUID = 1;

  public CommitOutcomeUnknown(@Nullable Throwable cause) {
    super(
        SqlState.TRANSACTION_RESOLUTION_UNKNOWN,
        "connection lost between COMMIT and its answer: the transaction may have been committed\n"
            + "Hint: read back what it wrote before trying again.",
        cause);
  }

  @Override
  public boolean isConnectionUsable() {
    return false;
  }

  @Override
  public boolean wasSent() {
    return true;
  }
}
