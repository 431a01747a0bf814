package io.tiercel.lab.bench.r2dbc;

import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlStatement;
import io.r2dbc.spi.Row;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Objects;
import java.util.UUID;
import java.util.function.ToLongFunction;
import reactor.core.publisher.Mono;

/// Large results, streamed.
final class R2dbcRows {
  private final PostgresqlConnection connection;

  R2dbcRows(PostgresqlConnection connection) {
    this.connection = connection;
  }

  Mono<Tally> numbers(int units, Milestones milestones) {
    var statement = connection.createStatement("select i, t, j from number");
    return sum(statement, units, milestones, R2dbcRows::number);
  }

  Mono<Tally> decode() {
    var statement =
        connection
            .createStatement("select at, n, u, j, a, b from decoded where id >= $1")
            .bind("$1", 0);
    return sum(statement, 0, Milestones.NONE, R2dbcRows::decoded);
  }

  private static Mono<Tally> sum(
      PostgresqlStatement statement, int units, Milestones milestones, ToLongFunction<Row> value) {
    var sums = new long[2];
    return statement
        .execute()
        .concatMap(
            result ->
                result.map(
                    (row, metadata) -> {
                      sums[1] += value.applyAsLong(row);
                      milestones.read(++sums[0], units);
                      return Boolean.TRUE;
                    }))
        .then(Mono.fromSupplier(() -> new Tally(sums[0], sums[1])));
  }

  private static <T> T get(Row row, int column, Class<T> type) {
    return Objects.requireNonNull(row.get(column, type));
  }

  private static long number(Row row) {
    return (long) get(row, 0, Integer.class)
        + get(row, 1, String.class).length()
        + get(row, 2, String.class).length();
  }

  private static long decoded(Row row) {
    long checksum = get(row, 0, OffsetDateTime.class).toEpochSecond();
    checksum += get(row, 1, BigDecimal.class).movePointRight(6).longValueExact();
    checksum += get(row, 2, UUID.class).toString().length();
    checksum += get(row, 3, String.class).length();
    for (Integer element : get(row, 4, Integer[].class)) {
      checksum += element;
    }
    return checksum + get(row, 5, byte[].class).length;
  }
}
