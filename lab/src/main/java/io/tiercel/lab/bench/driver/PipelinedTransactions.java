package io.tiercel.lab.bench.driver;

import io.tiercel.jdbc.extension.PipelinedResult;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;

/// The transactions of [JdbcSelects#mix(int)], each in one flight with its commit. Confined to one
/// thread.
final class PipelinedTransactions {
  private final Connection connection;

  PipelinedTransactions(Connection connection) {
    this.connection = connection;
  }

  Tally run(int units) throws SQLException {
    long inserted = 0;
    long raised = 0;
    try (var insert = connection.prepareStatement("insert into mixed_a (id, what) values (?, ?)");
        var update = connection.prepareStatement("update mixed_b set v = v + 1 where id = ?");
        var select = connection.prepareStatement("select v from mixed_b where id = ?");
        var pipeline = connection.unwrap(TiercelConnection.class).pipeline()) {
      var inserts = new ArrayList<PipelinedResult>();
      var updates = new ArrayList<PipelinedResult>();
      var selects = new ArrayList<PipelinedResult>();
      for (int unit = 0; unit < units; unit++) {
        for (int i = 0; i < Task.MIXED_STATEMENTS; i++) {
          long id = Task.mixedId(unit, i);
          insert.setLong(1, id);
          insert.setString(2, "what");
          inserts.add(pipeline.add(insert));
          update.setLong(1, id);
          updates.add(pipeline.add(update));
          select.setLong(1, id);
          selects.add(pipeline.add(select));
        }
        pipeline.commit();
        for (int i = 0; i < Task.MIXED_STATEMENTS; i++) {
          inserted += inserts.get(i).updateCount();
          raised += updates.get(i).updateCount();
          read(selects.get(i));
        }
        inserts.clear();
        updates.clear();
        selects.clear();
      }
    }
    return new Tally(inserted, raised);
  }

  private static void read(PipelinedResult selected) throws SQLException {
    try (var found = selected.resultSet()) {
      if (!found.next() || found.getInt(1) < 1) {
        throw new IllegalStateException("a row is not as it was written");
      }
    }
  }
}
