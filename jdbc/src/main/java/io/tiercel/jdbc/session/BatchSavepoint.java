package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.TransactionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The savepoint before a batch within a transaction: from there on a refused batch is run entry by
/// entry, to find the one to blame.
///
/// A savepoint of its own for each batch is a fifth of the server's work on a batch of 128 rows,
/// and 64 of them in a transaction overflow what the server keeps about subtransactions in shared
/// memory, at the cost of everybody's snapshots. So batches that follow one another directly share
/// one: it stays open, and what was done since is kept, to be done again before a refused batch is
/// taken apart. Directly means that not a byte was written to the server in between, so nothing of
/// the application's can be lost by that.
///
/// A shared savepoint that something else came behind is left alone, for releasing it would release
/// the application's savepoints behind it too. The transaction's end takes it away. Guarded by the
/// session's lock.
public final class BatchSavepoint {
  private static final String SAVEPOINT = "savepoint tiercel_batch";
  private static final String RELEASE = "release savepoint tiercel_batch";
  private static final String ROLLBACK = "rollback to savepoint tiercel_batch";

  /// A savepoint is shared until this much was sent behind it: that bounds what is kept.
  private static final long MAX_SHARED_BYTES = 128 * 1024;

  /// From this number on, no further savepoints are left behind in a transaction.
  private static final int MAX_LEFT = 8;

  private static final long NEVER = -1;

  private final Connection wire;

  /// Adds what was done since the shared savepoint.
  private final List<Consumer<Pipeline>> sinceShared = new ArrayList<>();

  private boolean isShared;
  private long sharedFrom;

  /// What was written when the last batch was complete.
  private long writtenByLast = NEVER;

  private int left;

  BatchSavepoint(Connection wire) {
    this.wire = wire;
  }

  /// Whether nothing was asked of the server since the last batch of this transaction. To be asked
  /// before anything is.
  public boolean followsDirectly() {
    return writtenByLast == wire.bytesWritten()
        && wire.transactionStatus() == TransactionStatus.IN_TRANSACTION;
  }

  /// Adds what has to precede a batch.
  ///
  /// @param followsDirectly as [#followsDirectly()] said before
  /// @param isRepeatable whether the batch may share a savepoint: it can be run again with the same
  ///     outcome
  /// @return whether it does; if not, [#release] has to follow it
  public boolean set(Pipeline pipeline, boolean followsDirectly, boolean isRepeatable) {
    boolean isOpen = isShared && followsDirectly;
    if (isShared && !followsDirectly) {
      left++;
      forgetShared();
    }
    boolean shares = followsDirectly && isRepeatable && left < MAX_LEFT;
    if (shares && isOpen && wire.bytesWritten() - sharedFrom < MAX_SHARED_BYTES) {
      return true;
    }
    if (isOpen) {
      pipeline.add(RELEASE);
      forgetShared();
    }
    sharedFrom = wire.bytesWritten();
    pipeline.add(SAVEPOINT);
    isShared = shares;
    return shares;
  }

  /// Adds what has to follow a batch that has its savepoint for itself.
  public void release(Pipeline pipeline) {
    pipeline.add(RELEASE);
  }

  /// A batch is complete.
  ///
  /// @param again adds it to a pipeline once more
  public void done(Consumer<Pipeline> again) {
    if (isShared) {
      sinceShared.add(again);
    }
    writtenByLast = wire.bytesWritten();
  }

  /// Goes back to where the refused batch began. Blocks.
  ///
  /// @throws io.tiercel.wire.error.WireException if what was done before cannot be done again
  public void goBack(Pipeline pipeline) {
    pipeline.add(ROLLBACK);
    pipeline.add(RELEASE);
    List<Consumer<Pipeline>> before = List.copyOf(sinceShared);
    forgetShared();
    before.forEach(again -> again.accept(pipeline));
    pipeline.await();
  }

  /// The transaction is over, or the savepoint for another reason.
  public void forget() {
    forgetShared();
    writtenByLast = NEVER;
    left = 0;
  }

  private void forgetShared() {
    isShared = false;
    sinceShared.clear();
  }
}
