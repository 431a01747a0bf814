package io.tiercel.lab.bench.r2dbc;

import io.r2dbc.postgresql.PostgresqlConnectionConfiguration;
import io.r2dbc.postgresql.PostgresqlConnectionFactory;
import io.r2dbc.postgresql.api.PostgresqlConnection;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/// One connection of r2dbc-postgresql.
public final class R2dbcContestant implements Contestant {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final PostgresqlConnectionFactory factory;
  private final PostgresqlConnection connection;

  /// Connects.
  public R2dbcContestant(Endpoint endpoint) {
    factory =
        new PostgresqlConnectionFactory(
            PostgresqlConnectionConfiguration.builder()
                .host(endpoint.host())
                .port(endpoint.port())
                .database(endpoint.database())
                .username(endpoint.user())
                .password(endpoint.password())
                .tcpNoDelay(true)
                .build());
    connection = await(factory.create());
  }

  static <T> T await(Mono<T> mono) {
    return Objects.requireNonNull(mono.block(TIMEOUT));
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones)
      throws ExecutionException, InterruptedException {
    var rows = new R2dbcRows(connection);
    var batches = new R2dbcBatches(connection);
    var selects = new R2dbcSelects(connection);
    var transactions = new R2dbcTransactions(connection);
    return switch (task) {
      case JDBC_NUMBERS -> await(rows.numbers(units, milestones));
      case JDBC_DECODE -> await(rows.decode());
      case JDBC_BATCH -> await(inTransaction(batches.insert(units, 1_024)));
      case JDBC_SMALL_BATCH -> await(inTransaction(batches.insert(units, 128)));
      case JDBC_KEYED_BATCH -> await(inTransaction(batches.insertKeyed(units, 10_240)));
      case JDBC_SELECT -> await(selects.select(0, units));
      case JDBC_SHARED_SELECT -> selects.share(units);
      case JDBC_MIXED -> await(transactions.oneByOne(units));
      case JDBC_PIPELINED -> await(transactions.allAtOnce(units));
      case JDBC_CONNECT -> await(connectAndSelect(units));
      default -> throw new IllegalArgumentException(task + " is not for R2DBC");
    };
  }

  private Mono<Tally> inTransaction(Mono<Tally> work) {
    return connection
        .beginTransaction()
        .then(work)
        .flatMap(tally -> connection.commitTransaction().thenReturn(tally));
  }

  private Mono<Tally> connectAndSelect(int units) {
    return Flux.range(0, units)
        .concatMap(
            unit ->
                Mono.usingWhen(
                    factory.create(),
                    fresh -> new R2dbcSelects(fresh).select(unit, 1),
                    PostgresqlConnection::close))
        .reduce(new Tally(0, 0), R2dbcContestant::sum);
  }

  private static Tally sum(Tally one, Tally other) {
    return new Tally(one.rows() + other.rows(), one.checksum() + other.checksum());
  }

  @Override
  public void close() {
    connection.close().block(TIMEOUT);
  }
}
