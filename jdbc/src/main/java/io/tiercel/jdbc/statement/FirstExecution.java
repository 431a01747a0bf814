package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.result.RespelledRows;
import io.tiercel.jdbc.result.RowFeed;
import io.tiercel.jdbc.result.StreamFeed;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// The first execution of a prepared statement on a connection: two round trips, one to have it
/// described and one to run it. Where other connections have found that it returns nothing but
/// binary, it is parsed, described, bound and executed in one.
///
/// The description that comes along tells whether that was right. If columns have other types by
/// now, whose values have no binary codec, the values are spelled by the server, and if they cannot
/// even be sent in binary, which the server refuses, the statement is run as usual. For the latter,
/// this is only done where a failure takes nothing else back: outside of a transaction, or along
/// with the BEGIN of one.
final class FirstExecution {
  private static final String OPERATOR_INTERVENTION = "57";

  private final Session session;
  private final BoundCommand bound;
  private boolean isTakenBack;

  FirstExecution(Session session, BoundCommand bound) {
    this.session = session;
    this.bound = bound;
  }

  /// Whether one flight may do. Before anything of it is added to a pipeline.
  boolean suitsOneFlight(RowFeed feed, Runner.Wishes wishes) {
    boolean isKind =
        switch (bound.command().kind()) {
          case SELECT, VALUES, TABLE, INSERT, UPDATE, DELETE, MERGE -> true;
          default -> false;
        };
    return isKind
        && (feed instanceof StreamFeed || feed instanceof MemoryFeed)
        && !wishes.shape().isUpdatable()
        && !session.autosaves()
        && bound.hasKnownParameters()
        && session.binaryResults().contains(bound.command().text(), bound.oids());
  }

  /// Adds it and reads the first rows.
  Outcome inOneFlight(
      Pipeline pipeline, PreparedStatement statement, RowFeed feed, Runner.Wishes wishes)
      throws SQLException {
    try {
      return runInOneFlight(pipeline, statement, feed, wishes);
    } catch (WireException e) {
      takeBack(pipeline, statement, e);
      throw e;
    }
  }

  private Outcome runInOneFlight(
      Pipeline pipeline, PreparedStatement statement, RowFeed feed, Runner.Wishes wishes)
      throws SQLException {
    Pending pending = pipeline.addInBinary(statement, feed.limit(pipeline), feed, bound.values());
    feed.begin(pipeline, pending);
    if (!statement.isMisjudged()) {
      return outcome(statement.description(), pending, feed, wishes);
    }
    session.binaryResults().forget(bound.command().text(), bound.oids());
    // While the statement can still be run again should the server fail to send some value.
    feed.finish(pipeline);
    RowDescription came = statement.description();
    RowDescription wanted = pipeline.describeAgain(statement);
    if (came == null || wanted == null) {
      return outcome(null, pending, feed, wishes);
    }
    JdbcResultSet rows =
        RespelledRows.result(
            wishes.owner(), session.conversions(), wishes.shape(), came, wanted, feed);
    rows.adoptFetchSize(wishes.fetchSize());
    return new Outcome(rows, pending.rows());
  }

  private Outcome outcome(
      @Nullable RowDescription description, Pending pending, RowFeed feed, Runner.Wishes wishes)
      throws SQLException {
    return Runner.outcome(session, description, pending, feed, wishes);
  }

  /// Keeps what the server has said of it, for other connections.
  void described(PreparedStatement statement) {
    if (statement.isDescribed()) {
      RowDescription columns = statement.description();
      session
          .binaryResults()
          .described(
              bound.command().text(),
              bound.oids(),
              columns == null ? RowDescription.EMPTY : columns);
    }
  }

  /// After a failure, before anybody else uses the session: if the statement was run wrongly, it is
  /// as if it had not been run at all.
  private void takeBack(Pipeline pipeline, PreparedStatement statement, WireException failure)
      throws SQLException {
    if (!session.isOpen() || !statement.isMisjudged()) {
      return;
    }
    pipeline.close();
    pipeline.forget(statement);
    session.binaryResults().forget(bound.command().text(), bound.oids());
    if (failure.sqlState().startsWith(OPERATOR_INTERVENTION)) {
      return; // somebody wanted it to end
    }
    // Nothing was done in it before.
    session.transactions().rollbackIfActive();
    isTakenBack = true;
  }

  /// Whether it failed for having been run in one flight, and is to be run again.
  boolean isTakenBack() {
    return isTakenBack;
  }
}
