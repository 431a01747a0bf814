package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowConsumer;
import jakarta.persistence.PersistenceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The database side of one EntityManager. Inside a transaction it holds one connection; outside it
/// borrows one for each exchange. `begin` sends nothing: BEGIN travels with the first flight that
/// needs it, COMMIT with the last. Confined to one thread.
///
/// Failures of the wire come as Jakarta Persistence's exceptions, with the wire's as their cause.
public final class Session implements AutoCloseable {
  private static final String SAVEPOINT = "tiercel_limits";

  /// Nobody adds to it.
  private static final Flight NOTHING = new Flight();

  private final ConnectionSource pool;
  private boolean active;
  private boolean beginSent;

  /// Whether a transaction manager ends the open transaction.
  private boolean isManaged;

  private long transactions;
  private long turns;
  private @Nullable Connection connection;

  /// What the application has got of [#connection].
  private @Nullable JdbcAccess jdbc;

  private Limits limits = Limits.NONE;
  private boolean rollbackOnly;
  private TransactionModes modes = TransactionModes.DEFAULT;

  /// When the open transaction must be over, by the clock of [System#nanoTime]; null for any time.
  private @Nullable Long deadlineNanos;

  /// Borrowed outside a transaction and not yet given back.
  private Set<Connection> lent = Set.of();

  private @Nullable TransactionWatch watch;

  /// Borrows from that pool.
  public Session(ConnectionSource pool) {
    this.pool = pool;
  }

  /// Another session on the same database, for work that is to be committed by itself. Close it.
  public Session beside() {
    return new Session(pool.unmanaged());
  }

  /// From now on that one is told of transactions.
  public void watch(TransactionWatch by) {
    watch = by;
  }

  /// Whether a transaction is open.
  public boolean isActive() {
    return active;
  }

  /// How often something other than plain reads was done: transactions begun and ended, statements
  /// that write, lock or call functions, connections lent. What was read before may have changed
  /// since for a reason that the application knows of.
  public long turns() {
    return turns;
  }

  /// Opens a transaction that may take any time, without a round trip.
  public void begin() {
    begin(null, TransactionModes.DEFAULT);
  }

  /// Opens a transaction without a round trip.
  ///
  /// @param timeout what its statements may take together, null for any time
  public void begin(@Nullable Duration timeout, TransactionModes with) {
    if (active) {
      throw new IllegalStateException("a transaction is active already");
    }
    active = true;
    rollbackOnly = false;
    modes = with;
    deadlineNanos = timeout == null ? null : System.nanoTime() + timeout.toNanos();
    beginSent = false;
    transactions++;
    turns++;
    if (watch != null) {
      watch.begun(with);
    }
  }

  /// Takes part in a transaction that a transaction manager began and will end, on a connection
  /// that the manager knows. Sends nothing now, and never a COMMIT or ROLLBACK.
  public void join(TransactionModes with) {
    begin(null, with);
    isManaged = true;
  }

  /// The transaction of the manager is over, or this session leaves it to the manager.
  public void leave() {
    if (active) {
      if (watch != null) {
        watch.left();
      }
      end();
    }
  }

  /// Whether the open transaction only reads.
  public boolean isReadOnly() {
    return active && modes.readOnly();
  }

  /// Sends the flight in one exchange (one more before it when statements are not prepared yet) and
  /// returns when all answers are in.
  public void run(Flight flight) {
    if (flight.isEmpty()) {
      return;
    }
    if (!flight.onlyReads()) {
      turns++;
    }
    if (active) {
      runInTransaction(flight);
      return;
    }
    Connection borrowed = pool.acquire();
    try {
      fly(borrowed, limited(flight, limits), null);
    } finally {
      pool.release(borrowed);
    }
  }

  private static Flight limited(Flight flight, Limits limits) {
    if (limits.equals(Limits.NONE)) {
      return flight;
    }
    Flight limited = new Flight();
    limits.addTo(limited, flight);
    return limited;
  }

