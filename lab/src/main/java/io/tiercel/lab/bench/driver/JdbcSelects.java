package io.tiercel.lab.bench.driver;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Single rows, read and written.
final class JdbcSelects {
  private static final String BY_KEY = "select name from customer where id = ?";

  private final Connection connection;

  JdbcSelects(Connection connection) {
    this.connection = connection;
  }

  Tally select(int from, int units) throws SQLException {
    long checksum = 0;
    try (var select = connection.prepareStatement(BY_KEY)) {
      for (int unit = from; unit < from + units; unit++) {
        select.setLong(1, Task.customerId(unit, SampleOrders.CUSTOMERS));
        try (var found = select.executeQuery()) {
          found.next();
          checksum += found.getString(1).length();
        }
      }
    }
    return new Tally(units, checksum);
  }

  /// As many threads as the task says, each with a statement of its own on the one connection.
  Tally share(int units) throws InterruptedException, ExecutionException {
    long checksum = 0;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Tally>>();
      for (int thread = 0; thread < Task.SHARING_THREADS; thread++) {
        int from = Task.share(units, thread);
        int to = Task.share(units, thread + 1);
        running.add(executor.submit(() -> select(from, to - from)));
      }
      for (var done : running) {
        checksum += done.get().checksum();
      }
    }
    return new Tally(units, checksum);
  }

  Tally mix(int units) throws SQLException {
    long inserted = 0;
    long raised = 0;
    try (var insert = connection.prepareStatement("insert into mixed_a (id, what) values (?, ?)");
        var update = connection.prepareStatement("update mixed_b set v = v + 1 where id = ?");
        var select = connection.prepareStatement("select v from mixed_b where id = ?")) {
      for (int unit = 0; unit < units; unit++) {
        for (int i = 0; i < Task.MIXED_STATEMENTS; i++) {
          long id = Task.mixedId(unit, i);
          inserted += insert(insert, id);
          raised += update(update, id);
          read(select, id);
        }
        connection.commit();
      }
    }
    return new Tally(inserted, raised);
  }

  private static int insert(PreparedStatement insert, long id) throws SQLException {
    insert.setLong(1, id);
    insert.setString(2, "what");
    return insert.executeUpdate();
  }

  private static int update(PreparedStatement update, long id) throws SQLException {
    update.setLong(1, id);
    return update.executeUpdate();
  }

  private static void read(PreparedStatement select, long id) throws SQLException {
    select.setLong(1, id);
    try (var found = select.executeQuery()) {
      if (!found.next() || found.getInt(1) < 1) {
        throw new IllegalStateException("row %d is not as it was written".formatted(id));
      }
    }
  }
}
