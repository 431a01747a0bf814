package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Flight;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows of a collection's table to delete: those of an owner in which other columns have given
/// values, which may be null. One statement from scalars, or one joined with arrays.
public final class RowDelete implements Write {
  private final Table table;
  private final List<Column> own;
  private final List<Column> all;
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  /// @param own the columns that refer to the owner
  /// @param identity what tells the rows of one owner apart
  public RowDelete(Table table, List<Column> own, List<Column> identity) {
    this.table = table;
    this.own = List.copyOf(own);
    this.all = new ArrayList<>(own);
    this.all.addAll(identity);
  }

  /// Adds a row, whose values stand at the slots of the columns.
  public void add(@Nullable Object[] row) {
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
    return false;
  }

  @Override
  public void verify() {
    // A row that is gone already is as it should be.
  }

  @Override
  public void addTo(Flight flight, TableShape shape, Check check) {
    boolean hasArrays = all.stream().anyMatch(column -> shape.column(column).isArray());
    if (rows.size() == 1 || hasArrays) {
      String sql = "delete from %s as t where %s".formatted(table.sql(), matches("$", 1));
      rows.forEach(row -> flight.update(sql, affected -> {}, values(row)));
      return;
    }
    String sql =
        "delete from %s as t using %s as u(%s) where %s"
            .formatted(table.sql(), Unnest.of(all, shape), names(), matches("u.c", 0));
    @Nullable Object[] arrays = new Object[all.size()];
    for (int i = 0; i < arrays.length; i++) {
      arrays[i] = new RowColumn(rows, all.get(i).slot());
    }
    flight.update(sql, affected -> {}, arrays);
  }

  /// The owner's columns by `=`, which an index serves; the others may be null.
  private String matches(String prefix, int first) {
    StringBuilder sql = new StringBuilder();
    for (int i = 0; i < all.size(); i++) {
      String operator = i < own.size() || !all.get(i).nullable() ? " = " : " is not distinct from ";
      sql.append(i == 0 ? "t." : " and t.").append(all.get(i).sql());
      sql.append(operator).append(prefix).append(first + i);
    }
    return sql.toString();
  }

  private String names() {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      names.add("c" + i);
    }
    return String.join(", ", names);
  }

  private @Nullable Object[] values(@Nullable Object[] row) {
    return all.stream().map(column -> row[column.slot()]).toArray();
  }
}
