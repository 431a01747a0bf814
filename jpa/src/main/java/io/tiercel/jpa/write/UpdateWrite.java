package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Changed rows of one table with the same changed columns: one prepared UPDATE, or one UPDATE
/// joined with arrays that returns the keys it wrote, so that the rows that lost the race are known
/// by name.
public final class UpdateWrite implements Write {
  private final Table table;
  private final Column id;
  private final @Nullable Column version;
  private final List<Column> changed;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final StaleRows stale = new StaleRows(rows);

  /// @param version the column that must still hold [KeyedRow#version], null when unchecked
  /// @param changed the written columns, the new version among them
  public UpdateWrite(Table table, Column id, @Nullable Column version, List<Column> changed) {
    this.table = table;
    this.id = id;
    this.version = version;
    this.changed = List.copyOf(changed);
  }

  /// Adds a row; its values are read when the flight is sent.
  public void add(KeyedRow row) {
    rows.add(row);
  }

  @Override
  public Table table() {
    return table;
  }

  @Override
  public boolean needsAnswer(TableShape shape) {
    return shape.hasRules() || (rows.size() > 1 && hasArrays(shape));
  }

  @Override
  public void verify() {
    stale.verify();
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    if (rows.size() == 1 || hasArrays(shape)) {
      rows.forEach(row -> addSingle(flight, row, check));
    } else if (check == Check.BY_ERROR) {
      List<Column> parameters = parameterColumns();
      flight.guarded(
          StaleGuard.over(
              manySql(shape) + " returning u.n", Unnest.size(parameters, changed.size(), shape)),
          stale::refused,
          arrays());
    } else {
      flight.query(manySql(shape) + " returning t." + id.sql(), this::wrote, arrays());
    }
  }

  /// `unnest` would flatten values that are arrays themselves: such rows go one by one.
  private boolean hasArrays(TableShape shape) {
    return changed.stream().anyMatch(column -> shape.column(column).isArray());
  }

  private void wrote(DataRow row) {
    stale.wrote(Objects.requireNonNull(row.get(0, id.columnType())));
  }

  private void addSingle(Flight flight, KeyedRow row, Check check) {
    List<@Nullable Object> parameters = new ArrayList<>();
    StringBuilder sql = new StringBuilder("update ").append(table.sql()).append(" set ");
    for (int i = 0; i < changed.size(); i++) {
      parameters.add(row.values()[i]);
      sql.append(i == 0 ? "" : ", ").append(changed.get(i).sql()).append(" = $").append(i + 1);
    }
    parameters.add(row.id());
    sql.append(" where ").append(id.sql()).append(" = $").append(parameters.size());
    if (version != null) {
      parameters.add(row.version());
      sql.append(" and ").append(version.sql()).append(" = $").append(parameters.size());
    }
    if (check == Check.BY_ERROR) {
      sql.append(" returning 1");
      flight.guarded(StaleGuard.over(sql.toString(), "1"), stale::refused, parameters.toArray());
    } else {
      flight.update(
          sql.toString(),
          affected -> {
            if (affected > 0) {
              stale.wrote(row.id());
            }
          },
          parameters.toArray());
    }
  }

  /// Array parameters are the changed columns, then the id, then the version to check.
  private List<Column> parameterColumns() {
    List<Column> all = new ArrayList<>(changed);
    all.add(id);
    if (version != null) {
      all.add(version);
    }
    return all;
  }

  private String manySql(TableShape shape) {
    List<Column> all = parameterColumns();
    StringBuilder sql = new StringBuilder("update ").append(table.sql()).append(" as t set ");
    for (int i = 0; i < changed.size(); i++) {
      sql.append(i == 0 ? "" : ", ").append(changed.get(i).sql()).append(" = u.c").append(i);
    }
    sql.append(" from ").append(Unnest.of(all, shape));
    sql.append(" with ordinality as u(");
    for (int i = 0; i < all.size(); i++) {
      sql.append(i == 0 ? "c" : ", c").append(i);
    }
    sql.append(", n) where t.").append(id.sql()).append(" = u.c").append(changed.size());
    if (version != null) {
      sql.append(" and t.").append(version.sql()).append(" = u.c").append(changed.size() + 1);
    }
    return sql.toString();
  }

  private @Nullable Object[] arrays() {
    int width = changed.size();
    List<@Nullable Object> parameters = new ArrayList<>(width + 2);
    for (int i = 0; i < width; i++) {
      @Nullable Object[] column = new Object[rows.size()];
      for (int r = 0; r < column.length; r++) {
        column[r] = rows.get(r).values()[i];
      }
      parameters.add(column);
    }
    parameters.add(rows.stream().map(KeyedRow::id).toArray());
    if (version != null) {
      parameters.add(rows.stream().map(KeyedRow::version).toArray());
    }
    return parameters.toArray();
  }
}
