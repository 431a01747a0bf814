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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The database side of one EntityManager. Inside a transaction it holds one connection; outside it
/// borrows one for each exchange. `begin` sends nothing: BEGIN travels with the first flight,
/// COMMIT with the last. Confined to one thread.
///
/// Failures of the wire come as Jakarta Persistence's exceptions, with the wire's as their cause.
public final class Session implements AutoCloseable {
  private final ConnectionPool pool;
  private boolean active;
  private boolean beginSent;
  private long transactions;
  private @Nullable Connection connection;
  private Limits limits = Limits.NONE;

  /// Borrowed outside a transaction and not yet given back.
  private final Set<Connection> lent = new HashSet<>();

  /// Borrows from that pool.
  public Session(ConnectionPool pool) {
    this.pool = pool;
  }

  /// Another session on the same pool, for work that is to be committed by itself. Close it.
  public Session beside() {
    return new Session(pool);
  }

  /// Whether a transaction is open.
  public boolean isActive() {
    return active;
  }

  /// Opens a transaction without a round trip.
  public void begin() {
    if (active) {
      throw new IllegalStateException("a transaction is active already");
    }
    active = true;
    beginSent = false;
    transactions++;
  }

  /// Sends the flight in one exchange (one more before it when statements are not prepared yet) and
  /// returns when all answers are in.
  public void run(Flight flight) {
    if (flight.isEmpty()) {
      return;
    }
    Flight limited = limits.equals(Limits.NONE) ? flight : limits.around(flight);
    if (active) {
      fly(held(), limited, false);
      return;
    }
    Connection borrowed = pool.acquire();
    try {
      fly(borrowed, limited, false);
    } finally {
      pool.release(borrowed);
    }
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

  /// Sends the flight with COMMIT at its end: if a statement fails, the server skips the COMMIT.
  /// Afterwards the transaction is over when this returns, and still open to roll back when it
  /// throws.
  public void commit(Flight last) {
    requireActive();
    if (!last.isEmpty() || beginSent) {
      fly(held(), last, true);
    }
    end();
  }

  /// Rolls back and ends the transaction, also when the connection is lost.
  public void rollback() {
    requireActive();
    Connection held = connection;
    try {
      if (held != null && held.isOpen() && held.transactionStatus() != TransactionStatus.IDLE) {
        held.execute("ROLLBACK");
      }
    } catch (WireException e) {
      throw DatabaseErrors.translate(e);
    } finally {
      end();
    }
  }

  /// The connection of the open transaction, BEGIN sent, for work outside flights (portals).
  /// Outside a transaction the caller must [#giveBack] it.
  public Connection lend() {
    if (!active) {
      Connection borrowed = pool.acquire();
      lent.add(borrowed);
      return borrowed;
    }
    Connection held = held();
    if (!beginSent) {
      translating(() -> held.execute("BEGIN"));
      beginSent = true;
    }
    return held;
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
    if (lent.remove(borrowed)) {
      pool.release(borrowed);
    }
  }

  /// Takes back what was lent outside a transaction; what is still read through it is broken off.
  public void giveBackAll() {
    List<Connection> all = List.copyOf(lent);
    lent.clear();
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
      if (active) {
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
      throw DatabaseErrors.translate(e);
    }
  }

  private Connection held() {
    Connection held = connection;
    if (held == null) {
      held = pool.acquire();
      connection = held;
    }
    return held;
  }

  private void end() {
    active = false;
    beginSent = false;
    Connection held = connection;
    connection = null;
    if (held != null) {
      pool.release(held);
    }
  }

  private void requireActive() {
    if (!active) {
      throw new IllegalStateException("no transaction is active");
    }
  }

  private void fly(Connection via, Flight flight, boolean commit) {
    try {
      send(via, flight, commit);
    } catch (WireException e) {
      forgetUnsentBegin(via);
      throw DatabaseErrors.translate(e);
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

  private void send(Connection via, Flight flight, boolean commit) {
    Map<String, PreparedStatement> prepared = prepare(via, flight);
    List<Runnable> afterwards = new ArrayList<>();
    List<Guard> guards = new ArrayList<>();
    try (Pipeline pipeline = via.pipeline()) {
      if (active && !beginSent) {
        pipeline.add("BEGIN");
        beginSent = true;
      }
      for (Flight.Step step : flight.steps) {
        switch (step) {
          case Flight.Query query ->
              pipeline.add(statement(prepared, step), query.rows(), query.parameters());
          case Flight.Update update -> {
            Pending pending = pipeline.add(statement(prepared, step), update.parameters());
            afterwards.add(() -> update.affected().accept(pending.rows()));
          }
          case Flight.Guarded guarded ->
              guards.add(
                  new Guard(
                      guarded.refusal(),
                      pipeline.add(statement(prepared, step), guarded.parameters())));
          case Flight.Copy copy -> pipeline.copy(copy.sql(), copy.rows());
        }
      }
      Pending committed = commit ? pipeline.add("COMMIT") : null;
      await(pipeline, guards);
      if (committed != null && committed.tag().text().equals("ROLLBACK")) {
        // What the server answers to COMMIT in a transaction that failed before.
        throw new PersistenceException(
            "the server rolled the transaction back instead of committing it");
      }
    }
    afterwards.forEach(Runnable::run);
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

  private static PreparedStatement statement(
      Map<String, PreparedStatement> prepared, Flight.Step step) {
    return Objects.requireNonNull(prepared.get(step.sql()), step::sql);
  }

  private static Map<String, PreparedStatement> prepare(Connection via, Flight flight) {
    List<String> texts = new ArrayList<>(flight.steps.size());
    for (Flight.Step step : flight.steps) {
      if (!(step instanceof Flight.Copy)) {
        texts.add(step.sql());
      }
    }
    List<PreparedStatement> statements = via.prepareAll(texts);
    Map<String, PreparedStatement> prepared = HashMap.newHashMap(texts.size());
    for (int i = 0; i < texts.size(); i++) {
      prepared.put(texts.get(i), statements.get(i));
    }
    return prepared;
  }
}
