package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.PipelinedResult;
import io.tiercel.jdbc.extension.StatementPipeline;
import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.error.SqlState;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects statements and sends them together.
final class JdbcPipeline implements StatementPipeline {
  private static final String NO_ACTIVE_TRANSACTION = "25P01";

  private final Session session;
  private final Runner runner;
  private final Runner.Wishes wishes;
  private List<Entry> added = new ArrayList<>();

  JdbcPipeline(Connection connection, Session session) {
    this.session = session;
    runner = new Runner(session);
    // Owns the results, so that they live on whatever happens to the statements.
    var owner = new JdbcStatement(connection, session, ResultShape.INSENSITIVE);
    wishes = new Runner.Wishes(owner, ResultShape.INSENSITIVE, 0, 0, Duration.ZERO);
  }

  /// A statement of the pipeline.
  private final class Entry implements PipelinedResult {
    private final BoundCommand command;
    private final boolean keepsPrepared;
    private final MemoryFeed rows = new MemoryFeed(session, 0);
    private @Nullable Pending pending;
    private @Nullable Outcome outcome;
    private @Nullable SQLException failure;

    Entry(BoundCommand command, boolean keepsPrepared) {
      this.command = command;
      this.keepsPrepared = keepsPrepared && session.namesStatements();
    }

    /// The statement as the server will know it.
    PreparedStatement statement(Pipeline pipeline) {
      String sql = command.command().text();
      return keepsPrepared
          ? pipeline.statement(sql, command.oids())
          : pipeline.once(sql, command.oids());
    }

    void add(Pipeline pipeline, PreparedStatement statement) {
      pending =
          keepsPrepared && command.isPlainCommand()
              ? pipeline.addCommand(statement, command.values())
              : pipeline.add(statement, PortalLimit.NONE, rows, command.values());
    }

    void complete() throws SQLException {
      Pending done = pending;
      if (done != null) {
        rows.arrived();
        outcome = runner.outcome(done, rows, wishes);
      }
    }

    private Outcome outcome() throws SQLException {
      if (outcome == null && failure == null) {
        await();
      }
      if (failure != null) {
        throw failure;
      }
      Outcome known = outcome;
      if (known == null) {
        throw new IllegalStateException("the pipeline was awaited without an outcome");
      }
      return known;
    }

    @Override
    public long updateCount() throws SQLException {
      Outcome known = outcome();
      return known.hasRows() ? -1 : known.count();
    }

    @Override
    public ResultSet resultSet() throws SQLException {
      JdbcResultSet result = outcome().rows();
      if (result == null) {
        throw SqlExceptions.of("02000", "No results were returned by the query.", null);
      }
      return result;
    }
  }

  @Override
  public PipelinedResult add(java.sql.PreparedStatement statement) throws SQLException {
    if (!statement.isWrapperFor(JdbcPreparedStatement.class)) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE, "not a statement of this driver: " + statement, null);
    }
    return add(statement.unwrap(JdbcPreparedStatement.class).bound(), true);
  }

  @Override
  public PipelinedResult add(String sql) throws SQLException {
    List<BoundCommand> commands =
        session.parse(sql, session.sqlOptions(true, false)).parsed().commands().stream()
            .map(BoundCommand::of)
            .toList();
    return add(commands, false);
  }

  private PipelinedResult add(List<BoundCommand> commands, boolean keepsPrepared)
      throws SQLException {
    if (commands.isEmpty()) {
      throw SqlExceptions.of(SqlState.INVALID_PARAMETER_VALUE, "the statement is empty", null);
    }
    int first = added.size();
    for (BoundCommand command : commands) {
      added.add(new Entry(command, keepsPrepared));
    }
    return added.get(first);
  }

  @Override
  public void await() throws SQLException {
    run(false);
  }

  @Override
  public void commit() throws SQLException {
    if (session.transactions().isAutoCommit()) {
      throw SqlExceptions.of(
          NO_ACTIVE_TRANSACTION, "Cannot commit when autoCommit is enabled.", null);
    }
    run(true);
  }

  @Override
  public void close() throws SQLException {
    if (!added.isEmpty()) {
      run(false);
    }
  }

  private void run(boolean commits) throws SQLException {
    List<Entry> entries = added;
    added = new ArrayList<>();
    try {
      runner.exchange(
          wishes,
          pipeline -> {
            send(pipeline, entries, commits);
            return entries;
          });
      for (Entry entry : entries) {
        entry.complete();
      }
    } catch (SQLException e) {
      entries.forEach(entry -> fail(entry, e));
      throw e;
    }
  }

  private void send(Pipeline pipeline, List<Entry> entries, boolean commits) {
    session.transactions().beginForControlIfDue(pipeline);
    var statements = new ArrayList<PreparedStatement>();
    var toDescribe = new ArrayList<PreparedStatement>();
    for (Entry entry : entries) {
      PreparedStatement statement = entry.statement(pipeline);
      statements.add(statement);
      if (entry.keepsPrepared && !entry.command.isPlainCommand()) {
        toDescribe.add(statement);
      }
    }
    // All that are new in one round trip.
    pipeline.describe(toDescribe);
    for (int i = 0; i < entries.size(); i++) {
      entries.get(i).add(pipeline, statements.get(i));
    }
    if (commits) {
      pipeline.add("commit");
    }
    pipeline.await();
  }

  /// What was carried out before the failure keeps its outcome only if that was told.
  private static void fail(Entry entry, SQLException failure) {
    Pending pending = entry.pending;
    if (pending == null || !pending.isSuccessful()) {
      entry.failure = failure;
      return;
    }
    try {
      entry.complete();
    } catch (SQLException e) {
      entry.failure = e;
    }
  }
}
