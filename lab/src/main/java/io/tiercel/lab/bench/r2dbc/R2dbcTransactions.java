package io.tiercel.lab.bench.r2dbc;

import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.r2dbc.postgresql.api.PostgresqlResult;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.util.Objects;
import java.util.function.IntFunction;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// Transactions of thirty statements. Confined to one use: it adds up what it saw.
final class R2dbcTransactions {
  private static final int KINDS = 3;
  private static final int STATEMENTS = KINDS * Task.MIXED_STATEMENTS;

  private final PostgresqlConnection connection;
  private long inserted;
  private long raised;

  R2dbcTransactions(PostgresqlConnection connection) {
    this.connection = connection;
  }

  /// Each statement when the one before is done.
  Mono<Tally> oneByOne(int units) {
    return transactions(
        units, unit -> Flux.range(0, STATEMENTS).concatMap(at -> statement(unit, at)).then());
  }

  /// All statements subscribed to at once; whether they travel together is the driver's choice.
  Mono<Tally> allAtOnce(int units) {
    return transactions(
        units,
        unit ->
            Flux.range(0, STATEMENTS)
                .flatMapSequential(at -> statement(unit, at), STATEMENTS)
                .then());
  }

  private Mono<Tally> transactions(int units, IntFunction<Mono<Void>> work) {
    return Flux.range(0, units)
        .concatMap(
            unit ->
                connection
                    .beginTransaction()
                    .then(work.apply(unit))
                    .then(connection.commitTransaction()))
        .then(Mono.fromSupplier(() -> new Tally(inserted, raised)));
  }

  private Mono<Void> statement(int unit, int at) {
    long id = Task.mixedId(unit, at / KINDS);
    return switch (at % KINDS) {
      case 0 ->
          connection
              .createStatement("insert into mixed_a (id, what) values ($1, $2)")
              .bind("$1", id)
              .bind("$2", "what")
              .execute()
              .concatMap(PostgresqlResult::getRowsUpdated)
              .doOnNext(count -> inserted += count)
              .then();
      case 1 ->
          connection
              .createStatement("update mixed_b set v = v + 1 where id = $1")
              .bind("$1", id)
              .execute()
              .concatMap(PostgresqlResult::getRowsUpdated)
              .doOnNext(count -> raised += count)
              .then();
      default -> read(id);
    };
  }

  private Mono<Void> read(long id) {
    return connection
        .createStatement("select v from mixed_b where id = $1")
        .bind("$1", id)
        .execute()
        .concatMap(
            result ->
                result.map((row, metadata) -> Objects.requireNonNull(row.get(0, Integer.class))))
        .single()
        .filter(v -> v >= 1)
        .switchIfEmpty(
            Mono.error(() -> new IllegalStateException("a row is not as it was written")))
        .then();
  }
}
