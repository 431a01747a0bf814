package io.tiercel.lab.bench.wire;

import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.RowConsumer;
import org.jspecify.annotations.Nullable;

/// Tiercel's protocol client as its documentation would have it used: a query whose rows are read
/// in place.
public final class WireContestant implements Contestant {
  private static final String NUMBERS = "select i, t, j from number";

  private final Connection connection;

  /// Connects.
  public WireContestant(Endpoint endpoint) {
    connection =
        Connection.open(
            ConnectionConfig.parse(endpoint.tiercelUrl()).toBuilder()
                .user(endpoint.user())
                .password(endpoint.password())
                .build());
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) {
    if (task != Task.READ_NUMBERS) {
      throw new IllegalArgumentException(task + " is for providers");
    }
    var sum = new Sum(units, milestones);
    connection.query(NUMBERS, sum);
    return new Tally(sum.rows, sum.checksum);
  }

  @Override
  public void close() {
    connection.close();
  }

  /// Adds up one result.
  private static final class Sum implements RowConsumer {
    private final int units;
    private final Milestones milestones;
    private long rows;
    private long checksum;

    Sum(int units, Milestones milestones) {
      this.units = units;
      this.milestones = milestones;
    }

    @Override
    public void accept(DataRow row) {
      checksum += row.getInt(0) + length(row.getString(1)) + length(row.getString(2));
      milestones.read(++rows, units);
    }

    private static int length(@Nullable String text) {
      return text == null ? 0 : text.length();
    }
  }
}
