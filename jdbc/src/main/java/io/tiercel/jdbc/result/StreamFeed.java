package io.tiercel.jdbc.result;

import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.error.WireException;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// Reads a result as it is asked for: the statement is executed to its end, and what is not read
/// yet waits in the socket, and the server with it. Without a row limit the server keeps its
/// parallel plans, and there are no round trips in between.
///
/// A statement that comes in between has the rest read into memory first.
public final class StreamFeed extends RowFeed implements BooleanSupplier {
  private final long maxRows;
  private @Nullable Pipeline pipeline;

  /// @param maxRows 0 for all
  public StreamFeed(Session session, long maxRows) {
    super(session, RowBlock.FULL_BYTES + 2L * session.wire().config().receiveBufferSize());
    this.maxRows = maxRows;
  }

  @Override
  public PortalLimit limit(Pipeline pipeline) {
    return maxRows == 0
        ? PortalLimit.NONE
        : new PortalLimit("", (int) Math.min(Integer.MAX_VALUE, maxRows));
  }

  @Override
  public void begin(Pipeline flight, Pending pending) {
    pipeline = flight;
    read(flight);
  }

  /// Whether enough rows are there for now.
  @Override
  public boolean getAsBoolean() {
    return hasEnough();
  }

  private void read(Pipeline flight) {
    if (flight.awaitUntil(this)) {
      complete();
      session.readToEnd(this);
    } else {
      session.leave(this);
    }
  }

  @Override
  void readMore() throws SQLException {
    Pipeline flight = pipeline;
    if (flight == null) {
      complete();
      return;
    }
    session.resume(
        flight,
        same -> {
          read(same);
        });
  }

  @Override
  void abandon() throws SQLException {
    readMoreUntilEnd();
  }

  private void readMoreUntilEnd() throws SQLException {
    Pipeline flight = pipeline;
    if (flight != null) {
      session.resume(
          flight,
          same -> {
            same.awaitUntil(() -> false);
            session.readToEnd(this);
          });
    }
  }

  @Override
  public void readRest() {
    Pipeline flight = pipeline;
    if (flight == null) {
      return;
    }
    try {
      flight.awaitUntil(() -> false);
      complete();
    } catch (WireException e) {
      fail(e);
      if (!e.isConnectionUsable()) {
        throw e;
      }
    }
  }
}
