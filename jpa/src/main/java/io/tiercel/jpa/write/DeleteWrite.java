package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows of one table to delete by key: `= ANY`, or joined with arrays when a second column must
/// match too (a version, or the other half of a join table's row).
public final class DeleteWrite implements Write {
  private final Table table;
  private final Column key;
  private final @Nullable Column second;
  private final boolean checked;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// @param second the column that must hold [KeyedRow#version], null for none
  /// @param checked whether a row that is not there any more is an optimistic lock failure
  public DeleteWrite(Table table, Column key, @Nullable Column second, boolean checked) {
    this.table = table;
    this.key = key;
    this.second = second;
    this.checked = checked;
  }

  /// Adds a row.
  public void add(KeyedRow row) {
    rows.add(row);
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return checked && (second == null || shape.hasRules());
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
    Object[] keys = rows.stream().map(KeyedRow::id).toArray();
    if (second == null) {
      String delete = "delete from %s as t where t.%s = any($1)".formatted(table.sql(), key.sql());
      answered(flight, delete, (Object) keys);
      return;
    }
    List<Column> both = List.of(key, second);
    String delete =
        "delete from %s as t using %s with ordinality as u(k, s, n) where t.%s = u.k and t.%s = u.s"
            .formatted(table.sql(), Unnest.of(both, shape), key.sql(), second.sql());
    Object[] seconds = rows.stream().map(KeyedRow::version).toArray();
    if (checked && check == Check.BY_ERROR) {
      String guarded = StaleGuard.over(delete + " returning u.n", Unnest.size(both, 0, shape));
      flight.guarded(guarded, stale::refused, keys, seconds);
    } else {
      answered(flight, delete, keys, seconds);
    }
  }

  private void answered(Flight flight, String delete, @Nullable Object... arrays) {
    if (checked) {
      flight.query(
          delete + " returning t." + key.sql(),
          row -> stale.wrote(Objects.requireNonNull(row.get(0, key.columnType()))),
          arrays);
    } else {
      flight.update(delete, affected -> {}, arrays);
    }
  }
}
