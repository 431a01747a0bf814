package io.tiercel.lab.bench.r2dbc;

import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.tiercel.lab.bench.model.SampleOrders;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.util.ArrayList;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Single rows by key.
final class R2dbcSelects {
  private final PostgresqlConnection connection;

  R2dbcSelects(PostgresqlConnection connection) {
    this.connection = connection;
  }

  private Mono<Integer> selectOne(int unit) {
    return connection
        .createStatement("select name from customer where id = $1")
        .bind("$1", Task.customerId(unit, SampleOrders.CUSTOMERS))
        .execute()
        .concatMap(
            result ->
                result.map(
                    (row, metadata) -> Objects.requireNonNull(row.get(0, String.class)).length()))
        .single();
  }

  /// One after the other, without a thread that waits.
  Mono<Tally> select(int from, int units) {
    return Flux.range(from, units)
        .concatMap(this::selectOne)
        .reduce(0L, Long::sum)
        .map(checksum -> new Tally(units, checksum));
  }

  /// As many virtual threads as the task says, each waiting for its own.
  Tally share(int units) throws ExecutionException, InterruptedException {
    long checksum = 0;
    try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
      var running = new ArrayList<Future<Long>>();
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

  private long await(int from, int to) {
    long checksum = 0;
    for (int unit = from; unit < to; unit++) {
      checksum += R2dbcContestant.await(selectOne(unit));
    }
    return checksum;
  }
}
