package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How rows of one table in which the same columns changed are written, worked out once. Safe for
/// any number of threads.
public final class UpdatePlan {
  private final Table table;
  private final TableKey id;
  private final @Nullable Column version;
  private final List<Column> changed;

  /// The changed columns, then those of the id, then the version to check: the order of the
  /// parameters.
  private final List<Column> parameters;

  private volatile @Nullable Texts latest;

  /// @param version the column that must still hold [KeyedRow#version], null when unchecked
  /// @param changed the written columns, the new version among them
  public UpdatePlan(Table table, TableKey id, @Nullable Column version, List<Column> changed) {
    this.table = table;
    this.id = id;
    this.version = version;
    this.changed = List.copyOf(changed);
    List<Column> all = new ArrayList<>(changed);
    all.addAll(id.columns());
    if (version != null) {
      all.add(version);
    }
    this.parameters = List.copyOf(all);
  }

  /// What depends on how the database declares the table: one row from scalars and many from
  /// arrays, each for both kinds of check.
  ///
  /// @param hasArrays whether values are arrays themselves, which `unnest` would flatten
  record Texts(
      TableShape shape,
      String single,
      String guardedSingle,
      String many,
      String guardedMany,
      boolean hasArrays) {}

  Table table() {
    return table;
  }

  TableKey id() {
    return id;
  }

  /// Whether the version is checked.
  public boolean isVersioned() {
    return version != null;
  }

  /// How many parameters there are for a row: written columns, key, version.
  int parameterCount() {
    return parameters.size();
  }

  /// How many columns are written.
  int width() {
    return changed.size();
  }

  /// What is written of a row's values, which stand at their slots.
  public @Nullable Object[] select(@Nullable Object[] values) {
    @Nullable Object[] selected = new Object[changed.size()];
    for (int i = 0; i < selected.length; i++) {
      selected[i] = values[changed.get(i).slot()];
    }
    return selected;
  }

  /// For those rows, of which only counts whether they have versions.
  Texts texts(TableShape shape, List<KeyedRow> rows) {
    String operator = version == null ? KeyedRow.EQUAL : KeyedRow.versionOperator(rows);
    return operator.equals(KeyedRow.EQUAL) ? texts(shape) : compose(shape, operator);
  }

  private Texts texts(TableShape shape) {
    Texts known = latest;
    if (known == null || !known.shape.equals(shape)) {
      known = compose(shape, KeyedRow.EQUAL);
      latest = known;
    }
    return known;
  }

  /// Whether values are arrays themselves, which `unnest` would flatten.
  boolean hasArrays(TableShape shape) {
    return texts(shape).hasArrays;
  }

  private Texts compose(TableShape shape, String versionOperator) {
    String single = single(versionOperator);
    String many = many(shape, versionOperator);
    String given = Unnest.size(parameters, changed.size(), shape);
    return new Texts(
        shape,
        single,
        StaleGuard.over(single + " returning 1", "1"),
        many + " returning u.n",
        StaleGuard.over(many + " returning u.n", given),
        changed.stream().anyMatch(column -> shape.column(column).isArray()));
  }

  private String single(String versionOperator) {
    StringBuilder sql = new StringBuilder("update ").append(table.sql()).append(" set ");
    for (int i = 0; i < changed.size(); i++) {
      Column column = changed.get(i);
      sql.append(i == 0 ? "" : ", ").append(column.sql()).append(" = ");
      sql.append(column.write("$" + (i + 1)));
    }
    String conjunction = " where ";
    for (int i = changed.size(); i < parameters.size(); i++) {
      sql.append(conjunction).append(parameters.get(i).sql());
      sql.append(operator(i, versionOperator)).append('$').append(i + 1);
      conjunction = " and ";
    }
    return sql.toString();
  }

  private String many(TableShape shape, String versionOperator) {
    StringBuilder sql = new StringBuilder("update ").append(table.sql()).append(" as t set ");
    for (int i = 0; i < changed.size(); i++) {
      Column column = changed.get(i);
      sql.append(i == 0 ? "" : ", ").append(column.sql()).append(" = ");
      sql.append(column.write("u.c" + i));
    }
    sql.append(" from ").append(Unnest.of(parameters, shape)).append(" with ordinality as u(");
    for (int i = 0; i < parameters.size(); i++) {
      sql.append('c').append(i).append(", ");
    }
    sql.append("n)");
    String conjunction = " where t.";
    for (int i = changed.size(); i < parameters.size(); i++) {
      sql.append(conjunction).append(parameters.get(i).sql());
      sql.append(operator(i, versionOperator)).append("u.c").append(i);
      conjunction = " and t.";
    }
    return sql.toString();
  }

  /// What compares a parameter of the condition with its column.
  private String operator(int parameter, String versionOperator) {
    return version != null && parameter == parameters.size() - 1 ? versionOperator : KeyedRow.EQUAL;
  }
}
