package io.tiercel.wire;

import io.tiercel.wire.row.RowBytesConsumer;
import io.tiercel.wire.row.RowConsumer;
import io.tiercel.wire.row.RowDescription;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Any number of different statements in one flight.
///
/// Statements are encoded as they are added; they are sent when there is much to send, and at
/// [#await()], reading all the while, so no batch is too large. Results arrive in order; each
/// consumer is called by the thread that adds or awaits.
///
/// A COPY is awaited when it is added: one that wants data or brings data is refused there, with an
/// exception, for a message behind it would make the server end the connection.
///
/// A statement that fails makes the server pass over those behind it, up to the next [#sync()]: a
/// COMMIT in the same flight is then never executed. Without a transaction block, everything
/// between two syncs is one implicit transaction. A consumer that throws only loses the rest of
/// its rows: the other statements have been sent and are carried out.
///
/// Confined to the thread of its connection, which does nothing else but prepare statements while
/// something is added and not awaited.
public final class Pipeline implements AutoCloseable {
  private final Turn turn;
  private final Statements statements;
  private final Session session;
  private final Flight flight = new Flight();

  Pipeline(Turn turn, Statements statements) {
    this.turn = turn;
    this.statements = statements;
    session = statements.session();
  }

  /// Adds a statement without parameters whose rows nobody wants, such as BEGIN or SAVEPOINT. When
  /// it is new to the connection it is parsed in the same flight.
  public Pending add(String parameterlessSql) {
    begin();
    try {
      PreparedStatement statement = statements.cached(parameterlessSql);
      statements.parseInFlight(statement, flight);
      return added(statements.bind(flight, statement, null));
    } finally {
      end();
    }
  }

  /// Adds a statement; rows it returns are discarded.
  public Pending add(PreparedStatement statement, @Nullable Object... parameters) {
    return add(statement, null, parameters);
  }

  /// Adds a statement and who takes its rows.
  ///
  /// @throws io.tiercel.wire.error.CodecException if a parameter cannot be encoded; then nothing
  ///     was added
  public Pending add(
      PreparedStatement statement, @Nullable RowConsumer rows, @Nullable Object... parameters) {
    begin();
    try {
      statements.describeToBind(statement, flight, parameters);
      return added(statements.bind(flight, statement, rows, parameters));
    } finally {
      end();
    }
  }

  /// A statement for [#add(PreparedStatement, PortalLimit, RowBytesConsumer, Object...)] that is
  /// parsed and described in the flight that runs it, and not kept. That saves a round trip; its
  /// results come as text, for their types are not known when it is bound.
  ///
  /// @param parameterOids the types of all its parameters
  public PreparedStatement once(String sql, int... parameterOids) {
    return statements.once(sql, parameterOids);
  }

  /// The statement of that text, from the cache or new, but not necessarily known to the server
  /// yet: [#addCommand] makes it so on the way, other ways to add it await that.
  public PreparedStatement statement(String sql, int... parameterOids) {
    begin();
    try {
      return statements.cached(sql, parameterOids);
    } finally {
      end();
    }
  }

  /// Awaits the description of those that the server does not know, all in one round trip, and
  /// sends what was added before on the way.
  public void describe(List<PreparedStatement> unknown) {
    begin();
    try {
      statements.awaitDescribed(unknown, flight);
    } finally {
      end();
    }
  }

  /// Adds a statement whose portal has a name or a limit, or whose rows are to be kept as they
  /// come. [Pending#isSuspended()] tells whether there may be more; then [#fetch] continues. A
  /// named portal lives to the end of its transaction or until [#closePortal].
  public Pending add(
      PreparedStatement statement,
      PortalLimit limit,
      @Nullable RowBytesConsumer rows,
      @Nullable Object... parameters) {
    begin();
    try {
      statements.describeToBind(statement, flight, parameters);
      return added(statements.bind(flight, statement, limit, rows, parameters));
    } finally {
      end();
    }
  }

  /// Adds a statement that is parsed, described and run in one flight when it is new, and kept. All
  /// its columns are asked for in binary before they are known, so this is for those of which the
  /// caller has reason to believe that they are of types with binary codecs. The types of all its
  /// parameters must have been declared, but for NULLs and texts. When it is awaited,
  /// [PreparedStatement#isMisjudged()] tells whether a column is of another type.
  public Pending addInBinary(
      PreparedStatement statement,
      PortalLimit limit,
      RowBytesConsumer rows,
      @Nullable Object... parameters) {
    begin();
    try {
      if (statement.isUnnamed()) {
        statements.describeToBind(statement, flight, parameters);
      } else {
        statements.describeInBinary(statement, flight);
      }
      return added(statements.bind(flight, statement, limit, rows, parameters));
    } finally {
      end();
    }
  }

  /// Looks at the columns of a misjudged statement as if it had been described before it was run,
  /// and forgets what was assumed of them. May take round trips, for types not met before. Blocks.
  ///
  /// @return the columns with the formats in which they come from now on; null if there are none
  public @Nullable RowDescription describeAgain(PreparedStatement misjudged) {
    begin();
    try {
      statements.awaitDescribedAgain(misjudged, flight);
    } finally {
      end();
    }
    return misjudged.description();
  }

  /// Lets a statement be parsed and described anew when it is used next.
  public void forget(PreparedStatement statement) {
    begin();
    try {
      statements.drop(statement);
    } finally {
      end();
    }
  }