  /// PostgreSQL gives up a transaction whose statement fails, also when it fails because of a limit
  /// that the application set. So such flights have a savepoint to return to, in the same exchange.
  private void runInTransaction(Flight flight) {
    Limits inForce = inForce();
    if (!beginSent
        && !isManaged
        && modes.letsReadsComeFirst()
        && flight.onlyReads()
        && readBeforeBegin(flight, inForce)) {
      return;
    }
    if (!limits.canRunOut()) {
      fly(held(), limited(flight, inForce), null);
      return;
    }
    Flight guarded = new Flight();
    guarded.steps.add(new Flight.Command("SAVEPOINT " + SAVEPOINT));
    inForce.addTo(guarded, flight);
    guarded.steps.add(new Flight.Command("RELEASE " + SAVEPOINT));
    Connection held = held();
    try {
      send(held, guarded, true, null);
    } catch (WireException e) {
      forgetUnsentBegin(held);
      boolean onlyStatement = DatabaseErrors.isTimeout(e) && undone(held, e);
      throw DatabaseErrors.translate(e, onlyStatement || !isFailed());
    } catch (RuntimeException | Error e) {
      forgetUnsentBegin(held);
      throw e;
    }
  }

  /// Sends reads that are the same outside of the transaction's block as in it (decision 0017).
  /// False, with nothing read, when the connection's transactions are not READ COMMITTED.
  private boolean readBeforeBegin(Flight flight, Limits inForce) {
    Connection held = held();
    KnownIsolation known = KnownIsolation.of(held);
    if (known != null && !known.isReadCommitted()) {
      return false;
    }
    Flight limited = limited(flight, inForce);
    if (known == null || modes.readOnly()) {
      IsolationCheck check = new IsolationCheck();
      sendBeforeBegin(held, check.before(limited, modes.readOnly()));
      KnownIsolation.told(held, check.isReadCommitted());
      return check.isReadCommitted();
    }
    sendBeforeBegin(held, limited);
    known.stillHolds(held);
    return true;
  }

  private void sendBeforeBegin(Connection held, Flight reads) {
    try {
      send(held, reads, false, null);
    } catch (WireException e) {
      throw failedBeforeBegin(e);
    }
  }

  /// As within the block: a statement that fails ends the transaction, unless it reached a limit
  /// that the application has set.
  private PersistenceException failedBeforeBegin(WireException failure) {
    boolean goesOn = limits.canRunOut() && DatabaseErrors.isTimeout(failure);
    if (failure instanceof ServerException && !goesOn) {
      rollbackOnly = true;
    }
    return DatabaseErrors.translate(failure, !isRollbackOnly());
  }

  /// Returns to the savepoint; false when there is none, for the failure came before it.
  private boolean undone(Connection held, WireException failure) {
    if (!isFailed()) {
      return true;
    }
    if (!held.isOpen()) {
      return false;
    }
    try {
      held.execute("ROLLBACK TO " + SAVEPOINT);
      held.execute("RELEASE " + SAVEPOINT);
      return true;
    } catch (WireException e) {
      failure.addSuppressed(e);
      return false;
    }
  }

  /// The limits of the work being done, within the time that the transaction has left.
  private Limits inForce() {
    Long deadline = deadlineNanos;
    if (deadline == null) {
      return limits;
    }
    long leftMillis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
    if (leftMillis <= 0) {
      throw new PersistenceException(
          "the transaction has taken longer than its timeout\n"
              + "Hint: roll back, and repeat it in smaller parts or with a longer timeout.");
    }
    return limits.atMost((int) Math.min(leftMillis, Integer.MAX_VALUE));
  }

  /// Whether the open transaction can only be rolled back, because of a failed statement or because
  /// it was marked so.
  public boolean isRollbackOnly() {
    return rollbackOnly || isFailed();
  }

  /// Marks the open transaction, if there is one, so that it can only be rolled back.
  public void setRollbackOnly() {
    rollbackOnly = active;
  }

  private boolean isFailed() {
    Connection held = connection;
    return active
        && held != null
        && (!held.isOpen() || held.transactionStatus() == TransactionStatus.FAILED);
  }

