package io.tiercel.wire;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import io.tiercel.wire.protocol.Frontend;
import io.tiercel.wire.row.RowBytesConsumer;
import io.tiercel.wire.row.RowConsumer;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes what prepares and runs statements, and the steps that await it. Calls that say "await"
/// block; the others only write. Confined to the connection's thread.
final class Statements {
  private static final int[] NO_OIDS = {};
  private static final Object[] NO_PARAMETERS = {};

  private final Connection connection;
  private final Session session;
  private final StatementCache cache;
  private final TypeCatalog types;
  private final boolean named;
  private final ArrayDeque<CloseRequest> toClose = new ArrayDeque<>();

  /// What the server's unnamed statement is, in the scope of a number; whether its description was
  /// asked for too.
  private @Nullable PreparedStatement unnamed;

  private long unnamedScope;
  private boolean describesUnnamed;
  private int nextName;
  private boolean discarded;
  private boolean redefined;

  Statements(Connection connection, Session session, ConnectionConfig config) {
    this.connection = connection;
    this.session = session;
    named = config.namedStatements();
    cache = new StatementCache(connection, config.preparedStatementCacheSize(), this::evicted);
    types = new TypeCatalog(this);
  }

  private record CloseRequest(boolean isPortal, String name) {}

  Codecs codecs() {
    return types.codecs();
  }

  Session session() {
    return session;
  }

  PreparedStatement cached(String sql) {
    return cached(sql, NO_OIDS);
  }

  PreparedStatement cached(String sql, int[] parameterOids) {
    forgetOutdated();
    if (named) {
      return cache.get(sql, parameterOids);
    }
    PreparedStatement current = unnamed;
    return current != null && isCurrent(current) && current.isOf(sql, parameterOids)
        ? current
        : PreparedStatement.unnamed(connection, sql, parameterOids);
  }

  PreparedStatement once(String sql, int[] parameterOids) {
    return PreparedStatement.unnamed(connection, sql, parameterOids);
  }

  String newName(String prefix) {
    return prefix + ++nextName;
  }

  /// Writes Parse for a statement that the server does not know, without describing it.
  void parseInFlight(PreparedStatement statement, Flight flight) {
    if (statement.isUnnamed()) {
      parseUnnamed(statement, flight);
    } else if (!statement.isParsed()) {
      closeUnused();
      long start = session.position();
      writeParse(statement);
      session.add(new ParseStep(session, statement, flight, true, false), start);
    }
  }

  /// Writes Parse and Describe for a statement that runs in the same flight: one that runs once, or
  /// one that the server does not know and that returns no rows. Its parameters are bound as the
  /// types that were declared.
  void describeInFlight(PreparedStatement statement, Flight flight) {
    forgetOutdated();
    if (statement.isParsed()) {
      return;
    }
    if (statement.isUnnamed()) {
      describeUnnamed(statement, flight);
      return;
    }
    closeUnused();
    long start = session.position();
    statement.assumeDeclaredParameters();
    writeParse(statement);
    Frontend.describeStatement(session.out(), statement.name());
    session.add(new ParseStep(session, statement, flight, true, true), start);
  }

  /// Makes a statement known that is to be bound to these values next: in this flight where that
  /// can be done, which an unnamed one prefers, else awaiting its description.
  void describeToBind(PreparedStatement statement, Flight flight, @Nullable Object... parameters) {
    if (statement.isUnnamed() && statement.takesAsDeclared(parameters)) {
      describeInFlight(statement, flight);
    } else {
      awaitDescribed(statement, flight);
    }
  }

  // The unnamed statement

  private boolean isCurrent(PreparedStatement statement) {
    return unnamed == statement && unnamedScope == session.scope();
  }

  /// Writes Parse if the server's unnamed statement is another one, or may be.
  private void parseUnnamed(PreparedStatement statement, Flight flight) {
    if (!isCurrent(statement)) {
      closeUnused();
      writeUnnamed(statement, flight, false);
    }
  }

  /// Writes Parse and Describe of a statement whose results come as text, unless this scope has
  /// done so.
  private void describeUnnamed(PreparedStatement statement, Flight flight) {
    if (!isCurrent(statement)) {
      closeUnused();
      if (statement.parameterCount() > 0) {
        types.awaitTypesOf(List.of(statement), flight);
      }
      statement.assumeText();
    }
    if (!isCurrent(statement) || !describesUnnamed) {
      writeUnnamed(statement, flight, true);
    }
  }

