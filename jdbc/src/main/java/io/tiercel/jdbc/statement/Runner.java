package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.result.FetchPlan;
import io.tiercel.jdbc.result.ImplicitPortalFeed;
import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.result.ResultOwner;
import io.tiercel.jdbc.result.ResultShape;
import io.tiercel.jdbc.result.RowFeed;
import io.tiercel.jdbc.result.StreamFeed;
import io.tiercel.jdbc.result.TransactionPortalFeed;
import io.tiercel.jdbc.session.Cancellation;
import io.tiercel.jdbc.session.Exchange;
import io.tiercel.jdbc.session.Session;
import io.tiercel.jdbc.session.Warnings;
import io.tiercel.jdbc.sql.CommandKind;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.error.ServerError;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.RowDescription;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Runs the commands of a statement and collects what they come to.
final class Runner {
  /// What a SET changes that decides which table a name stands for. The server reports the search
  /// path from version 18 on only.
  private static final Pattern TRANSACTION_MODE =
      Pattern.compile(
          "\\bset\\s+(?:(?:local|session)\\s+)?transaction\\b", Pattern.CASE_INSENSITIVE);

  private static final Pattern NAME_RESOLUTION =
      Pattern.compile(
          "\\b(search_path|schema|role|authorization|all)\\b", Pattern.CASE_INSENSITIVE);

  private final Session session;
  private final Cancellation cancellation;
  private final Warnings warnings = new Warnings();

  Runner(Session session) {
    this.session = session;
    cancellation = new Cancellation(session);
  }

  /// How a statement wants its results.
  record Wishes(
      ResultOwner owner, ResultShape shape, int fetchSize, long maxRows, Duration timeout) {
    /// Whether they are these, for the same owner.
    boolean are(ResultShape ofShape, int ofFetchSize, long ofMaxRows, Duration ofTimeout) {
      return shape.equals(ofShape)
          && fetchSize == ofFetchSize
          && maxRows == ofMaxRows
          && timeout.equals(ofTimeout);
    }
  }

