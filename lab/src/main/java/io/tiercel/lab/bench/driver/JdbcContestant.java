package io.tiercel.lab.bench.driver;

import io.tiercel.jdbc.TiercelDriver;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;

/// A JDBC driver: ours and pgjdbc with their defaults, or tuned for the case
/// ([Peer#TIERCEL_TUNED], [Peer#PGJDBC_TUNED]).
public final class JdbcContestant implements Contestant {
  private final Driver driver;
  private final Endpoint endpoint;
  private final boolean isTiercel;
  private final boolean isTuned;
  private final Connection connection;

  /// Connects.
  public JdbcContestant(Peer peer, Endpoint endpoint) throws SQLException {
    isTiercel = peer == Peer.TIERCEL || peer == Peer.TIERCEL_TUNED;
    driver = isTiercel ? new TiercelDriver() : new org.postgresql.Driver();
    this.endpoint = endpoint;
    isTuned = peer == Peer.TIERCEL_TUNED || peer == Peer.PGJDBC_TUNED;
    connection = connect();
  }

  private Connection connect() throws SQLException {
    var properties = new Properties();
    properties.setProperty("user", endpoint.user());
    properties.setProperty("password", endpoint.password());
    if (isTuned) {
      properties.setProperty(isTiercel ? "copyBatch" : "reWriteBatchedInserts", "true");
    }
    return Objects.requireNonNull(driver.connect(endpoint.pgjdbcUrl(), properties));
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws Exception {
    connection.setAutoCommit(isAutoCommit(task));
    var tally = dispatch(task, units, milestones);
    if (!connection.getAutoCommit()) {
      connection.commit();
    }
    return tally;
  }

  private boolean isAutoCommit(Task task) {
    return switch (task) {
      case JDBC_NUMBERS, JDBC_DECODE -> !isTuned;
      case JDBC_SELECT, JDBC_SHARED_SELECT, JDBC_CONNECT -> true;
      default -> false;
    };
  }

  private Tally dispatch(Task task, int units, Milestones milestones) throws Exception {
    var rows = new JdbcRows(connection, isTuned);
    var batches = new JdbcBatches(connection);
    return switch (task) {
      case JDBC_NUMBERS -> rows.numbers(units, milestones);
      case JDBC_DECODE -> rows.decode();
      case JDBC_BATCH -> batches.insert(units, 1_024);
      case JDBC_SMALL_BATCH -> batches.insert(units, 128);
      case JDBC_KEYED_BATCH -> batches.insertKeyed(units, 10_240);
      case JDBC_SELECT -> new JdbcSelects(connection).select(0, units);
      case JDBC_SHARED_SELECT -> new JdbcSelects(connection).share(units);
      case JDBC_MIXED -> new JdbcSelects(connection).mix(units);
      case JDBC_PIPELINED ->
          isTiercel
              ? new PipelinedTransactions(connection).run(units)
              : new JdbcSelects(connection).mix(units);
      case JDBC_COPY -> new CopiedRecords(connection).run(units);
      case JDBC_CONNECT -> connectAndSelect(units);
      default -> throw new IllegalArgumentException(task + " is not for JDBC drivers");
    };
  }

  private Tally connectAndSelect(int units) throws SQLException {
    long checksum = 0;
    for (int unit = 0; unit < units; unit++) {
      try (Connection fresh = connect()) {
        checksum += new JdbcSelects(fresh).select(unit, 1).checksum();
      }
    }
    return new Tally(units, checksum);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
