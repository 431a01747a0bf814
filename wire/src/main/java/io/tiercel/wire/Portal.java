package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.row.RowConsumer;
import org.jspecify.annotations.Nullable;

/// A result read in pieces, each in one round trip, in constant memory.
///
/// In a transaction block the connection can be used for other things between the pieces. Outside
/// of one, the implicit transaction of the portal stays open until it is closed or read to its end,
/// and other use of the connection is refused so long. Confined to the thread of its connection.
public final class Portal implements AutoCloseable {
  private final Turn turn;
  private final Statements statements;
  private final Session session;
  private final PreparedStatement statement;
  private final @Nullable Object[] parameters;
  private final String name;
  private final boolean inTransaction;
  private boolean bound;
  private boolean done;

  Portal(
      Turn turn,
      Statements statements,
      PreparedStatement statement,
      @Nullable Object[] parameters) {
    this.turn = turn;
    this.statements = statements;
    this.statement = statement;
    this.parameters = parameters.clone();
    session = statements.session();
    name = statements.newName("p");
    inTransaction = session.transactionStatus() != TransactionStatus.IDLE;
  }

  /// Reads the next rows. Blocks.
  ///
  /// @param maxRows at most that many, at least 1
  /// @return whether there may be more
  /// @throws io.tiercel.wire.error.ServerException if the statement fails, which ends the portal
  public boolean fetch(int maxRows, RowConsumer rows) {
    if (maxRows < 1) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE, "a portal fetches at least 1 row, not " + maxRows);
    }
    if (done) {
      return false;
    }
    enter();
    var flight = new Flight();
    try {
      fetch(maxRows, rows, flight);
    } finally {
      exit();
    }
    flight.throwFailure();
    return !done;
  }

  private void fetch(int maxRows, RowConsumer rows, Flight flight) {
    statements.awaitDescribed(statement, flight);
    long start = session.position();
    var pending = new Pending(session, flight, statement, rows);
    if (bound) {
      pending.alreadyBound();
    } else {
      statements.beforeBind(statement, flight);
      start = session.position();
      Binding.write(session.out(), name, statement, parameters);
    }
    Frontend.execute(session.out(), name, maxRows);
    session.add(pending, start);
    statements.awaitScope(!inTransaction, flight);
    bound = true;
    if (!pending.isSuspended() || flight.hasFailed()) {
      end(flight);
    }
  }

  private void end(Flight flight) {
    done = true;
    if (inTransaction) {
      statements.closeLater(name);
    } else {
      // Commits the implicit transaction, which takes the portal with it.
      session.sync(flight);
      session.await();
    }
  }

  /// Whether the last row was read, or the portal failed or was closed.
  public boolean isDone() {
    return done;
  }

  /// Ends the portal. Outside a transaction block that takes a round trip. Idempotent.
  @Override
  public void close() {
    if (done || !bound || !session.isOpen()) {
      done = true;
      return;
    }
    enter();
    var flight = new Flight();
    try {
      end(flight);
    } finally {
      exit();
    }
    flight.throwFailure();
  }

  private void enter() {
    if (inTransaction) {
      turn.enter();
    } else {
      turn.enter(this);
    }
  }

  private void exit() {
    if (inTransaction) {
      turn.exit();
    } else {
      turn.exit(this);
    }
  }

  @Override
  public String toString() {
    return "a portal that is not read to its end";
  }
}