  /// Does work whose flights keep these limits.
  public <T extends @Nullable Object> T within(Limits of, Supplier<T> work) {
    Limits outer = limits;
    limits = of;
    try {
      return work.get();
    } finally {
      limits = outer;
    }
  }

  /// Whether the open transaction may take some time only.
  public boolean isTimed() {
    return active && deadlineNanos != null;
  }

  /// The limits of the work being done.
  public Limits limits() {
    return limits;
  }

  /// One query as a flight of its own.
  public void query(String sql, RowConsumer rows, @Nullable Object... parameters) {
    Flight flight = new Flight();
    flight.query(sql, rows, parameters);
    run(flight);
  }

  /// As [#commit(Flight)], with nothing before COMMIT.
  public void commit() {
    requireActive();
    if (isManaged || beginSent) {
      commit(new Flight());
    } else {
      end();
    }
  }

  /// Sends the flight with COMMIT at its end: if a statement fails, the server skips the COMMIT.
  /// Afterwards the transaction is over when this returns, and still open to roll back when it
  /// throws. Where a manager commits, only the flight is sent, and the connection given back.
  public void commit(Flight last) {
    requireActive();
    if (isManaged) {
      run(last);
      giveBackHeld();
      return;
    }
    if (!last.isEmpty() || beginSent) {
      TransactionWatch watching = watch;
      Flight behind = watching == null ? NOTHING : watching.beforeCommit(last);
      fly(held(), limited(last, inForce()), behind);
      if (watching != null) {
        watching.committed();
      }
    }
    end();
  }

  /// Rolls back and ends the transaction, also when the connection is lost.
  public void rollback() {
    requireActive();
    Connection held = connection;
    try {
      if (jdbc != null && held != null && held.isOpen()) {
        jdbc.settle();
      }
      if (held != null && held.isOpen() && held.transactionStatus() != TransactionStatus.IDLE) {
        held.execute("ROLLBACK");
      }
    } catch (WireException e) {
      throw DatabaseErrors.translate(e, true);
    } finally {
      end();
    }
  }

  /// The connection of the open transaction, BEGIN sent, for work outside flights (portals).
  /// Outside a transaction the caller must [#giveBack] it.
  public Connection lend() {
    if (watch != null) {
      watch.lent();
    }
    return lendForReading();
  }

  /// As [#lend], for a select of ours.
  public Connection lendForReading() {
    turns++;
    if (watch != null) {
      // Nobody asks where the rows of a portal come from.
      watch.reads(null);
    }
    if (!active) {
      Connection borrowed = pool.acquire();
      if (lent.isEmpty()) {
        lent = new HashSet<>();
      }
      lent.add(borrowed);
      return borrowed;
    }
    Connection held = held();
    if (mustBegin(held)) {
      translating(() -> held.execute(modes.command()));
    }
    beginSent = true;
    return held;
  }

  /// The connection of the open transaction through JDBC, BEGIN sent; the same one until the
  /// transaction ends.
  public JdbcAccess jdbc() {
    Connection held = lend();
    JdbcAccess known = jdbc;
    if (known == null) {
      known = pool.jdbc(held);
      jdbc = known;
    }
    return known;
  }

  /// A connection lent outside a transaction through JDBC; to be ended before it is given back.
  public JdbcAccess jdbc(Connection borrowed) {
    return pool.jdbc(borrowed);
  }

  /// Makes sure that work on a lent connection has not ended the transaction underneath.
  public void requireBegun() {
    Connection held = connection;
    if (beginSent
        && held != null
        && held.isOpen()
        && held.transactionStatus() == TransactionStatus.IDLE) {
      beginSent = false;
      rollbackOnly = true;
      throw new PersistenceException(
          "the work on the connection has ended the transaction of the EntityManager\n"
              + "Hint: leave commit and rollback to getTransaction().");
    }
  }

  /// Which transaction is open, counted from 1; 0 outside of one. A connection lent in a
  /// transaction is to be used until this changes.
  public long transaction() {
    return active ? transactions : 0;
  }

  /// Whether a connection lent outside a transaction has not been given back yet.
  public boolean isLent(Connection candidate) {
    return lent.contains(candidate);
  }

