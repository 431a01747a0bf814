package io.tiercel.lab.bench.hand;

import io.tiercel.lab.bench.driver.JdbcRows;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// Hand-written JDBC. As [Peer#PGJDBC] numbers are read as the driver's defaults have it (a plain
/// Statement, autocommit, no fetch size), as [Peer#PGJDBC_FETCH] in its best mode.
public final class PgjdbcContestant implements Contestant {
  private static final String PARAMETERS =
      "?reWriteBatchedInserts=true&ApplicationName=tiercel-bench";

  private final Connection connection;
  private final HandWrites writes;
  private final HandReads reads;
  private final boolean isFetching;

  /// Connects.
  public PgjdbcContestant(Peer peer, Endpoint endpoint) throws SQLException {
    connection =
        DriverManager.getConnection(
            endpoint.pgjdbcUrl() + PARAMETERS, endpoint.user(), endpoint.password());
    writes = new HandWrites(connection);
    reads = new HandReads(connection);
    isFetching = peer == Peer.PGJDBC_FETCH;
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws SQLException {
    boolean isAutoCommit = task == Task.READ_NUMBERS && !isFetching;
    if (connection.getAutoCommit() != isAutoCommit) {
      connection.setAutoCommit(isAutoCommit);
    }
    var tally = dispatch(task, units, milestones);
    if (!isAutoCommit) {
      connection.commit();
    }
    return tally;
  }

  private Tally dispatch(Task task, int units, Milestones milestones) throws SQLException {
    return switch (task) {
      case PERSIST_SEQUENCE -> writes.insertWithSequence(units);
      case PERSIST_IDENTITY -> writes.insertWithIdentity(units);
      case UPDATE_VERSIONED -> writes.update(units);
      case PERSIST_ORDER -> writes.insertOrders(units);
      case READ_ENTITIES -> reads.entities();
      case READ_RECORDS -> reads.records();
      case FIND_WITH_RELATIONS -> reads.find(units);
      case READ_NUMBERS -> new JdbcRows(connection, isFetching).numbers(units, milestones);
      default -> throw new IllegalArgumentException(task + " is not for this contestant");
    };
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
