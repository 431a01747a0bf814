package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.result.JdbcResultSet;
import io.tiercel.jdbc.result.MemoryFeed;
import io.tiercel.jdbc.session.BatchSavepoint;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.Pending;
import io.tiercel.wire.Pipeline;
import io.tiercel.wire.PortalLimit;
import io.tiercel.wire.PreparedStatement;
import io.tiercel.wire.TransactionStatus;
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
          boolean followsDirectly = session.batchSavepoint().followsDirectly();
          // With autosave, the savepoints of both would be in each other's way.
          boolean inBulk = keepsPrepared && !session.autosaves();
          BulkBatch bulk = inBulk ? bulk(commands, keys) : null;
          return bulk == null
              ? oneByOne(pipeline, commands, keepsPrepared, keys)
              : atOnce(pipeline, bulk, commands, keys, followsDirectly);
        });
  }

  private @Nullable BulkBatch bulk(List<BoundCommand> commands, GeneratedKeys keys)
      throws SQLException {
    BulkBatch copy = CopyBatch.of(session, commands, keys);
    return copy == null ? UnnestBatch.of(session, commands, keys) : copy;
  }

  /// Runs the batch in bulk. When the server refuses that, the entries are run one by one, so
  /// that the one to blame is named, or every one succeeds.
  private Result atOnce(
      Pipeline pipeline,
      BulkBatch bulk,
      List<BoundCommand> commands,
      GeneratedKeys keys,
      boolean followsDirectly)
      throws SQLException {
    boolean inBlock = !session.transactions().isAutoCommit() || session.transactions().isActive();
    long sentBefore = session.wire().statistics().bytesOut();
    try {
      if (inBlock) {
        return inBlock(pipeline, bulk, commands, keys, followsDirectly);
      }
      SentBatch sent = send(pipeline, bulk, commands);
      pipeline.await();
      return result(sent, commands, keys);
    } catch (ServerException | CodecException e) {
      if (!session.isOpen()) {
        throw e;
      }
      boolean wasSent = undo(pipeline, e, sentBefore, bulk.failsWithItsValues());
      if (!blamesAnEntry(e)) {
        throw failed(commands, e);
      }
      Pipeline again = session.wire().pipeline();
      if (!wasSent) {
        session.batchSavepoint().forget();
      } else if (inBlock && session.transactions().isActive()) {
        goBack(again, commands, e);
      }
      return oneByOne(again, commands, true, keys);
    }
  }

  /// Brings the flight to its end after a failure.
  ///
  /// A value that cannot be encoded is found out when entries before it may have left: outside a
  /// transaction block those are rolled back, in one all that was added is carried out, for the
  /// caller to go back.
  ///
  /// @param isGivenUp whether the server gives up what such a value was part of
  /// @return whether the server has seen anything of it
  private boolean undo(
      Pipeline pipeline, WireException failure, long sentBefore, boolean isGivenUp) {
    boolean wasSent = session.wire().statistics().bytesOut() != sentBefore;
    if (failure instanceof CodecException && wasSent && !isGivenUp) {
      try {
        if (!session.transactions().isActive()) {
          pipeline.add("rollback");
        }
        pipeline.await();
      } catch (ServerException e) {
        failure.addSuppressed(e);
      }
    }
    pipeline.close();
    return wasSent;
  }

  /// Whether the data or the command are at fault, as opposed to the server or the time.
  private static boolean blamesAnEntry(WireException e) {
    return e instanceof CodecException
        || switch (e.sqlState().substring(0, 2)) {
          case "0A", "21", "22", "23", "42", "44", "P0" -> true;
          default -> false;
        };
  }

  private void goBack(Pipeline pipeline, List<BoundCommand> commands, WireException refusal)
      throws SQLException {
    try {
      session.batchSavepoint().goBack(pipeline);
    } catch (WireException e) {
      refusal.addSuppressed(e);
      throw failed(commands, refusal);
    }
  }

  private Result inBlock(
      Pipeline pipeline,
      BulkBatch bulk,
      List<BoundCommand> commands,
      GeneratedKeys keys,
      boolean followsDirectly)
      throws SQLException {
    BatchSavepoint savepoint = session.batchSavepoint();
    session.transactions().beginIfDue(pipeline);
    // Keys that the application has seen would be others the second time.
    boolean isRepeatable = !keys.isWanted() && bulk.isLasting();
    boolean isShared = savepoint.set(pipeline, followsDirectly, isRepeatable);
    SentBatch sent = send(pipeline, bulk, commands);
    if (!isShared) {
      savepoint.release(pipeline);
    }
    pipeline.await();
    savepoint.done(again -> send(again, bulk, commands));
    return result(sent, commands, keys);
  }

  private record SentBatch(List<BulkBatch.Part> parts, MemoryFeed rows) {}

  private SentBatch send(Pipeline pipeline, BulkBatch bulk, List<BoundCommand> commands) {
    var rows = new MemoryFeed(session, 0);
    return new SentBatch(bulk.send(pipeline, commands, rows), rows);
  }

  private Result result(SentBatch sent, List<BoundCommand> commands, GeneratedKeys keys)
      throws SQLException {
    sent.rows().arrived();
    long[] counts = new long[commands.size()];
    int at = 0;
    for (BulkBatch.Part part : sent.parts()) {
      // Something kept rows out: how many each entry brought is not known.
      long each = part.pending().rows() == part.size() ? 1 : Statement.SUCCESS_NO_INFO;
      Arrays.fill(counts, at, at + part.size(), each);
      at += part.size();
    }
    return new Result(
        counts, keys.isWanted() ? keys(sent.parts().getFirst().pending(), sent.rows()) : null);
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
    long sentBefore = session.wire().statistics().bytesOut();
    try {
      session.transactions().beginIfDue(pipeline);
      for (BoundCommand command : commands) {
        runner.noteRedefinition(command);
        pendings.add(add(pipeline, command, keepsPrepared, rows));
      }
      pipeline.await();
    } catch (WireException e) {
      if (session.isOpen() && undo(pipeline, e, sentBefore, false) && e instanceof CodecException) {
        failTransaction();
      }
      throw failed(commands, pendings, e);
    }
    return result(pendings, rows, keys);
  }

  /// Leaves a transaction block in the state in which a refused entry leaves it, when entries were
  /// carried out before one that could not be sent: they must not be committed.
  private void failTransaction() {
    if (session.wire().transactionStatus() == TransactionStatus.IN_TRANSACTION) {
      try (Pipeline pipeline = session.wire().pipeline()) {
        pipeline.add("rollback to savepoint tiercel_batch_could_not_be_sent");
        pipeline.await();
      } catch (ServerException e) {
        // There is no such savepoint, which is the point.
      }
    }
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
    // One that cannot be encoded is not among those that were added.
    int failed = e instanceof CodecException ? pendings.size() : 0;
    while (failed < pendings.size() && pendings.get(failed).isSuccessful()) {
      failed++;
    }
    int shown = Math.min(failed, commands.size() - 1);
    return failed(
        commands, shown, "entry %d of the batch of %d".formatted(shown + 1, commands.size()), e);
  }

  /// No entry is to blame, or none can be found.
  private BatchUpdateException failed(List<BoundCommand> commands, WireException e) {
    return failed(commands, 0, "the batch of " + commands.size(), e);
  }

  private BatchUpdateException failed(
      List<BoundCommand> commands, int shown, String what, WireException e) {
    SQLException cause = session.failed(e);
    long[] counts = new long[commands.size()];
    Arrays.fill(counts, Statement.EXECUTE_FAILED);
    String message = "%s failed: %s".formatted(what, cause.getMessage());
    if (session.options().compatibility().showsErrorDetail()) {
      message += "\nStatement: " + abbreviated(commands.get(shown).command().text());
    }
    var failure = new BatchUpdateException(message, cause.getSQLState(), 0, counts, cause);
    failure.setNextException(cause);
    return failure;
  }

  private static String abbreviated(String sql) {
    return sql.length() <= 200 ? sql : sql.substring(0, 200) + "…";
  }
}
