package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of one table to delete by key: `= ANY`, or joined with arrays when a second column must
/// match too (a version, or the other half of a join table's row).
public final class DeleteWrite implements Write {
  private final Table table;
  private final TableKey key;
  private final @Nullable Column second;
  private final boolean checked;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// @param second the column that must hold [KeyedRow#version], null for none
  /// @param checked whether a row that is not there any more is an optimistic lock failure
  public DeleteWrite(Table table, TableKey key, @Nullable Column second, boolean checked) {
    this.table = table;
    this.key = key;
    this.second = second;
    this.checked = checked;
  }

  /// Adds a row.
  public void add(KeyedRow row) {
    rows.add(row);
  }

  /// Whether there are no rows.
  public boolean isEmpty() {
    return rows.isEmpty();
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return checked && shape.hasRules();
  }

  @Override
  public void verify() {
    if (checked) {
      stale.verify();
    }
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    KeyedRow.sort(rows);
    List<Object> keys = rows.stream().map(KeyedRow::id).toList();
    if (second == null && key.width() == 1 && !checked) {
      String delete =
          "delete from %s as t where %s = any($1)".formatted(table.sql(), key.list("t"));
      flight.update(delete, affected -> {}, (Object) keys.toArray());
      return;
    }
    List<Column> all = new ArrayList<>(key.columns());
    List<Object> arrays = new ArrayList<>(key.arrays(keys));
    String names = key.names();
    String matches = key.matches("t", "u");
    if (second != null) {
      all.add(second);
      arrays.add(rows.stream().map(KeyedRow::version).toArray());
      names += ", s";
      matches += " and t.%s%su.s".formatted(second.sql(), KeyedRow.versionOperator(rows));
    }
    String delete =
        "delete from %s as t using %s with ordinality as u(%s, n) where %s"
            .formatted(table.sql(), Unnest.of(all, shape), names, matches);
    String returning = delete + " returning u.n";
    if (!checked) {
      flight.update(delete, affected -> {}, arrays.toArray());
    } else if (check == Check.BY_ERROR) {
      String guarded = StaleGuard.over(returning, Unnest.size(all, 0, shape));
      flight.guarded(guarded, stale::refused, arrays.toArray());
    } else {
      flight.query(returning, row -> stale.reached(row.getLong(0)), arrays.toArray());
    }
  }
}
