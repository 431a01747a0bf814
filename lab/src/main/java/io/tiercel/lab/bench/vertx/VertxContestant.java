package io.tiercel.lab.bench.vertx;

import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Transaction;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/// One connection of Vert.x's client.
public final class VertxContestant implements Contestant {
  private static final int TIMEOUT_SECONDS = 300;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final PgConnectOptions options;
  private final PgConnection connection;

  /// Connects.
  public VertxContestant(Endpoint endpoint)
      throws ExecutionException, InterruptedException, TimeoutException {
    options =
        new PgConnectOptions()
            .setHost(endpoint.host())
            .setPort(endpoint.port())
            .setDatabase(endpoint.database())
            .setUser(endpoint.user())
            .setPassword(endpoint.password())
            .setCachePreparedStatements(true);
    connection = await(PgConnection.connect(vertx, options));
  }

  static <T> T await(Future<T> future)
      throws ExecutionException, InterruptedException, TimeoutException {
    return future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public Tally run(Task task, int units, Milestones milestones) throws Exception {
    var rows = new VertxRows(connection);
    var batches = new VertxBatches(connection);
    var selects = new VertxSelects(connection);
    return switch (task) {
      case JDBC_NUMBERS -> await(rows.numbers(units, milestones));
      case JDBC_DECODE -> await(rows.decode());
      case JDBC_BATCH -> inTransaction(() -> batches.insert(units, 1_024));
      case JDBC_SMALL_BATCH -> inTransaction(() -> batches.insert(units, 128));
      case JDBC_KEYED_BATCH -> inTransaction(() -> batches.insertKeyed(units, 10_240));
      case JDBC_SELECT -> await(selects.select(0, units));
      case JDBC_SHARED_SELECT -> selects.share(units);
      case JDBC_MIXED -> await(new VertxTransactions(connection).oneByOne(units));
      case JDBC_PIPELINED -> await(new VertxTransactions(connection).inOneFlight(units));
      case JDBC_CONNECT -> await(connectAndSelect(units));
      default -> throw new IllegalArgumentException(task + " is not for Vert.x");
    };
  }

  private Tally inTransaction(Supplier<Future<Tally>> work)
      throws ExecutionException, InterruptedException, TimeoutException {
    return await(
        connection
            .begin()
            .compose(transaction -> work.get().compose(tally -> commit(transaction, tally))));
  }

  private static Future<Tally> commit(Transaction transaction, Tally tally) {
    return transaction.commit().map(tally);
  }

  private Future<Tally> connectAndSelect(int units) {
    var checksum = new long[1];
    return Steps.oneByOne(
            units,
            unit ->
                PgConnection.connect(vertx, options)
                    .compose(
                        fresh ->
                            new VertxSelects(fresh)
                                .select(unit, 1)
                                .onSuccess(tally -> checksum[0] += tally.checksum())
                                .compose(tally -> fresh.close())))
        .map(nothing -> new Tally(units, checksum[0]));
  }

  @Override
  public void close() throws IOException {
    try {
      await(connection.close());
      await(vertx.close());
    } catch (ExecutionException | TimeoutException e) {
      throw new IOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
