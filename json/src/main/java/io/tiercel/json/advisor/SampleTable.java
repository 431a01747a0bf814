package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.wire.Connection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;

/// Some rows of a table, in a table of the same making beside it that only this transaction sees:
/// it is rolled back when this is closed, and nothing of it stays in the catalog. Confined to the
/// thread of its connection.
final class SampleTable implements AutoCloseable {
  private static final int SEED = 20_261;

  private final Connection connection;
  private final SqlName source;
  private final SqlName table;
  private final SqlName held;
  private final SqlName half;
  private final List<String> columnList;
  private final String columns;
  private long rows;

  private SampleTable(Connection connection, SqlName source, List<String> columnList) {
    this.connection = connection;
    this.source = source;
    this.columnList = columnList;
    this.columns = String.join(", ", columnList);
    String suffix = Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    table = source.sibling("tiercel_sample_" + suffix);
    held = source.sibling("tiercel_held_" + suffix);
    half = source.sibling("tiercel_half_" + suffix);
  }

  /// Begins the transaction and takes the sample, the same rows each time as long as the table has
  /// the same. Blocks.
  ///
  /// @param sampled so many rows, about
  /// @param heldBack so many more that are not in the table, to be inserted for a trial
  static SampleTable take(Connection connection, TableFacts facts, int sampled, int heldBack) {
    SqlName source = facts.table();
    List<String> columns =
        connection.queryList(
            "select quote_ident(attname) from pg_attribute"
                + " where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and"
                + " attgenerated = '' order by attnum",
            row -> Objects.requireNonNull(row.getString(0)),
            source.toString());
    var sample = new SampleTable(connection, source, columns);
    connection.execute("begin");
    try {
      sample.fill(facts.rows(), sampled, heldBack);
    } catch (RuntimeException e) {
      connection.execute("rollback");
      throw e;
    }
    return sample;
  }

  private void fill(long sourceRows, int sampled, int heldBack) {
    connection.execute("set local lock_timeout = '5s'");
    create(table, source);
    create(held, source);
    double percent =
        sourceRows == 0 ? 100 : Math.min(100, 110.0 * (sampled + heldBack) / sourceRows);
    // Whole pages are not taken: rows that came together are alike.
    connection.execute(
        "insert into %s (%s) overriding system value select %s from %s tablesample bernoulli (%s) repeatable (%d) limit %d"
            .formatted(held, columns, columns, source, percent, SEED, sampled + heldBack));
    // Of a small table a tenth is held back at most. No row is deleted from the sample: it is as
    // dense
    // as a table that was loaded.
    connection.execute(
        ("with kept as (delete from %s where ctid not in (select ctid from %s tablesample bernoulli"
                + " (10) repeatable (%d) limit %d) returning %s)"
                + " insert into %s (%s) overriding system value select %s from kept")
            .formatted(held, held, SEED, heldBack, columns, table, columns, columns));
    connection.execute("analyze " + table);
    connection.execute(
        "create table %s as select * from %s tablesample bernoulli (50) repeatable (%d)"
            .formatted(half, table, SEED));
    rows = count(table);
  }

  /// An empty table like another, with all that belongs to it but foreign keys and triggers.
  void create(SqlName name, SqlName like) {
    connection.execute("create table %s (like %s including all)".formatted(name, like));
  }

  /// Puts the rows that were held back into a table, and tells what it took.
  PlanMeasure insertHeld(SqlName into) {
    return new Explain(connection)
        .once(
            "insert into %s (%s) overriding system value select %s from %s"
                .formatted(into, columns, columns, held),
            into.last());
  }

  /// Does something and takes it back.
  <T> T undone(String savepoint, java.util.function.Supplier<T> action) {
    connection.execute("savepoint " + savepoint);
    try {
      return action.get();
    } finally {
      if (connection.isOpen()) {
        connection.execute("rollback to savepoint " + savepoint);
        connection.execute("release savepoint " + savepoint);
      }
    }
  }

  SqlName table() {
    return table;
  }

  SqlName source() {
    return source;
  }

  List<String> columnList() {
    return columnList;
  }

  long rows() {
    return rows;
  }

  /// About half of the rows, without indexes: how an index grows is seen by two points.
  SqlName half() {
    return half;
  }

  long halfRows() {
    return count(half);
  }

  long heldRows() {
    return count(held);
  }

  private long count(SqlName of) {
    return connection.queryList("select count(*) from " + of, row -> row.getLong(0)).getFirst();
  }

  /// The bytes of an index, table or column of the sample.
  long bytes(String sql, Object... parameters) {
    List<Long> bytes = connection.queryList(sql, row -> row.getLong(0), parameters);
    return bytes.getFirst();
  }

  @Override
  public void close() {
    if (connection.isOpen()) {
      connection.execute("rollback");
    }
  }
}
