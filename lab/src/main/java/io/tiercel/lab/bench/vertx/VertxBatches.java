package io.tiercel.lab.bench.vertx;

import io.tiercel.lab.bench.workload.Tally;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.function.Consumer;

/// Inserts by `executeBatch`, each batch when the one before is done.
final class VertxBatches {
  private final PgConnection connection;

  VertxBatches(PgConnection connection) {
    this.connection = connection;
  }

  Future<Tally> insert(int units, int batch) {
    var sums = new long[2];
    var insert = connection.preparedQuery("insert into batch_row (a, b, c) values ($1, $2, $3)");
    return Steps.oneByOne(
            batches(units, batch),
            at -> {
              var rows = new ArrayList<Tuple>();
              for (int i = at * batch; i < Math.min(units, (at + 1) * batch); i++) {
                String text = "the text of row " + i;
                rows.add(Tuple.of(i, text, i * 2));
                sums[1] += i + text.length() + i * 2L;
              }
              return insert
                  .executeBatch(rows)
                  .map(result -> forEach(result, one -> sums[0] += one.rowCount()));
            })
        .map(nothing -> new Tally(sums[0], sums[1]));
  }

  Future<Tally> insertKeyed(int units, int batch) {
    var sums = new long[2];
    var insert =
        connection.preparedQuery(
            "insert into keyed_row (a, b, c) values ($1, $2, $3) returning id");
    return Steps.oneByOne(
            batches(units, batch),
            at -> {
              var rows = new ArrayList<Tuple>();
              for (int i = at * batch; i < Math.min(units, (at + 1) * batch); i++) {
                rows.add(Tuple.of(i, "the text of row " + i, i * 2));
              }
              return insert
                  .executeBatch(rows)
                  .map(
                      result ->
                          forEach(
                              result,
                              one -> {
                                for (Row row : one) {
                                  sums[0]++;
                                  sums[1] += row.getLong(0);
                                }
                              }));
            })
        .map(nothing -> new Tally(sums[0], sums[1]));
  }

  private static int batches(int units, int batch) {
    return (units + batch - 1) / batch;
  }

  private static Void forEach(RowSet<Row> first, Consumer<RowSet<Row>> action) {
    for (RowSet<Row> one = first; one != null; one = one.next()) {
      action.accept(one);
    }
    return null;
  }
}
