package io.tiercel.lab.bench.raw;

import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/// The limits: COPY by pgjdbc's CopyManager, unnest through pgjdbc, one flight and a minimal reader
/// over a socket.
public final class RawContestant implements Contestant {
  private final Connection jdbc;
  private final RawConnection connection;
  private final RawCopy copy;
  private final RawUpdates updates;
  private final OneFlight oneFlight;
  private final RawReader reader;

  /// Connects twice, by pgjdbc and by a bare socket.
  public RawContestant(Endpoint endpoint) throws IOException, SQLException {
    jdbc = DriverManager.getConnection(endpoint.pgjdbcUrl(), endpoint.user(), endpoint.password());
    jdbc.setAutoCommit(false);
    connection = new RawConnection(endpoint);
    copy = new RawCopy(jdbc);
    updates = new RawUpdates(jdbc);
    oneFlight = new OneFlight(connection);
    reader = new RawReader(connection);
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws IOException, SQLException {
    return switch (task) {
      case PERSIST_SEQUENCE -> copy.withIds(units);
      case PERSIST_IDENTITY -> copy.withoutIds(units);
      case UPDATE_VERSIONED -> updates.run(units);
      case PERSIST_ORDER -> oneFlight.insertOrders(units);
      case READ_ENTITIES -> reader.orders();
      case READ_RECORDS -> reader.summaries();
      case JDBC_COPY -> copy.batchRows(units);
      case READ_NUMBERS -> reader.numbers(units, milestones);
      default -> throw new IllegalArgumentException("no raw limit of " + task);
    };
  }

  @Override
  public void close() throws IOException, SQLException {
    connection.close();
    jdbc.close();
  }
}