  /// As [#awaitDescribed(PreparedStatement, Flight)]. It can be bound until the scope ends, and
  /// leaves that to be done by the caller.
  private void awaitUnnamedDescribed(PreparedStatement statement, Flight flight) {
    boolean isCurrent = isCurrent(statement);
    if (isCurrent && describesUnnamed && statement.hasDescription()) {
      return;
    }
    boolean inScope = session.isScopeOpen();
    var described = new Flight();
    if (!isCurrent || !describesUnnamed) {
      closeUnused();
      statement.assumeNothing();
      writeUnnamed(statement, described, true);
    }
    session.flushRequested();
    session.await();
    if (inScope) {
      described.passTo(flight);
    } else if (described.hasFailed()) {
      session.sync(described);
      session.await();
    }
    described.throwFailure();
    requireDescription(statement, flight);
    try {
      types.awaitTypesOf(List.of(statement), flight);
    } catch (RuntimeException e) {
      if (session.isOpen()) {
        endScope(inScope);
      }
      throw e;
    }
  }

  private void writeUnnamed(PreparedStatement statement, Flight flight, boolean describes) {
    long start = session.position();
    boolean parses = !isCurrent(statement);
    if (parses) {
      Frontend.parse(session.out(), "", statement.sql(), statement.declaredOids());
    }
    if (describes) {
      Frontend.describeStatement(session.out(), "");
    }
    session.add(new ParseStep(session, statement, flight, parses, describes), start);
    unnamed = statement;
    unnamedScope = session.scope();
    describesUnnamed = describes;
  }

  /// Ends a scope that only describing has opened.
  void endScope(boolean wasOpen) {
    if (!wasOpen && session.isScopeOpen()) {
      var flight = new Flight();
      session.sync(flight);
      session.await();
      flight.throwFailure();
    }
  }

  /// Before Bind is written: an unnamed statement may have made room for another.
  void beforeBind(PreparedStatement statement, Flight flight) {
    if (statement.isUnnamed()) {
      parseUnnamed(statement, flight);
    }
  }

  // Named ones

  /// As [#describeInFlight], for one that may return rows: they are asked for in binary.
  void describeInBinary(PreparedStatement statement, Flight flight) {
    forgetOutdated();
    if (statement.isParsed()) {
      awaitDescribed(statement, flight);
    } else {
      statement.assumeBinary();
      describeInFlight(statement, flight);
    }
  }

  /// Plans anew what was assumed of a statement's results, when its types are known.
  void awaitDescribedAgain(PreparedStatement statement, Flight flight) {
    statement.assumeNothing();
    statement.planFormats();
    types.awaitTypesOf(List.of(statement), flight);
  }

  private void writeParse(PreparedStatement statement) {
    String name = newName("t");
    Frontend.parse(session.out(), name, statement.sql(), statement.declaredOids());
    statement.parsedAs(name);
    session.parsing();
    cache.restore(statement);
  }

  void awaitDescribed(PreparedStatement statement, Flight flight) {
    if (statement.connection() != connection) {
      throw new UsageException(
          SqlState.INVALID_SQL_STATEMENT_NAME,
          "the statement was prepared on another connection\nStatement: " + statement);
    }
    forgetOutdated();
    if (statement.isUnnamed()) {
      awaitUnnamedDescribed(statement, flight);
      return;
    }
    // Looking up types can evict the statement from a very small cache, but only the first time.
    while (!statement.isDescribed()) {
      awaitDescribed(List.of(statement), flight);
    }
  }

  /// Parses and describes what is not yet, in one round trip; one more when that brings types which
  /// this connection has not met. In the middle of a pipeline a Flush takes the place of the Sync,
  /// which would end the scope.
  ///
  /// @param flight told of a failure that its scope does not survive
  void awaitDescribed(List<PreparedStatement> statements, Flight flight) {
    if (!named) {
      statements.forEach(statement -> awaitUnnamedDescribed(statement, flight));
      return;
    }
    if (areDescribed(statements)) {
      return;
    }
    var unknown = statements.stream().filter(statement -> !statement.isDescribed()).toList();
    boolean inScope = session.isScopeOpen();
    var described = new Flight();
    closeUnused();
    unknown.forEach(statement -> describe(statement, described));
    awaitScope(inScope, described);
    if (inScope) {
      described.passTo(flight);
    }
    described.throwFailure();
    // One that made room for another of the same batch has its description all the same.
    unknown.forEach(statement -> requireDescription(statement, flight));
    types.awaitTypesOf(unknown, flight);
  }

  /// Throws what kept the server from describing a statement, which is the failure of the flight
  /// where that is known.
  private static void requireDescription(PreparedStatement statement, Flight flight) {
    if (!statement.hasDescription()) {
      flight.throwFailure();
      throw new UsageException(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "cannot prepare: an earlier statement of the pipeline failed\nStatement: " + statement);
    }
  }

  /// A loop, because nearly always they are.
  private static boolean areDescribed(List<PreparedStatement> statements) {
    for (PreparedStatement statement : statements) {
      if (!statement.isDescribed()) {
        return false;
      }
    }
    return true;
  }