  /// Ends a [#lend()]. Does nothing when the connection is no longer lent, for then it may have
  /// another owner already.
  public void giveBack(Connection borrowed) {
    if (lent.contains(borrowed)) {
      lent.remove(borrowed);
      pool.release(borrowed);
    }
  }

  /// Takes back what was lent outside a transaction; what is still read through it is broken off.
  public void giveBackAll() {
    if (lent.isEmpty()) {
      return;
    }
    Set<Connection> all = lent;
    lent = Set.of();
    for (Connection borrowed : all) {
      // It may be halfway through a portal, which only closing ends without waiting.
      borrowed.close();
      pool.release(borrowed);
    }
  }

  /// Rolls back what is open and gives back what is lent. Idempotent.
  @Override
  public void close() {
    try {
      if (isManaged) {
        leave();
      } else if (active) {
        rollback();
      }
    } finally {
      giveBackAll();
    }
  }

  /// Work on a lent connection; its failures come as those of a flight do.
  public <T> T translating(Supplier<T> work) {
    try {
      return work.get();
    } catch (WireException e) {
      throw DatabaseErrors.translate(e, !isFailed());
    }
  }

  private Connection held() {
    Connection held = connection;
    if (held == null) {
      held = pool.acquire();
      connection = held;
    }
    if (jdbc != null) {
      jdbc.settle();
    }
    return held;
  }

  private void end() {
    turns++;
    active = false;
    isManaged = false;
    rollbackOnly = false;
    deadlineNanos = null;
    try {
      giveBackHeld();
    } finally {
      if (watch != null) {
        watch.ended();
      }
    }
  }

  private void giveBackHeld() {
    beginSent = false;
    Connection held = connection;
    connection = null;
    JdbcAccess access = jdbc;
    jdbc = null;
    if (held != null) {
      try {
        if (access != null && held.isOpen()) {
          access.end();
        }
      } finally {
        pool.release(held);
      }
    }
  }

  /// A manager's connection may have begun already, for another that takes part.
  private boolean mustBegin(Connection via) {
    return !beginSent && !(isManaged && via.transactionStatus() != TransactionStatus.IDLE);
  }

  private void requireActive() {
    if (!active) {
      throw new IllegalStateException("no transaction is active");
    }
  }

  /// @param behindCommit null when there is nothing to commit
  private void fly(Connection via, Flight flight, @Nullable Flight behindCommit) {
    try {
      send(via, flight, true, behindCommit);
    } catch (WireException e) {
      forgetUnsentBegin(via);
      throw DatabaseErrors.translate(e, !isFailed());
    } catch (RuntimeException | Error e) {
      forgetUnsentBegin(via);
      throw e;
    }
  }

  /// A flight that fails before it is sent takes its BEGIN with it; without a new one, what follows
  /// would commit by itself.
  private void forgetUnsentBegin(Connection via) {
    if (active && via.isOpen() && via.transactionStatus() == TransactionStatus.IDLE) {
      beginSent = false;
    }
  }

  /// Asks before the rows, where they may be stored, which server and which tables they are of.
  ///
  /// @param inBlock whether it belongs into the block of the transaction, if one is open
  private void send(Connection via, Flight flight, boolean inBlock, @Nullable Flight behindCommit) {
    TransactionWatch watching = watch;
    List<String> stored = watching == null ? null : watching.stores();
    if (watching == null || stored == null) {
      sendAll(via, flight, inBlock, behindCommit);
      return;
    }
    boolean onlyReads = behindCommit == null && flight.onlyReads();
    var check = new ReaderCheck(via, stored, watching::reads);
    sendAll(via, check.before(flight), inBlock, behindCommit);
    check.landed(onlyReads);
  }

  private void sendAll(
      Connection via, Flight flight, boolean inBlock, @Nullable Flight behindCommit) {
    Flight left = flight;
    // Each statement may be refused once; definitions that change all the time are somebody's own.
    for (int i = flight.steps.size(); left != null; i--) {
      left = sendOnce(via, left, inBlock, behindCommit, i > 0);
    }
  }

