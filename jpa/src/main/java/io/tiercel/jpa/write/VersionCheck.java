package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Writes nothing: makes sure before COMMIT that rows which were only read still have their version
/// (LockModeType.OPTIMISTIC), and holds a share lock on them until COMMIT, so that none changes in
/// between.
public final class VersionCheck implements Write {
  private final Table table;
  private final Column id;
  private final Column version;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// Rows of that table by these columns.
  public VersionCheck(Table table, Column id, Column version) {
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
    List<Column> keys = List.of(id, version);
    Object[] ids = rows.stream().map(KeyedRow::id).toArray();
    Object[] versions = rows.stream().map(KeyedRow::version).toArray();
    String matches =
        "from %s as t join %s with ordinality as u(k, v, n) on t.%s = u.k and t.%s = u.v order by t.%s for share of t"
            .formatted(table.sql(), Unnest.of(keys, shape), id.sql(), version.sql(), id.sql());
    switch (check) {
      case BY_ANSWER ->
          flight.query(
              "select t.%s %s".formatted(id.sql(), matches),
              row -> stale.wrote(Objects.requireNonNull(row.get(0, id.columnType()))),
              ids,
              versions);
      case BY_ERROR ->
          flight.guarded(
              StaleGuard.over("select u.n " + matches, Unnest.size(keys, 0, shape)),
              stale::refused,
              ids,
              versions);
    }
  }
}