  /// Awaits what is written: by a Flush inside a scope that others began, else by a Sync.
  void awaitScope(boolean inScope, Flight flight) {
    if (inScope) {
      session.flushRequested();
    } else {
      session.sync(flight);
    }
    session.await();
  }

  private void describe(PreparedStatement statement, Flight flight) {
    long start = session.position();
    boolean parses = !statement.isParsed();
    if (parses) {
      writeParse(statement);
    }
    Frontend.describeStatement(session.out(), statement.name());
    session.add(new ParseStep(session, statement, flight, parses, true), start);
  }

  /// Writes Bind and Execute.
  Pending bind(
      Flight flight,
      PreparedStatement statement,
      @Nullable RowConsumer rows,
      @Nullable Object... parameters) {
    beforeBind(statement, flight);
    long start = session.position();
    Binding.write(session.out(), "", statement, parameters);
    Frontend.execute(session.out());
    var pending = new Pending(session, flight, statement, rows);
    session.add(pending, start);
    sent(pending);
    return pending;
  }

  /// Writes Bind of a portal and its first Execute.
  Pending bind(
      Flight flight,
      PreparedStatement statement,
      PortalLimit limit,
      @Nullable RowBytesConsumer rows,
      @Nullable Object... parameters) {
    beforeBind(statement, flight);
    long start = session.position();
    Binding.write(session.out(), limit.portal(), statement, parameters);
    Frontend.execute(session.out(), limit.portal(), limit.maxRows());
    Pending pending = new Pending(session, flight, statement, null).takingBytes(rows);
    session.add(pending, start);
    sent(pending);
    return pending;
  }

  /// Sends what was written if it is much. A COPY is awaited: if it wants data, a message behind it
  /// would make the server give up the connection. One whose data nobody takes has done its work by
  /// then, and is undone with all that went before it, as one that wants data is.
  private void sent(Pending pending) {
    if (pending.statement().copies()) {
      session.flushRequested();
      session.await();
      if (pending.isUntaken()) {
        session.failScope("COPY TO STDOUT as an ordinary statement");
      }
    } else {
      session.sendIfMuch();
    }
  }

  /// Writes one more Execute of a suspended portal.
  Pending fetch(
      Flight flight, Pending suspended, PortalLimit limit, @Nullable RowBytesConsumer rows) {
    long start = session.position();
    Frontend.execute(session.out(), limit.portal(), limit.maxRows());
    Pending pending =
        new Pending(session, flight, suspended.statement(), null).takingBytes(rows).alreadyBound();
    session.add(pending, start);
    return pending;
  }

  /// Writes Bind, Execute and the data of a COPY.
  Pending copy(Flight flight, PreparedStatement statement, CopyRows rows) {
    beforeBind(statement, flight);
    long start = session.position();
    Binding.write(session.out(), "", statement, NO_PARAMETERS);
    Frontend.execute(session.out());
    Pending pending = new Pending(session, flight, statement, null).copying();
    session.add(pending, start);
    var writer = new BinaryCopy(session, BinaryCopy.UNKNOWN);
    try {
      rows.writeTo(writer);
      writer.finish();
    } catch (RuntimeException | Error e) {
      if (session.isOpen()) {
        writer.fail("the client failed to write a row");
        flight.fail(e);
      }
      throw e;
    }
    session.sendIfMuch();
    return pending;
  }

  private void evicted(PreparedStatement statement) {
    if (statement.isParsed()) {
      toClose.add(new CloseRequest(false, statement.name()));
      statement.forget();
    }
  }

  /// Forgets a statement that can work no more as it was prepared.
  void drop(PreparedStatement statement) {
    cache.remove(statement);
    evicted(statement);
  }

  /// The server has forgotten all statements.
  void discarded() {
    discarded = true;
  }

  /// What statements mean may have changed.
  void redefined() {
    redefined = true;
  }

  /// Lets statements be parsed anew, as soon as no answer to come depends on what they were.
  private void forgetOutdated() {
    if (!(discarded || redefined) || session.pendingSteps() > 0) {
      return;
    }
    if (discarded) {
      toClose.removeIf(request -> !request.isPortal());
      cache.clear(PreparedStatement::forget);
    } else {
      cache.clear(this::evicted);
    }
    discarded = false;
    redefined = false;
  }

  void closeLater(String portal) {
    toClose.add(new CloseRequest(true, portal));
  }

  /// Tells the server to forget what is used no more; rides along with other work.
  void closeUnused() {
    while (!toClose.isEmpty()) {
      CloseRequest request = toClose.remove();
      long start = session.position();
      if (request.isPortal()) {
        Frontend.closePortal(session.out(), request.name());
      } else {
        Frontend.closeStatement(session.out(), request.name());
      }
      session.add(new CloseStep(() -> toClose.add(request)), start);
    }
  }
}
