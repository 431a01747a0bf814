package io.tiercel.jdbc.xa;

import io.tiercel.jdbc.connection.JdbcConnection;
import io.tiercel.wire.TransactionStatus;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/// The branches of distributed transactions on one connection. A PostgreSQL session has one
/// transaction at a time, so a branch can be joined or resumed on the connection that it began on,
/// as long as nothing else began there; prepared ones can be ended by any connection.
final class Branches implements XAResource {
  private static final String UNDEFINED_OBJECT = "42704";
  private static final int NO_TIMEOUT = 0;

  private enum State {
    IDLE,
    ACTIVE,
    SUSPENDED,
    ENDED
  }

  private final Connection connection;
  private State state = State.IDLE;
  private @Nullable BranchId current;

  /// The one that this connection prepared last.
  private @Nullable BranchId prepared;

  private boolean wasAutoCommit = true;

  Branches(Connection connection) {
    this.connection = connection;
  }

  boolean isUnderWay() {
    return state != State.IDLE;
  }

  @Override
  public void start(Xid xid, int flags) throws XAException {
    var branch = BranchId.of(xid);
    switch (flags) {
      case TMNOFLAGS -> {
        expect(state == State.IDLE, "another branch is under way on this connection");
        refuseLocalTransaction(XAException.XAER_OUTSIDE, "a branch cannot begin");
        run(
            () -> {
              wasAutoCommit = connection.getAutoCommit();
              connection.setAutoCommit(false);
            });
      }
      case TMRESUME ->
          expect(
              state == State.SUSPENDED && branch.equals(current),
              "this branch is not suspended on this connection");
      case TMJOIN ->
          expect(
              state == State.ENDED && branch.equals(current),
              "PostgreSQL can join a branch only on the connection that it began on");
      default -> throw failure(XAException.XAER_INVAL, "unknown flags " + flags, null);
    }
    current = branch;
    prepared = null;
    state = State.ACTIVE;
  }

  @Override
  public void end(Xid xid, int flags) throws XAException {
    expect(BranchId.of(xid).equals(current), "this branch is not under way on this connection");
    switch (flags) {
      case TMSUSPEND -> {
        expect(state == State.ACTIVE, "the branch is not active");
        state = State.SUSPENDED;
      }
      case TMSUCCESS, TMFAIL -> {
        expect(state == State.ACTIVE || state == State.SUSPENDED, "the branch has ended already");
        state = State.ENDED;
      }
      default -> throw failure(XAException.XAER_INVAL, "unknown flags " + flags, null);
    }
  }

  /// A branch in which no statement ran is over with that. Any other is kept prepared: the server
  /// does not tell whether one has written. Notifications come without a transaction id, and so do
  /// locks, which are to last until the second phase.
  @Override
  public int prepare(Xid xid) throws XAException {
    var branch = BranchId.of(xid);
    expectEnded(branch);
    if (soundStatus() == TransactionStatus.IDLE) {
      over();
      return XA_RDONLY;
    }
    try {
      execute("PREPARE TRANSACTION " + branch.literal());
      // The server knows of no transaction any more, and neither must the connection.
      connection.commit();
    } catch (SQLException e) {
      throw notDone("prepare", e);
    }
    over();
    prepared = branch;
    return XA_OK;
  }

  private void expectEnded(BranchId branch) throws XAException {
    expect(!branch.equals(prepared), "the branch has been prepared already");
    if (!branch.equals(current)) {
      throw failure(XAException.XAER_NOTA, "this connection knows of no such branch", null);
    }
    expect(state == State.ENDED, "the branch has not ended");
  }

  /// What the application has begun by itself is not to be ended, or taken into a branch, by a
  /// transaction manager.
  private void refuseLocalTransaction(int code, String what) throws XAException {
    boolean[] isActive = new boolean[1];
    run(() -> isActive[0] = isInTransaction());
    if (isActive[0]) {
      throw failure(
          code, what + " while the application's own transaction is open on this connection", null);
    }
  }

  private boolean isInTransaction() throws SQLException {
    connection.unwrap(JdbcConnection.class).settle();
    return connection.unwrap(io.tiercel.wire.Connection.class).transactionStatus()
        != TransactionStatus.IDLE;
  }

  /// What the server says of the branch, [TransactionStatus#IDLE] if no statement ran in it. In a
  /// transaction that has failed PREPARE and COMMIT roll back, and the server calls that a success;
  /// results that are still unread may have failed too.
  private TransactionStatus soundStatus() throws XAException {
    TransactionStatus status;
    try {
      connection.unwrap(JdbcConnection.class).settle();
      status = connection.unwrap(io.tiercel.wire.Connection.class).transactionStatus();
    } catch (SQLException e) {
      throw notDone("look at the transaction", e);
    }
    if (status != TransactionStatus.FAILED) {
      return status;
    }
    abandon();
    throw failure(
        XAException.XA_RBROLLBACK, "rolled back, because a statement in the branch failed", null);
  }

  /// When the connection is lost, so is the answer, and the server may have done it.
  private XAException notDone(String what, SQLException cause) {
    boolean isLost = isLost(cause);
    abandon();
    return isLost
        ? failure(XAException.XAER_RMFAIL, "lost the connection, could not " + what, cause)
        : failure(rolledBackBy(cause), "could not %s, rolled back".formatted(what), cause);
  }

