package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;

/// Writes nothing: makes sure before COMMIT that rows which were only read still have their version
/// (LockModeType.OPTIMISTIC), and holds a share lock on them until COMMIT, so that none changes in
/// between.
public final class VersionCheck implements Write {
  private final Table table;
  private final TableKey id;
  private final Column version;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// Rows of that table by these columns.
  public VersionCheck(Table table, TableKey id, Column version) {
    this.table = table;
    this.id = id;
    this.version = version;
  }

  /// Adds a row to check.
  public void add(KeyedRow row) {
    rows.add(row);
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return false;
  }

  @Override
  public void verify() {
    stale.verify();
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    KeyedRow.sort(rows);
    List<Column> all = new ArrayList<>(id.columns());
    all.add(version);
    List<Object> arrays = new ArrayList<>(id.arrays(rows.stream().map(KeyedRow::id).toList()));
    arrays.add(rows.stream().map(KeyedRow::version).toArray());
    String matches =
        "from %s as t join %s with ordinality as u(%s, v, n) on %s and t.%s%su.v order by %s for share of t"
            .formatted(
                table.sql(),
                Unnest.of(all, shape),
                id.names(),
                id.matches("t", "u"),
                version.sql(),
                KeyedRow.versionOperator(rows),
                id.list("t"));
    switch (check) {
      case BY_ANSWER ->
          flight.query(
              "select u.n " + matches, row -> stale.reached(row.getLong(0)), arrays.toArray());
      case BY_ERROR ->
          flight.guarded(
              StaleGuard.over("select u.n " + matches, Unnest.size(all, 0, shape)),
              stale::refused,
              arrays.toArray());
    }
  }
}