  /// Adds a statement with a Sync of its own: whether it fails does not concern those behind it,
  /// and without a transaction block it is a transaction of its own. Its failure is not thrown by
  /// the pipeline but by [Pending#throwFailure()], when [Pending#isAnswered()].
  ///
  /// @param statement one that is described, [PreparedStatement#isDescribed()]
  public Pending addApart(
      PreparedStatement statement,
      PortalLimit limit,
      RowBytesConsumer rows,
      @Nullable Object... parameters) {
    begin();
    try {
      var own = new Flight();
      Pending pending = statements.bind(own, statement, limit, rows, parameters);
      session.sync(own);
      return pending;
    } finally {
      end();
    }
  }

  /// Adds a statement that returns no rows. One that is new is parsed and described in this flight,
  /// for which the types of all its parameters must have been declared.
  public Pending addCommand(PreparedStatement statement, @Nullable Object... parameters) {
    begin();
    try {
      if (statement.isUnnamed()) {
        statements.describeToBind(statement, flight, parameters);
      } else {
        statements.describeInFlight(statement, flight);
      }
      return added(statements.bind(flight, statement, PortalLimit.NONE, null, parameters));
    } finally {
      end();
    }
  }

  /// Adds the next piece of a suspended portal.
  public Pending fetch(Pending suspended, PortalLimit limit, @Nullable RowBytesConsumer rows) {
    begin();
    try {
      return statements.fetch(flight, suspended, limit, rows);
    } finally {
      end();
    }
  }

  /// Ends a named portal in the midst of its transaction; rides along with what is added next.
  public void closePortal(String portal) {
    begin();
    try {
      statements.closeLater(portal);
    } finally {
      end();
    }
  }

  /// A name for a portal that no other one of the connection has.
  public String newPortalName() {
    return statements.newName("p");
  }

  /// Adds a `COPY … FROM STDIN (FORMAT binary)` and its rows, which follow without waiting for the
  /// server to ask for them. `rows` is called now. When it throws, the COPY is made to fail, and
  /// with it the scope; the exception is thrown here.
  public Pending copy(String copyInSql, CopyRows rows) {
    begin();
    try {
      PreparedStatement statement = statements.cached(copyInSql);
      statements.parseInFlight(statement, flight);
      return statements.copy(flight, statement, rows);
    } finally {
      end();
    }
  }

  /// Ends a scope of errors, and the implicit transaction if there is one. Does not wait.
  public void sync() {
    begin();
    try {
      session.sync(flight);
    } finally {
      end();
    }
  }

  /// Sends everything and reads until all is complete, ending the scope first if that is not done.
  /// One round trip. Blocks.
  ///
  /// @throws io.tiercel.wire.error.ServerException the first failure of a statement, naming it
  public void await() {
    begin();
    try {
      if (session.isScopeOpen()) {
        session.sync(flight);
      }
      session.await();
    } finally {
      end();
    }
    flight.throwFailure();
  }

  /// Sends everything and reads until all is complete, but leaves the scope open, and with it the
  /// implicit transaction and its portals. Blocks.
  ///
  /// @throws io.tiercel.wire.error.ServerException as [#await()]; then the scope is to be ended
  public void flush() {
    begin();
    try {
      session.flushRequested();
      session.await();
    } finally {
      end();
    }
    flight.throwFailure();
  }

  /// Sends everything, ending the scope first if that is not done, and reads until `enough` holds
  /// or all is complete. What is not read waits in the socket, and the server with it; the pipeline
  /// occupies the connection until then. Blocks.
  ///
  /// @return whether all is complete
  /// @throws io.tiercel.wire.error.ServerException as [#await()], when all is complete
  public boolean awaitUntil(BooleanSupplier enough) {
    begin();
    boolean complete;
    try {
      if (session.isScopeOpen()) {
        session.sync(flight);
      }
      session.awaitUntil(enough);
      complete = session.pendingSteps() == 0;
    } finally {
      end();
    }
    if (complete) {
      flight.throwFailure();
    }
    return complete;
  }

  /// Runs `work` without giving in to interruption: what it sends and awaits belongs to other
  /// threads too. An interrupt in the meantime is told by the flag of the thread afterwards.
  public void uninterruptibly(Runnable work) {
    session.line().deferInterruption(work);
  }

  /// Takes back what was not sent. Reads the answers to what was, so that the connection is usable:
  /// may block. What was sent is carried out. Failures that were not awaited are forgotten.
  @Override
  public void close() {
    if (!session.isOpen() || !turn.isOccupiedBy(this)) {
      return;
    }
    begin();
    try {
      session.discardUnsent();
      if (session.isScopeOpen()) {
        session.sync(flight);
      }
      session.await();
    } finally {
      end();
    }
  }

  /// Whether it occupies the connection no more and no failure of it is left to be thrown: it can
  /// be used for other work as if it were new.
  public boolean isIdle() {
    return !turn.isOccupiedBy(this) && !flight.hasFailed();
  }

  /// A COPY has its answer by now; nothing is to follow one that was refused.
  private Pending added(Pending pending) {
    if (pending.statement().copies()) {
      flight.throwFailure();
    }
    return pending;
  }

  private void begin() {
    turn.enter(this);
  }

  private void end() {
    turn.exit(this);
  }

  @Override
  public String toString() {
    return "a pipeline with " + session.pendingSteps() + " answers to come";
  }
}
