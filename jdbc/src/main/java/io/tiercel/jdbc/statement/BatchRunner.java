package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.row.RowDescription;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Runs a batch in one flight of any size: the client reads answers while it still writes, so there
/// is one Sync at the end and outside a transaction block the batch is carried out as a whole or
/// not at all.
final class BatchRunner {
  private static final String SAVEPOINT = "tiercel_batch";

  private final Runner runner;
  private final Session session;
  private final Runner.Wishes wishes;

  BatchRunner(Runner runner, Runner.Wishes wishes) {
    this.runner = runner;
    this.wishes = wishes;
    session = runner.session();
  }

  @SuppressWarnings("ArrayRecordComponent") // given on to the application, and compared by nobody
  record Result(long[] counts, @Nullable JdbcResultSet keys) {}

  Result run(List<BoundCommand> commands, boolean keepsPrepared, GeneratedKeys keys)
      throws SQLException {
    return runner.exchange(
        wishes,
        pipeline -> {
          UnnestBatch unnest = keepsPrepared ? UnnestBatch.of(session, commands, keys) : null;
          return unnest == null
              ? oneByOne(pipeline, commands, keepsPrepared, keys)
              : atOnce(pipeline, unnest, commands, keys);
        });
  }

  /// Runs the batch as arrays. When the server refuses that, the entries are run one by one, so
  /// that the one to blame is named, or every one succeeds.
  private Result atOnce(
      Pipeline pipeline, UnnestBatch unnest, List<BoundCommand> commands, GeneratedKeys keys)
      throws SQLException {
    boolean inBlock = !session.transactions().isAutoCommit() || session.transactions().isActive();
    try {
      return atOnce(pipeline, unnest, commands, keys, inBlock);
    } catch (ServerException | CodecException e) {
      if (!session.isOpen() || !blamesAnEntry(e)) {
        throw e;
      }
      pipeline.close();
      Pipeline again = session.wire().pipeline();
      if (inBlock && session.transactions().isActive()) {
        again.add("rollback to savepoint " + SAVEPOINT);
        again.add("release savepoint " + SAVEPOINT);
      }
      return oneByOne(again, commands, true, keys);
    }
  }

  /// Whether the data or the command are at fault, as opposed to the server or the time.
  private static boolean blamesAnEntry(WireException e) {
    return e instanceof CodecException
        || switch (e.sqlState().substring(0, 2)) {
          case "0A", "21", "22", "23", "42", "44", "P0" -> true;
          default -> false;
        };
  }

  private Result atOnce(
      Pipeline pipeline,
      UnnestBatch unnest,
      List<BoundCommand> commands,
      GeneratedKeys keys,
      boolean inBlock)
      throws SQLException {
    session.transactions().beginIfDue(pipeline);
    if (inBlock) {
      pipeline.add("savepoint " + SAVEPOINT);
    }
    PreparedStatement statement = pipeline.statement(unnest.sql(), unnest.oids());
    var rows = new MemoryFeed(session, 0);
    var pendings = new ArrayList<Pending>();
    List<List<BoundCommand>> groups = UnnestBatch.groups(commands);
    for (List<BoundCommand> group : groups) {
      Object[] values = unnest.values(group);
      pendings.add(
          keys.isWanted()
              ? pipeline.add(statement, PortalLimit.NONE, rows, values)
              : pipeline.addCommand(statement, values));
    }
    if (inBlock) {
      pipeline.add("release savepoint " + SAVEPOINT);
    }
    pipeline.await();
    rows.arrived();
    long[] counts = new long[commands.size()];
    int at = 0;
    for (int i = 0; i < groups.size(); i++) {
      int size = groups.get(i).size();
      // Something kept rows out: how many each entry brought is not known.
      long each = pendings.get(i).rows() == size ? 1 : Statement.SUCCESS_NO_INFO;
      Arrays.fill(counts, at, at + size, each);
      at += size;
    }
    return new Result(counts, keys.isWanted() ? keys(pendings.getFirst(), rows) : null);
  }

  private @Nullable JdbcResultSet keys(Pending pending, MemoryFeed rows) throws SQLException {
    RowDescription description = pending.statement().description();
    return description == null
        ? null
        : JdbcResultSet.of(
            wishes.owner(), session.conversions(), wishes.shape(), description, rows);
  }

  private Result oneByOne(
      Pipeline pipeline, List<BoundCommand> commands, boolean keepsPrepared, GeneratedKeys keys)
      throws SQLException {
    var pendings = new ArrayList<Pending>(commands.size());
    var rows = new MemoryFeed(session, 0);
    try {
      session.transactions().beginIfDue(pipeline);
      for (BoundCommand command : commands) {
        runner.noteRedefinition(command);
        pendings.add(add(pipeline, command, keepsPrepared, rows));
      }
      pipeline.await();
    } catch (WireException e) {
      if (session.isOpen()) {
        pipeline.close();
      }
      throw failed(commands, pendings, e);
    }
    return result(pendings, rows, keys);
  }

  private static Pending add(
      Pipeline pipeline, BoundCommand bound, boolean keepsPrepared, MemoryFeed rows) {
    String sql = bound.command().text();
    if (!keepsPrepared) {
      PreparedStatement once = pipeline.once(sql, bound.oids());
      return pipeline.add(once, PortalLimit.NONE, rows, bound.values());
    }
    PreparedStatement statement = pipeline.statement(sql, bound.oids());
    return bound.isPlainCommand()
        ? pipeline.addCommand(statement, bound.values())
        : pipeline.add(statement, PortalLimit.NONE, rows, bound.values());
  }

  private Result result(List<Pending> pendings, MemoryFeed rows, GeneratedKeys keys)
      throws SQLException {
    rows.arrived();
    long[] counts = new long[pendings.size()];
    RowDescription description = null;
    for (int i = 0; i < counts.length; i++) {
      Pending pending = pendings.get(i);
      RowDescription columns = pending.statement().description();
      boolean isQuery = columns != null && pending.tag().text().startsWith("SELECT");
      counts[i] = isQuery ? 0 : pending.rows();
      description = columns == null ? description : columns;
    }
    // Rows that nobody asked for, of a query in the batch, are passed over.
    if (description == null || !keys.isWanted()) {
      return new Result(counts, null);
    }
    return new Result(counts, keys(pendings.getLast(), rows));
  }

  /// The batch is one unit, so nothing in it counts as done when one of its entries fails.
  private BatchUpdateException failed(
      List<BoundCommand> commands, List<Pending> pendings, WireException e) {
    SQLException cause = session.failed(e);
    int failed = 0;
    while (failed < pendings.size() && pendings.get(failed).isSuccessful()) {
      failed++;
    }
    long[] counts = new long[commands.size()];
    Arrays.fill(counts, Statement.EXECUTE_FAILED);
    int shown = Math.min(failed, commands.size() - 1);
    String message =
        "entry %d of the batch of %d failed: %s\nStatement: %s"
            .formatted(
                shown + 1,
                commands.size(),
                cause.getMessage(),
                abbreviated(commands.get(shown).command().text()));
    var failure = new BatchUpdateException(message, cause.getSQLState(), 0, counts, cause);
    failure.setNextException(cause);
    return failure;
  }

  private static String abbreviated(String sql) {
    return sql.length() <= 200 ? sql : sql.substring(0, 200) + "…";
  }
}
