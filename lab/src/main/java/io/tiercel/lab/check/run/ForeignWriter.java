package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.History;
import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/// Writes as psql or another service does, by a connection that no node knows of. Confined to one
/// thread.
final class ForeignWriter {
  private static final AtomicInteger PREPARED = new AtomicInteger();
  private static final String APPEND =
      "update item set log = log || '%s', version = version + 1 where id = %d";

  private final Fault fault;
  private final History history;
  private final Keys keys;
  private final Connection connection;

  ForeignWriter(Fault fault, History history, Keys keys, Connection connection)
      throws SQLException {
    this.fault = fault;
    this.history = history;
    this.keys = keys;
    this.connection = connection;
    if (fault == Fault.ASYNCHRONOUS_COMMIT) {
      execute("set synchronous_commit = off");
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /// One transaction.
  void write() throws SQLException {
    int dice = ThreadLocalRandom.current().nextInt(10);
    if (dice == 0) {
      Notes.change(connection);
    } else if (dice < 3) {
      Crates.change(connection);
    } else if (dice == 3) {
      rollBack();
    } else if (dice < 6) {
      int first = keys.ofPair();
      commit(keys.random(), first, first + 1);
    } else {
      commit(keys.random());
    }
  }

  private void rollBack() throws SQLException {
    var write = history.write(Write.FOREIGN, 0);
    execute("begin");
    execute(APPEND.formatted(write.token(), keys.random()));
    execute("rollback");
    write.rolledBack();
  }

  /// Appends to both rows of a pair, or to one row and another part of its key.
  private void commit(int single, int... pair) throws SQLException {
    var write = history.write(Write.FOREIGN, 0);
    var also = Keys.part();
    boolean isMoved = also == Part.LINES && ThreadLocalRandom.current().nextBoolean();
    if (isMoved && pair.length == 0) {
      Growth.prepareLine(connection, write, single);
    }
    execute("begin");
    if (pair.length == 0) {
      Growth.add(connection, write, single, also, isMoved);
    }
    if (fault == Fault.SAVEPOINTS) {
      undoneAtSavepoint(single);
    }
    for (int key : pair.length == 0 ? new int[] {single} : pair) {
      execute(APPEND.formatted(write.token(), key));
    }
    end();
    write.committed();
  }

  /// The row is written by a subtransaction too, once in vain.
  private void undoneAtSavepoint(int key) throws SQLException {
    var undone = history.write(Write.FOREIGN, 0);
    execute("savepoint s");
    execute(APPEND.formatted(undone.token(), keys.first() + (key - keys.first()) / 2 * 2));
    execute("rollback to s");
    execute("release s");
    undone.rolledBack();
    execute("savepoint t");
  }

  private void end() throws SQLException {
    if (fault == Fault.LONG_TRANSACTIONS && ThreadLocalRandom.current().nextInt(20) == 0) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(10_000_000, 300_000_000));
    }
    if (fault != Fault.PREPARED_TRANSACTIONS) {
      execute("commit");
      return;
    }
    var name = "check %d".formatted(PREPARED.incrementAndGet());
    execute("prepare transaction '%s'".formatted(name));
    if (ThreadLocalRandom.current().nextInt(10) == 0) {
      LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(1_000_000, 30_000_000));
    }
    execute("commit prepared '%s'".formatted(name));
  }
}
