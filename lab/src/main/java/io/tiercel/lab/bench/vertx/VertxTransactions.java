package io.tiercel.lab.bench.vertx;

import io.tiercel.lab.bench.workload.Tally;
import io.tiercel.lab.bench.workload.Task;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;

/// Transactions of thirty statements. Confined to one use: it adds up what it saw.
final class VertxTransactions {
  private static final int KINDS = 3;
  private static final int STATEMENTS = KINDS * Task.MIXED_STATEMENTS;

  private final PgConnection connection;
  private long inserted;
  private long raised;

  VertxTransactions(PgConnection connection) {
    this.connection = connection;
  }

  /// Each statement when the one before is done.
  Future<Tally> oneByOne(int units) {
    return Steps.oneByOne(
            units,
            unit ->
                connection
                    .begin()
                    .compose(
                        transaction ->
                            Steps.oneByOne(STATEMENTS, at -> statement(unit, at))
                                .compose(nothing -> transaction.commit())))
        .map(nothing -> new Tally(inserted, raised));
  }

  /// Without waiting in between, `begin` and `commit` included: a statement that fails makes the
  /// server turn the commit into a rollback, and its own future fails.
  Future<Tally> inOneFlight(int units) {
    return Steps.oneByOne(
            units,
            unit -> {
              var answers = new ArrayList<Future<Void>>();
              answers.add(connection.query("begin").execute().mapEmpty());
              for (int at = 0; at < STATEMENTS; at++) {
                answers.add(statement(unit, at));
              }
              answers.add(connection.query("commit").execute().mapEmpty());
              return Future.all(answers).mapEmpty();
            })
        .map(nothing -> new Tally(inserted, raised));
  }

  private Future<Void> statement(int unit, int at) {
    long id = Task.mixedId(unit, at / KINDS);
    return switch (at % KINDS) {
      case 0 ->
          connection
              .preparedQuery("insert into mixed_a (id, what) values ($1, $2)")
              .execute(Tuple.of(id, "what"))
              .onSuccess(result -> inserted += result.rowCount())
              .mapEmpty();
      case 1 ->
          connection
              .preparedQuery("update mixed_b set v = v + 1 where id = $1")
              .execute(Tuple.of(id))
              .onSuccess(result -> raised += result.rowCount())
              .mapEmpty();
      default ->
          connection
              .preparedQuery("select v from mixed_b where id = $1")
              .execute(Tuple.of(id))
              .compose(
                  found ->
                      found.iterator().next().getInteger(0) < 1
                          ? Future.failedFuture("a row is not as it was written")
                          : Future.succeededFuture());
    };
  }
}
