package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// Reads a result in pieces of a given number of rows, from a named portal that stays on the server
/// between them: the connection is free for other statements of the transaction.
public final class TransactionPortalFeed extends RowFeed {
  private final FetchPlan plan;
  private String name = "";
  private @Nullable Pending pending;

  public TransactionPortalFeed(Session session, FetchPlan plan) {
    super(session);
    this.plan = plan;
  }

  @Override
  public PortalLimit limit(Pipeline pipeline) {
    name = pipeline.newPortalName();
    return new PortalLimit(name, plan.nextPiece());
  }

  @Override
  public void begin(Pipeline pipeline, Pending first) {
    pipeline.await();
    fetched(first);
  }

  private void fetched(Pending piece) {
    pending = piece;
    plan.fetched(piece, largestRow());
    if (!piece.isSuspended() || plan.isExhausted()) {
      complete();
      session.closePortalLater(name);
    }
  }

  @Override
  void readMore() throws SQLException {
    Pending last = pending;
    if (last == null) {
      complete();
      return;
    }
    session.work(
        pipeline -> {
          Pending piece = pipeline.fetch(last, new PortalLimit(name, plan.nextPiece()), this);
          pipeline.await();
          fetched(piece);
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
  void abandon() {
    session.closePortalLater(name);
  }

  @Override
  public void readRest() {
    // The portal is no hindrance to others.
  }
}
