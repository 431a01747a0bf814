package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;

/// Reads a result into memory at once: rows of commands that change data, of several commands in
/// one flight, or of a known small number.
public final class MemoryFeed extends RowFeed {
  private final long maxRows;

  /// @param maxRows 0 for all
  public MemoryFeed(Session session, long maxRows) {
    super(session);
    this.maxRows = maxRows;
  }

  @Override
  public PortalLimit limit(Pipeline pipeline) {
    return maxRows == 0
        ? PortalLimit.NONE
        : new PortalLimit("", (int) Math.min(Integer.MAX_VALUE, maxRows));
  }

  @Override
  public void begin(Pipeline pipeline, Pending pending) {
    pipeline.await();
    complete();
  }

  /// The rows are there, brought by somebody else's exchange.
  public void arrived() {
    complete();
  }

  @Override
  void readMore() {
    complete();
  }

  @Override
  void abandon() {
    // Nothing is left on the wire.
  }

  @Override
  public void readRest() {
    // Nothing is left on the wire.
  }
}
