package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Reads a result in pieces of a given number of rows outside a transaction block: no Sync is sent
/// before the end, so the implicit transaction of the statement stays open, and its portal with it.
///
/// A statement that comes in between has the rest read into memory first.
public final class ImplicitPortalFeed extends RowFeed {
  private final FetchPlan plan;
  private @Nullable Pipeline pipeline;
  private @Nullable Pending pending;

  public ImplicitPortalFeed(Session session, FetchPlan plan) {
    super(session);
    this.plan = plan;
  }

  @Override
  public PortalLimit limit(Pipeline flight) {
    return new PortalLimit("", plan.nextPiece());
  }

  @Override
  public void begin(Pipeline flight, Pending first) {
    pipeline = flight;
    flight.flush();
    fetched(flight, first);
  }

  private void fetched(Pipeline flight, Pending piece) {
    pending = piece;
    plan.fetched(piece, largestRow());
    if (!piece.isSuspended() || plan.isExhausted()) {
      session.readToEnd(this);
      flight.await();
      complete();
    } else {
      session.leave(this);
    }
  }

  @Override
  void readMore() throws SQLException {
    Pipeline flight = pipeline;
    Pending last = pending;
    if (flight == null || last == null) {
      complete();
      return;
    }
    session.resume(
        flight,
        same -> {
          Pending piece = same.fetch(last, new PortalLimit("", plan.nextPiece()), this);
          same.flush();
          fetched(same, piece);
        });
  }

  @Override
  void setFetchSize(int size) throws SQLException {
    session.lockedWork(
        () -> {
          plan.setFetchSize(size);
        });
  }

  @Override
  void abandon() throws SQLException {
    Pipeline flight = pipeline;
    if (flight != null) {
      session.readToEnd(this);
      session.resume(
          flight,
          same -> {
            same.await();
          });
    }
  }

  @Override
  public void readRest() {
    Pipeline flight = pipeline;
    Pending last = pending;
    if (flight == null || last == null) {
      return;
    }
    try {
      plan.setFetchSize(0);
      flight.fetch(last, new PortalLimit("", plan.nextPiece()), this);
      flight.await();
      complete();
    } catch (WireException e) {
      if (session.isOpen()) {
        flight.close();
      }
      fail(e);
      if (!e.isConnectionUsable()) {
        throw e;
      }
    }
  }
}
