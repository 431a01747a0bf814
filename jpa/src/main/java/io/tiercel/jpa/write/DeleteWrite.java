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
  private final StaleRows stale = new StaleRows();

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
  public boolean isChecked() {
    return checked;
  }

  @Override
  public void verify() {
    if (checked) {
      stale.verify(rows);
    }
  }

  @Override
  public void addTo(Flight flight, TableShape shape) {
    Object[] keys = rows.stream().map(KeyedRow::id).toArray();
    String returning = checked ? " returning t." + key.sql() : "";
    if (second == null) {
      flight.query(
          "delete from %s as t where t.%s = any($1)%s".formatted(table.sql(), key.sql(), returning),
          row -> stale.wrote(Objects.requireNonNull(row.get(0, key.columnType()))),
          (Object) keys);
    } else {
      flight.query(
          "delete from %s as t using %s as u(k, s) where t.%s = u.k and t.%s = u.s%s"
              .formatted(
                  table.sql(),
                  Unnest.of(List.of(key, second), shape),
                  key.sql(),
                  second.sql(),
                  returning),
          row -> stale.wrote(Objects.requireNonNull(row.get(0, key.columnType()))),
          keys,
          rows.stream().map(KeyedRow::version).toArray());
    }
  }
}
