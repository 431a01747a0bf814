package io.tiercel.jdbc.session;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Compatibility.ReadOnlyMode;
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

  /// Whether the server was told that the session is read-only.
  private boolean isSessionReadOnly;

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

  /// Lets a transaction begin with what is added next, if one is due. With `autosave=always`, what
  /// is added next can be taken back alone.
  public void beginIfDue(Pipeline pipeline) {
    beginOnlyIfDue(pipeline);
    if (!autoCommit || isActive()) {
      session.autosave().add(pipeline);
    }
  }

  /// As [#beginIfDue], for commands that control the transaction themselves.
  public void beginForControlIfDue(Pipeline pipeline) {
    session.autosave().leave();
    beginOnlyIfDue(pipeline);
  }

  private void beginOnlyIfDue(Pipeline pipeline) {
    if (!autoCommit && !isActive()) {
      boolean saysReadOnly = readOnly && mode() != ReadOnlyMode.IGNORE;
      pipeline.add(saysReadOnly ? "begin read only" : "begin");
    }
  }

  private ReadOnlyMode mode() {
    return session.options().compatibility().readOnlyMode();
  }

  /// Turning it on commits what is open.
  public void setAutoCommit(boolean wanted) throws SQLException {
    session.checkOpen();
    if (wanted != autoCommit) {
      if (wanted) {
        end("commit");
      }
      autoCommit = wanted;
      tellSession();
    }
  }

  /// In autocommit no `BEGIN` says whether a statement may write; with `readOnlyMode=always` the
  /// session does.
  private void tellSession() throws SQLException {
    boolean due = readOnly && autoCommit && mode() == ReadOnlyMode.ALWAYS;
    if (due != isSessionReadOnly) {
      session.command(
          "set session characteristics as transaction " + (due ? "read only" : "read write"));
      isSessionReadOnly = due;
    }
  }

  public void setReadOnly(boolean wanted) throws SQLException {
    if (wanted != readOnly) {
      refuseInTransaction("Cannot change transaction read-only property");
      readOnly = wanted;
      tellSession();
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
          session.autosave().leave();
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