  Session session() {
    return session;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  Warnings warnings() {
    return warnings;
  }

  /// Runs all commands in one flight; rows of a single one may be left to be read later.
  ///
  /// @param keepsPrepared whether the server shall know them by name from now on
  List<Outcome> run(List<BoundCommand> commands, boolean keepsPrepared, Wishes wishes)
      throws SQLException {
    if (commands.size() != 1) {
      return exchange(wishes, pipeline -> several(pipeline, commands, keepsPrepared, wishes));
    }
    return List.of(run(commands.getFirst(), keepsPrepared, wishes));
  }

  /// Runs a command; its rows may be left to be read later.
  ///
  /// @param isRepeated whether the server shall know it by name from now on, where it may
  Outcome run(BoundCommand command, boolean isRepeated, Wishes wishes) throws SQLException {
    boolean keepsPrepared = isRepeated && session.namesStatements();
    var exchange = new Execution(command, keepsPrepared, wishes);
    boolean repeatable = keepsPrepared && session.transactions().isAutoCommit();
    try {
      if (repeatable && session.isBusy() && canShare(command, wishes)) {
        var shared = new SharedExecution(session, command, wishes.maxRows(), warnings);
        if (share(shared)) {
          return outcome(session, shared.description(), shared.pending(), shared.rows(), wishes);
        }
      }
      return exchange(wishes, exchange);
    } catch (SQLException e) {
      if (exchange.inOneFlight != null && exchange.inOneFlight.isTakenBack()) {
        return exchange(wishes, exchange);
      }
      // The plan was found stale before anything was done: others have changed the result since.
      if (repeatable && !session.transactions().isActive() && isStale(e)) {
        return exchange(wishes, exchange);
      }
      throw e;
    }
  }

  /// Whether a command is the same when it travels with those of other threads.
  private static boolean canShare(BoundCommand command, Wishes wishes) {
    boolean inPieces = wishes.fetchSize() > 0 && command.onlyReads();
    return wishes.timeout().isZero()
        && !inPieces
        && !wishes.shape().isUpdatable()
        && SharedExecution.suits(command);
  }

  private boolean share(SharedExecution execution) throws SQLException {
    cancellation.shares(execution);
    try {
      return session.share(execution);
    } finally {
      cancellation.shares(null);
    }
  }

  private static boolean isStale(SQLException e) {
    return SqlExceptions.serverError(e).filter(ServerError::isStalePlan).isPresent();
  }

  /// Works on the wire under the statement's time limit.
  <T> T exchange(Wishes wishes, Exchange<T> exchange) throws SQLException {
    boolean[] timedOut = new boolean[1];
    try {
      return session.exchange(
          warnings,
          pipeline -> {
            cancellation.begin(wishes.timeout());
            try {
              return exchange.run(pipeline);
            } finally {
              timedOut[0] = cancellation.end();
            }
          });
    } catch (SQLException e) {
      if (timedOut[0] && SqlState.QUERY_CANCELED.equals(e.getSQLState())) {
        var timeout =
            new SQLTimeoutException(
                "the statement was cancelled after its query timeout of %s seconds"
                    .formatted(wishes.timeout().toSeconds()),
                e.getSQLState(),
                e);
        throw timeout;
      }
      throw e;
    }
  }

  /// Runs one command.
  private final class Execution implements Exchange<Outcome> {
    private final BoundCommand bound;
    private final boolean keepsPrepared;
    private final Wishes wishes;

    /// How it was run if that was the first time, on a guess.
    private @Nullable FirstExecution inOneFlight;

    Execution(BoundCommand bound, boolean keepsPrepared, Wishes wishes) {
      this.bound = bound;
      this.keepsPrepared = keepsPrepared;
      this.wishes = wishes;
    }

    @Override
    public Outcome run(Pipeline pipeline) throws SQLException {
      return single(pipeline, this);
    }
  }

  private Outcome single(Pipeline pipeline, Execution execution) throws SQLException {
    BoundCommand bound = execution.bound;
    boolean keepsPrepared = execution.keepsPrepared;
    Wishes wishes = execution.wishes;
    noteRedefinition(bound);
    begin(pipeline, mayControlTransaction(bound));
    String sql = bound.command().text();
    if (keepsPrepared && bound.isPlainCommand()) {
      Pending pending = pipeline.addCommand(pipeline.statement(sql, bound.oids()), bound.values());
      pipeline.await();
      return new Outcome(null, pending.rows());
    }
    RowFeed feed = feed(bound, wishes);
    if (!keepsPrepared) {
      return run(pipeline, pipeline.once(sql, bound.oids()), bound, feed, wishes);
    }
    PreparedStatement statement = pipeline.statement(sql, bound.oids());
    if (statement.isDescribed()) {
      return run(pipeline, statement, bound, feed, wishes);
    }
    var first = new FirstExecution(session, bound);
    if (!session.transactions().isActive() && first.suitsOneFlight(feed, wishes)) {
      execution.inOneFlight = first;
      return first.inOneFlight(pipeline, statement, feed, wishes);
    }
    Outcome outcome = run(pipeline, statement, bound, feed, wishes);
    first.described(statement);
    return outcome;
  }

  private Outcome run(
      Pipeline pipeline,
      PreparedStatement statement,
      BoundCommand bound,
      RowFeed feed,
      Wishes wishes)
      throws SQLException {
    Pending pending = pipeline.add(statement, feed.limit(pipeline), feed, bound.values());
    feed.begin(pipeline, pending);
    return outcome(pending, feed, wishes);
  }

  private void begin(Pipeline pipeline, boolean mayControlTransaction) {
    if (mayControlTransaction) {
      session.transactions().beginForControlIfDue(pipeline);
    } else {
      session.transactions().beginIfDue(pipeline);
    }
  }

  /// Whether nothing of ours may come between it and the beginning of the transaction: it ends or
  /// divides that, or says of what kind it is, which no subtransaction may.
  private static boolean mayControlTransaction(BoundCommand bound) {
    CommandKind kind = bound.command().kind();
    return kind.mayControlTransaction()
        || (kind == CommandKind.SET && TRANSACTION_MODE.matcher(bound.command().text()).find());
  }

  /// Lets go what is known of tables when the command may change it.
  void noteRedefinition(BoundCommand bound) {
    CommandKind kind = bound.command().kind();
    if (kind.mayRedefine()) {
      session.plainTables().unsettle();
    }
    if (kind == CommandKind.SET && NAME_RESOLUTION.matcher(bound.command().text()).find()) {
      session.wire().forgetStatements();
    }
  }

  private RowFeed feed(BoundCommand bound, Wishes wishes) {
    if (!bound.onlyReads()) {
      return new MemoryFeed(session, wishes.maxRows());
    }
    boolean inPieces =
        wishes.fetchSize() > 0
            && wishes.shape().type() == ResultSet.TYPE_FORWARD_ONLY
            && wishes.shape().concurrency() == ResultSet.CONCUR_READ_ONLY
            && wishes.shape().holdability() == ResultSet.CLOSE_CURSORS_AT_COMMIT;
    if (!inPieces) {
      return new StreamFeed(session, wishes.maxRows());
    }
    var plan =
        new FetchPlan(wishes.fetchSize(), wishes.maxRows(), session.options().resultLimits());
    boolean inTransaction =
        !session.transactions().isAutoCommit() || session.transactions().isActive();
    return inTransaction
        ? new TransactionPortalFeed(session, plan)
        : new ImplicitPortalFeed(session, plan);
  }

  private List<Outcome> several(
      Pipeline pipeline, List<BoundCommand> commands, boolean keepsPrepared, Wishes wishes)
      throws SQLException {
    if (commands.isEmpty()) {
      return List.of(new Outcome(null, 0));
    }
    begin(pipeline, commands.stream().anyMatch(Runner::mayControlTransaction));
    var pendings = new ArrayList<Pending>();
    var feeds = new ArrayList<MemoryFeed>();
    for (BoundCommand bound : commands) {
      noteRedefinition(bound);
      var feed = new MemoryFeed(session, wishes.maxRows());
      String sql = bound.command().text();
      // Text that is meant to be bound before it is described; else its parameters are asked for.
      boolean asksFirst = keepsPrepared && bound.parameterCount() > 0 && session.namesStatements();
      PreparedStatement statement =
          asksFirst ? pipeline.statement(sql, bound.oids()) : pipeline.once(sql, bound.oids());
      pendings.add(pipeline.add(statement, feed.limit(pipeline), feed, bound.values()));
      feeds.add(feed);
    }
    pipeline.await();
    var outcomes = new ArrayList<Outcome>();
    for (int i = 0; i < feeds.size(); i++) {
      feeds.get(i).arrived();
      outcomes.add(outcome(pendings.get(i), feeds.get(i), wishes));
    }
    return outcomes;
  }

  Outcome outcome(Pending pending, RowFeed feed, Wishes wishes) throws SQLException {
    return outcome(session, pending.statement().description(), pending, feed, wishes);
  }

  static Outcome outcome(
      Session session,
      @Nullable RowDescription description,
      Pending pending,
      RowFeed feed,
      Wishes wishes)
      throws SQLException {
    if (description == null) {
      return new Outcome(null, pending.rows());
    }
    JdbcResultSet rows =
        JdbcResultSet.of(wishes.owner(), session.conversions(), wishes.shape(), description, feed);
    rows.adoptFetchSize(wishes.fetchSize());
    return new Outcome(rows, pending.rows());
  }

  static SQLException closed() {
    return SqlExceptions.of(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "This statement has been closed.", null);
  }
}
