package io.tiercel.jdbc.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.WireException;

/// `autosave=always`: a savepoint before each statement of a transaction, in the same flight, to go
/// back to when the statement fails. The next statement releases it along with setting its own.
///
/// Only the exchange that set the savepoint goes back to it: what an exchange without one loses is
/// not taken back from the statement before it. Guarded by the session's lock.
final class Autosave {
  private static final String NAME = "tiercel_autosave";

  private final Connection wire;
  private final boolean isOn;

  /// Whether the server has one that nothing of the application's may stand upon.
  private boolean isSet;

  /// Whether the exchange under way has set it.
  private boolean isArmed;

  Autosave(Connection wire, boolean isOn) {
    this.wire = wire;
    this.isOn = isOn;
  }

  boolean isOn() {
    return isOn;
  }

  /// Adds the savepoint. In a transaction, or behind the `BEGIN` of one.
  void add(Pipeline pipeline) {
    if (!isOn || wire.transactionStatus() == TransactionStatus.FAILED) {
      return;
    }
    if (isSet && wire.transactionStatus() == TransactionStatus.IN_TRANSACTION) {
      pipeline.add("release savepoint " + NAME);
    }
    pipeline.add("savepoint " + NAME);
    isSet = true;
    isArmed = true;
  }

  /// Another exchange begins.
  void disarm() {
    isArmed = false;
  }

  /// The application is about to set, release or end something itself: to release our savepoint
  /// after that would take the application's away with it.
  void leave() {
    isSet = false;
    isArmed = false;
  }

  /// Goes back after a failure of the exchange that set the savepoint. Blocks.
  ///
  /// @throws WireException if that fails too; then the transaction stays as it is
  void restore() {
    if (!isArmed || !wire.isOpen()) {
      return;
    }
    isArmed = false;
    if (wire.transactionStatus() != TransactionStatus.FAILED) {
      isSet = false; // it may never have been sent
      return;
    }
    Pipeline pipeline = wire.pipeline();
    pipeline.add("rollback to savepoint " + NAME);
    try {
      pipeline.await();
    } finally {
      pipeline.close();
    }
  }
}
