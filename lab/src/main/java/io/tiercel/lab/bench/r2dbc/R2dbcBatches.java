package io.tiercel.lab.bench.r2dbc;

import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlResult;
import io.r2dbc.postgresql.api.PostgresqlStatement;
import io.tiercel.lab.bench.workload.Tally;
import java.util.Objects;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Inserts by parametrized statements with many bindings, one batch after the other.
final class R2dbcBatches {
  private final PostgresqlConnection connection;

  R2dbcBatches(PostgresqlConnection connection) {
    this.connection = connection;
  }

  Mono<Tally> insert(int units, int batch) {
    var sums = new long[2];
    return Flux.range(0, batches(units, batch))
        .concatMap(
            at -> {
              var insert =
                  connection.createStatement("insert into batch_row (a, b, c) values ($1, $2, $3)");
              sums[1] += bind(insert, at * batch, Math.min(units, (at + 1) * batch));
              return insert.execute().concatMap(PostgresqlResult::getRowsUpdated);
            })
        .doOnNext(count -> sums[0] += count)
        .then(Mono.fromSupplier(() -> new Tally(sums[0], sums[1])));
  }

  private static long bind(PostgresqlStatement insert, int from, int to) {
    long checksum = 0;
    for (int i = from; i < to; i++) {
      String text = "the text of row " + i;
      insert.bind("$1", i).bind("$2", text).bind("$3", i * 2);
      checksum += i + text.length() + i * 2L;
      if (i + 1 < to) {
        insert.add();
      }
    }
    return checksum;
  }

  Mono<Tally> insertKeyed(int units, int batch) {
    var sums = new long[2];
    return Flux.range(0, batches(units, batch))
        .concatMap(
            at -> {
              var insert =
                  connection
                      .createStatement("insert into keyed_row (a, b, c) values ($1, $2, $3)")
                      .returnGeneratedValues("id");
              bind(insert, at * batch, Math.min(units, (at + 1) * batch));
              return insert
                  .execute()
                  .concatMap(
                      result ->
                          result.map(
                              (row, metadata) -> Objects.requireNonNull(row.get(0, Long.class))));
            })
        .doOnNext(
            key -> {
              sums[0]++;
              sums[1] += key;
            })
        .then(Mono.fromSupplier(() -> new Tally(sums[0], sums[1])));
  }

  private static int batches(int units, int batch) {
    return (units + batch - 1) / batch;
  }
}