  /// Which of the codes for a branch that was rolled back says why.
  private static int rolledBackBy(SQLException cause) {
    String sqlState = String.valueOf(cause.getSQLState());
    if (sqlState.startsWith("23")) {
      return XAException.XA_RBINTEGRITY;
    }
    return switch (sqlState) {
      case "40P01" -> XAException.XA_RBDEADLOCK;
      case "40001" -> XAException.XA_RBTRANSIENT;
      default -> XAException.XA_RBROLLBACK;
    };
  }

  private static boolean isLost(SQLException failure) {
    String sqlState = String.valueOf(failure.getSQLState());
    return sqlState.startsWith("08") || sqlState.startsWith("57P0");
  }

  @Override
  public void commit(Xid xid, boolean onePhase) throws XAException {
    var branch = BranchId.of(xid);
    if (onePhase) {
      expectEnded(branch);
      TransactionStatus unused = soundStatus();
      try {
        connection.commit();
      } catch (SQLException e) {
        throw notDone("commit", e);
      }
      over();
    } else {
      finish("COMMIT PREPARED ", branch);
    }
  }

  @Override
  public void rollback(Xid xid) throws XAException {
    var branch = BranchId.of(xid);
    if (branch.equals(current)) {
      rollbackCurrent();
    } else {
      finish("ROLLBACK PREPARED ", branch);
    }
  }

  private void rollbackCurrent() throws XAException {
    try {
      connection.rollback();
    } catch (SQLException e) {
      if (!isLost(e)) {
        throw failure(XAException.XAER_RMERR, String.valueOf(e.getMessage()), e);
      }
      // With the connection the server gives up what is not prepared.
      abandon();
      return;
    }
    over();
  }

  /// Whatever the failure, short of there being no such branch, the branch is still prepared, and
  /// is to be ended later.
  private void finish(String command, BranchId branch) throws XAException {
    expect(state == State.IDLE, "a prepared branch cannot be ended while another is under way");
    refuseLocalTransaction(XAException.XAER_RMFAIL, "a prepared branch cannot be ended");
    try {
      inAutoCommit(() -> execute(command + branch.literal()));
      prepared = branch.equals(prepared) ? null : prepared;
    } catch (SQLException e) {
      throw failure(
          UNDEFINED_OBJECT.equals(e.getSQLState())
              ? XAException.XAER_NOTA
              : XAException.XAER_RMFAIL,
          String.valueOf(e.getMessage()),
          e);
    }
  }

  @Override
  public Xid[] recover(int flags) throws XAException {
    if ((flags & ~(TMSTARTRSCAN | TMENDRSCAN)) != TMNOFLAGS) {
      throw failure(XAException.XAER_INVAL, "unknown flags " + flags, null);
    }
    if ((flags & TMSTARTRSCAN) == 0) {
      return new Xid[0]; // the first scan has brought them all
    }
    var found = new ArrayList<Xid>();
    run(
        () -> {
          if (isUnderWay() || isInTransaction()) {
            findPrepared(found);
          } else {
            inAutoCommit(() -> findPrepared(found));
          }
        });
    return found.toArray(Xid[]::new);
  }

  private void findPrepared(List<Xid> found) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select gid from pg_prepared_xacts where database = current_database()")) {
      while (rows.next()) {
        BranchId branch = BranchId.parse(String.valueOf(rows.getString(1)));
        if (branch != null) {
          found.add(branch);
        }
      }
    }
  }

  /// Where no transaction is open: nothing that is left open, and nothing committed by that.
  private void inAutoCommit(Work work) throws SQLException {
    boolean before = connection.getAutoCommit();
    connection.setAutoCommit(true);
    try {
      work.run();
    } finally {
      connection.setAutoCommit(before);
    }
  }

  /// Nothing to forget: the server decides nothing on its own.
  @Override
  public void forget(Xid xid) throws XAException {
    throw failure(XAException.XAER_NOTA, "PostgreSQL makes no heuristic decisions", null);
  }

  @Override
  public boolean isSameRM(XAResource other) {
    return other == this;
  }

  @Override
  public int getTransactionTimeout() {
    return NO_TIMEOUT;
  }

  /// Not supported; use the server's transaction_timeout.
  @Override
  public boolean setTransactionTimeout(int seconds) {
    return false;
  }

  private void over() throws XAException {
    current = null;
    state = State.IDLE;
    run(() -> connection.setAutoCommit(wasAutoCommit));
  }

  private void abandon() {
    current = null;
    state = State.IDLE;
    try {
      connection.rollback();
      connection.setAutoCommit(wasAutoCommit);
    } catch (SQLException e) {
      // The caller reports why it came to this; a lost connection fails again at its next use.
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private interface Work {
    void run() throws SQLException;
  }

  private static void run(Work work) throws XAException {
    try {
      work.run();
    } catch (SQLException e) {
      int code = isLost(e) ? XAException.XAER_RMFAIL : XAException.XAER_RMERR;
      throw failure(code, String.valueOf(e.getMessage()), e);
    }
  }

  private static void expect(boolean condition, String otherwise) throws XAException {
    if (!condition) {
      throw failure(XAException.XAER_PROTO, otherwise, null);
    }
  }

  private static XAException failure(int code, String message, @Nullable Throwable cause) {
    var failure = new XAException(message);
    failure.errorCode = code;
    if (cause != null) {
      failure.initCause(cause);
    }
    return failure;
  }
}
