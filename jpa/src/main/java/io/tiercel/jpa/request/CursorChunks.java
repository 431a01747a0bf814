package io.tiercel.jpa.request;

import io.tiercel.jpa.session.Flight;
import io.tiercel.jpa.session.Limits;
import io.tiercel.jpa.session.Session;
import io.tiercel.wire.row.RowConsumer;
import java.util.concurrent.atomic.AtomicLong;

/// Rows of a cursor in the open transaction (PostgreSQL manual, DECLARE). Unlike a portal it is
/// read by statements, which keep limits on time and have a savepoint as others do: when a chunk
/// runs out of time, the transaction goes on.
final class CursorChunks implements RowChunks {
  // Prepared statements know the columns of a cursor by its name.
  private static final AtomicLong CURSORS = new AtomicLong();

  private final Session session;
  private final Limits limits;
  private final long transaction;
  private final String name = "tiercel_stream_" + CURSORS.incrementAndGet();

  CursorChunks(Session session, QuerySource.Statement statement, Limits limits) {
    this.session = session;
    this.limits = limits;
    this.transaction = session.transaction();
    var flight = new Flight();
    flight.update(
        "declare " + name + " no scroll cursor for " + statement.sql(),
        rows -> {},
        statement.values());
    run(flight);
  }

  private void run(Flight flight) {
    session.within(
        limits,
        () -> {
          session.run(flight);
          return true;
        });
  }

  @Override
  public boolean fetch(int most, RowConsumer rows) {
    var flight = new Flight();
    int[] count = {0};
    flight.query(
        "fetch forward " + most + " from " + name,
        row -> {
          count[0]++;
          rows.accept(row);
        });
    run(flight);
    return count[0] == most;
  }

  @Override
  public boolean isUsable() {
    return session.transaction() == transaction;
  }

  @Override
  public void close() {
    if (!session.isRollbackOnly()) {
      var flight = new Flight();
      flight.update("close " + name, rows -> {});
      session.run(flight);
    }
  }
}
