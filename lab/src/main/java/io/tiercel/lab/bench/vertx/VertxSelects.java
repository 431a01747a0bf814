package io.tiercel.lab.bench.vertx;

import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeoutException;

/// Single rows by key.
final class VertxSelects {
  private final PgConnection connection;

  VertxSelects(PgConnection connection) {
    this.connection = connection;
  }

  private Future<RowSet<Row>> selectOne(int unit) {
    return connection
        .preparedQuery("select name from customer where id = $1")
        .execute(Tuple.of(Task.customerId(unit, SampleOrders.CUSTOMERS)));
  }

  private static int length(RowSet<Row> found) {
    return found.iterator().next().getString(0).length();
  }

  /// One after the other on the event loop, without a thread that waits.
  Future<Tally> select(int from, int units) {
    var checksum = new long[1];
    return Steps.oneByOne(
            units,
            at -> selectOne(from + at).onSuccess(found -> checksum[0] += length(found)).mapEmpty())
        .map(nothing -> new Tally(units, checksum[0]));
  }

  /// As many virtual threads as the task says, each waiting for its own; the connection pipelines.
  Tally share(int units) throws ExecutionException, InterruptedException {
    long checksum = 0;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<java.util.concurrent.Future<Long>>();
      for (int thread = 0; thread < Task.SHARING_THREADS; thread++) {
        int from = Task.share(units, thread);
        int to = Task.share(units, thread + 1);
        running.add(executor.submit(() -> await(from, to)));
      }
      for (var done : running) {
        checksum += done.get();
      }
    }
    return new Tally(units, checksum);
  }

  private long await(int from, int to)
      throws ExecutionException, InterruptedException, TimeoutException {
    long checksum = 0;
    for (int unit = from; unit < to; unit++) {
      checksum += length(VertxContestant.await(selectOne(unit)));
    }
    return checksum;
  }
}
