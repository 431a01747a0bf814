package io.tiercel.lab.bench.driver;

import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.UUID;

/// Reads large results. Confined to one thread.
public final class JdbcRows {
  private static final int FETCH_SIZE = 10_000;

  private final Connection connection;
  private final boolean isFetching;

  /// @param isFetching whether to read by a cursor: with a fetch size, in a transaction
  public JdbcRows(Connection connection, boolean isFetching) {
    this.connection = connection;
    this.isFetching = isFetching;
  }

  /// Sums up `number`.
  public Tally numbers(int units, Milestones milestones) throws SQLException {
    try (var statement = connection.createStatement()) {
      if (isFetching) {
        statement.setFetchSize(FETCH_SIZE);
      }
      try (var rows = statement.executeQuery("select i, t, j from number")) {
        return sum(rows, units, milestones);
      }
    }
  }

  private static Tally sum(ResultSet rows, int units, Milestones milestones) throws SQLException {
    long count = 0;
    long checksum = 0;
    while (rows.next()) {
      checksum += rows.getInt(1) + rows.getString(2).length() + rows.getString(3).length();
      milestones.read(++count, units);
    }
    return new Tally(count, checksum);
  }

  Tally decode() throws SQLException {
    long count = 0;
    long checksum = 0;
    try (var statement =
        connection.prepareStatement("select at, n, u, j, a, b from decoded where id >= ?")) {
      statement.setInt(1, 0);
      if (isFetching) {
        statement.setFetchSize(FETCH_SIZE);
      }
      try (var rows = statement.executeQuery()) {
        while (rows.next()) {
          count++;
          checksum += decoded(rows);
        }
      }
    }
    return new Tally(count, checksum);
  }

  private static long decoded(ResultSet row) throws SQLException {
    long checksum = row.getObject(1, OffsetDateTime.class).toEpochSecond();
    checksum += row.getBigDecimal(2).movePointRight(6).longValueExact();
    checksum += row.getObject(3, UUID.class).toString().length();
    checksum += row.getString(4).length();
    for (Integer element : (Integer[]) row.getArray(5).getArray()) {
      checksum += element;
    }
    return checksum + row.getBytes(6).length;
  }
}
