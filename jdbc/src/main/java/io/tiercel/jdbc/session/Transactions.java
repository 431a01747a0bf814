package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.TransactionStatus;
import java.sql.SQLException;
import java.sql.SQLWarning;
import org.jspecify.annotations.Nullable;

/// The transaction of a session: it begins with the first statement, in the same round trip, and
/// ends with commit or rollback, which cost nothing when nothing was begun.
public final class Transactions {
  private static final String NO_ACTIVE_TRANSACTION = "25P01";
  private static final String ACTIVE_TRANSACTION = "25001";
  private static final String FAILED_TRANSACTION = "25P02";

  private final Session session;
  private boolean autoCommit = true;
  private boolean readOnly;

  Transactions(Session session) {
    this.session = session;
  }

  public boolean isAutoCommit() {
    return autoCommit;
  }

  public boolean isReadOnly() {
    return readOnly;
  }

  /// Whether the server is in a transaction block, as far as it has answered.
  public boolean isActive() {
    return session.wire().transactionStatus() != TransactionStatus.IDLE;
  }

  /// Lets a transaction begin with what is added next, if one is due.
  public void beginIfDue(Pipeline pipeline) {
    if (!autoCommit && !isActive()) {
      pipeline.add(readOnly ? "begin read only" : "begin");
    }
  }

  /// Turning it on commits what is open.
  public void setAutoCommit(boolean wanted) throws SQLException {
    session.checkOpen();
    if (wanted != autoCommit) {
      if (wanted) {
        end("commit");
      }
      autoCommit = wanted;
    }
  }

  public void setReadOnly(boolean wanted) throws SQLException {
    if (wanted != readOnly) {
      refuseInTransaction("Cannot change transaction read-only property");
      readOnly = wanted;
    }
  }

  /// Refuses what can only be changed between transactions.
  public void refuseInTransaction(String what) throws SQLException {
    session.work(
        pipeline -> {
          if (isActive()) {
            throw SqlExceptions.of(
                ACTIVE_TRANSACTION, what + " in the middle of a transaction.", null);
          }
        });
  }

  public void commit() throws SQLException {
    refuseAutoCommit("commit");
    end("commit");
  }

  public void rollback() throws SQLException {
    refuseAutoCommit("roll back");
    end("rollback");
  }

  /// As [#rollback()], also in autocommit mode, where an application may have begun by itself.
  public void rollbackIfActive() throws SQLException {
    end("rollback");
  }

  private void refuseAutoCommit(String what) throws SQLException {
    session.checkOpen();
    if (autoCommit) {
      throw SqlExceptions.of(
          NO_ACTIVE_TRANSACTION, "Cannot %s when autoCommit is enabled.".formatted(what), null);
    }
  }

  private void end(String command) throws SQLException {
    session.work(
        pipeline -> {
          if (!isActive()) {
            return;
          }
          session.plainTables().transactionEnded();
          session.batchSavepoint().forget();
          Pending pending = pipeline.add(command);
          pipeline.await();
          SQLException cause = session.takeAbortedBy();
          if (command.equals("commit") && pending.tag().text().equals("ROLLBACK")) {
            rolledBackInstead(cause);
          }
        });
  }

  /// The application has had the failure of the statement already, and many go on to commit after
  /// it on purpose: for them it is a warning, as long as they have not asked for an error.
  private void rolledBackInstead(@Nullable SQLException cause) throws SQLException {
    String message =
        "the transaction was rolled back, because a statement in it had failed"
            + (cause == null ? "" : ": " + cause.getMessage());
    if (session.options().failsOnSilentRollback()) {
      throw SqlExceptions.of(FAILED_TRANSACTION, message, cause);
    }
    session.connectionWarnings().add(new SQLWarning(message, FAILED_TRANSACTION, cause));
  }
}