  /// Returns what is to be sent again, null for nothing.
  private @Nullable Flight sendOnce(
      Connection via,
      Flight flight,
      boolean inBlock,
      @Nullable Flight behindCommit,
      boolean isRepeatable) {
    List<PreparedStatement> prepared = prepare(via, flight);
    List<PreparedStatement> last = behindCommit == null ? List.of() : prepare(via, behindCommit);
    int next = 0;
    // Flights that only read have neither.
    List<Runnable> afterwards = List.of();
    List<Guard> guards = List.of();
    List<Pending> asked = new ArrayList<>(flight.steps.size());
    try (Pipeline pipeline = via.pipeline()) {
      if (inBlock) {
        if (active && mustBegin(via)) {
          pipeline.add(modes.command());
        }
        beginSent = active;
      }
      for (Flight.Step step : flight.steps) {
        switch (step) {
          case Flight.Query query ->
              asked.add(pipeline.add(prepared.get(next++), query.rows(), query.parameters()));
          case Flight.Update update -> {
            Pending pending = pipeline.add(prepared.get(next++), update.parameters());
            if (afterwards.isEmpty()) {
              afterwards = new ArrayList<>();
            }
            afterwards.add(() -> update.affected().accept(pending.rows()));
          }
          case Flight.Guarded guarded -> {
            if (guards.isEmpty()) {
              guards = new ArrayList<>();
            }
            guards.add(
                new Guard(
                    guarded.refusal(), pipeline.add(prepared.get(next++), guarded.parameters())));
          }
          case Flight.Command command -> {
            Pending unused = pipeline.add(command.sql());
          }
          case Flight.Copy copy -> pipeline.copy(copy.sql(), copy.rows());
          case Flight.LimitsInForce _ -> {
            prepared = prepareWithinLimits(pipeline, flight);
            next = 0;
          }
        }
      }
      Pending committed = behindCommit == null ? null : pipeline.add("COMMIT");
      for (int i = 0; i < last.size(); i++) {
        // Only queries are asked there.
        Flight.Query query = (Flight.Query) Objects.requireNonNull(behindCommit).steps.get(i);
        var unused = pipeline.add(last.get(i), query.rows(), query.parameters());
      }
      try {
        await(pipeline, guards);
      } catch (WireException e) {
        Flight left =
            isRepeatable && committed == null ? StalePlans.left(via, flight, asked, e) : null;
        if (left != null) {
          return left;
        }
        if (last.isEmpty() || committed == null || !committed.isSuccessful()) {
          throw e;
        }
        // What was asked behind COMMIT failed, and COMMIT did not.
      }
      if (committed != null && committed.tag().text().equals("ROLLBACK")) {
        // What the server answers to COMMIT in a transaction that failed before.
        throw new PersistenceException(
            "the server rolled the transaction back instead of committing it");
      }
    }
    afterwards.forEach(Runnable::run);
    return null;
  }

  private record Guard(Flight.Refusal refusal, Pending pending) {}

  private static void await(Pipeline pipeline, List<Guard> guards) {
    try {
      pipeline.await();
    } catch (ServerException e) {
      for (Guard guard : guards) {
        ServerError error = guard.pending().error();
        PersistenceException meaning = error == null ? null : guard.refusal().of(error);
        if (meaning != null) {
          throw meaning;
        }
      }
      throw e;
    }
  }

  private static List<PreparedStatement> prepare(Connection via, Flight flight) {
    List<String> texts = flight.toPrepare();
    return switch (texts.size()) {
      case 0 -> List.of();
      case 1 -> List.of(via.prepare(texts.getFirst()));
      default -> via.prepareAll(texts);
    };
  }

  /// Sends what the pipeline has so far if one of them is new to the connection.
  private static List<PreparedStatement> prepareWithinLimits(Pipeline pipeline, Flight flight) {
    List<PreparedStatement> statements =
        flight.toPrepareWithinLimits().stream().map(pipeline::statement).toList();
    pipeline.describe(statements);
    return statements;
  }
}
