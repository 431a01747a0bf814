package io.tiercel.lab.bench.vertx;

import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Tally;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.util.function.ObjLongConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;

/// Large results, folded as their rows come: no cursor is needed and no rows are kept.
final class VertxRows {
  private static final int TEXT_AROUND_THE_NUMBERS = 26;
  private static final String NAME_PREFIX = "number ";

  private final PgConnection connection;

  VertxRows(PgConnection connection) {
    this.connection = connection;
  }

  Future<Tally> numbers(int units, Milestones milestones) {
    return connection
        .preparedQuery("select i, t, j from number")
        .collecting(
            summing(
                row -> row.getInteger(0) + row.getString(1).length() + row.getString(2).length(),
                (row, count) -> milestones.read(count, units)))
        .execute()
        .map(SqlResult::value);
  }

  Future<Tally> decode() {
    return connection
        .preparedQuery("select at, n, u, j, a, b from decoded where id >= $1")
        .collecting(summing(VertxRows::decoded, (row, count) -> {}))
        .execute(Tuple.of(0))
        .map(SqlResult::value);
  }

  private static long decoded(Row row) {
    long checksum = row.getOffsetDateTime(0).toEpochSecond();
    checksum += row.getBigDecimal(1).movePointRight(6).longValueExact();
    checksum += row.getUUID(2).toString().length();
    // It has no text of a jsonb, it parses it; the text is {"n": N, "name": "number N"}.
    int digits = row.getJsonObject(3).getString("name").length() - NAME_PREFIX.length();
    checksum += TEXT_AROUND_THE_NUMBERS + 2L * digits;
    for (Integer element : row.getArrayOfIntegers(4)) {
      checksum += element;
    }
    return checksum + row.getBuffer(5).length();
  }

  private static final class Sum {
    private long rows;
    private long checksum;
  }

  private static Collector<Row, Sum, Tally> summing(
      ToLongFunction<Row> value, ObjLongConsumer<Row> counted) {
    return Collector.of(
        Sum::new,
        (sum, row) -> {
          sum.checksum += value.applyAsLong(row);
          counted.accept(row, ++sum.rows);
        },
        (one, other) -> {
          throw new IllegalStateException("rows come one after the other");
        },
        sum -> new Tally(sum.rows, sum.checksum));
  }
}
