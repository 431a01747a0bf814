package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Format;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// How new rows of one table are written, worked out once: composing the statements' texts anew
/// was a fifth of the client's work for a small transaction. Safe for any number of threads.
public final class InsertPlan {
  private final Table table;
  private final List<Column> columns;
  private final boolean overridesIdentity;

  /// The columns of the key by which a row that is there already is updated; empty when such a row
  /// is an error.
  private final List<Column> conflicting;

  private volatile @Nullable Texts latest;

  /// @param columns what is written; a row holds their values at their slots
  /// @param overridesIdentity whether an identity column is written with a value taken beforehand
  public InsertPlan(Table table, List<Column> columns, boolean overridesIdentity) {
    this(table, columns, overridesIdentity, List.of());
  }

  private InsertPlan(
      Table table, List<Column> columns, boolean overridesIdentity, List<Column> conflicting) {
    this.table = table;
    this.columns = List.copyOf(columns);
    this.overridesIdentity = overridesIdentity;
    this.conflicting = List.copyOf(conflicting);
  }

  /// Rows that are there already are updated instead.
  ///
  /// @param key unique in the table
  /// @param others the columns that are written with it, at least one
  public static InsertPlan orUpdate(Table table, TableKey key, List<Column> others) {
    List<Column> all = new ArrayList<>(key.columns());
    all.addAll(others);
    return new InsertPlan(table, all, false, key.columns());
  }

  /// The same with those of the columns that stand in the table too.
  public InsertPlan with(List<Column> others) {
    List<Column> all = new ArrayList<>(columns);
    others.stream().filter(column -> column.table().equals(table)).forEach(all::add);
    return all.size() == columns.size()
        ? this
        : new InsertPlan(table, all, overridesIdentity, conflicting);
  }

  /// What depends on how the database declares the table.
  ///
  /// @param single one row, from scalars
  /// @param some rows, from arrays
  /// @param many rows, as a COPY
  /// @param hasArrays whether values are arrays themselves, which `unnest` would flatten
  /// @param isBinary whether a binary COPY can carry all rows: it has no room for types that are
  ///     only known in their text form, such as inet, and updates no row that is there already
  record Texts(
      TableShape shape,
      String single,
      String some,
      String many,
      boolean hasArrays,
      boolean isBinary) {}

  Table table() {
    return table;
  }

  /// Whether both write the same columns of a table, with values at the same slots.
  boolean isLike(InsertPlan other) {
    return table.equals(other.table)
        && overridesIdentity == other.overridesIdentity
        && conflicting.isEmpty()
        && other.conflicting.isEmpty()
        && places().equals(other.places());
  }

  private List<String> places() {
    return columns.stream().map(column -> column.sql() + " " + column.slot()).toList();
  }

  /// What is written, in this order.
  public List<Column> columns() {
    return columns;
  }

  Texts texts(TableShape shape) {
    Texts known = latest;
    if (known == null || !known.shape.equals(shape)) {
      known = compose(shape);
      latest = known;
    }
    return known;
  }

  /// One row, from scalars that are numbered from `$first`.
  String single(int first) {
    String scalars =
        IntStream.range(0, columns.size())
            .mapToObj(i -> columns.get(i).write("$" + (first + i)))
            .collect(Collectors.joining(", "));
    return "%s values (%s)%s".formatted(into(), scalars, onConflict());
  }

  /// Rows, from arrays that are numbered from `$first`.
  String some(TableShape shape, int first) {
    return "%s select %s from %s%s"
        .formatted(into(), selected(), arrays(shape, first), onConflict());
  }

  private String into() {
    String overriding = overridesIdentity ? " overriding system value" : "";
    return "insert into %s (%s)%s".formatted(table.sql(), names(), overriding);
  }

  private String names() {
    return columns.stream().map(Column::sql).collect(Collectors.joining(", "));
  }

  private Texts compose(TableShape shape) {
    return new Texts(
        shape,
        single(1),
        some(shape, 1),
        "copy %s (%s) from stdin (format binary)".formatted(table.sql(), names()),
        columns.stream().anyMatch(column -> shape.column(column).isArray()),
        conflicting.isEmpty()
            && columns.stream()
                .allMatch(
                    column -> isBinary(shape.column(column).oid()) && !column.isLargeObject()));
  }

  private String onConflict() {
    if (conflicting.isEmpty()) {
      return "";
    }
    String key = conflicting.stream().map(Column::sql).collect(Collectors.joining(", "));
    String others =
        columns.subList(conflicting.size(), columns.size()).stream()
            .map(column -> "%1$s = excluded.%1$s".formatted(column.sql()))
            .collect(Collectors.joining(", "));
    return " on conflict (%s) do update set %s".formatted(key, others);
  }

  private String arrays(TableShape shape, int first) {
    String arrays = Unnest.of(columns, shape, first);
    if (columns.stream().noneMatch(Column::isLargeObject)) {
      return arrays;
    }
    String names =
        IntStream.range(0, columns.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
    return "%s as u(%s)".formatted(arrays, names);
  }

  /// The columns of the arrays, all as they are as a rule.
  private String selected() {
    if (columns.stream().noneMatch(Column::isLargeObject)) {
      return "*";
    }
    return IntStream.range(0, columns.size())
        .mapToObj(i -> columns.get(i).write("u.c" + i))
        .collect(Collectors.joining(", "));
  }

  private static boolean isBinary(int oid) {
    return Codecs.builtin().parameterFormat(oid) == Format.BINARY;
  }
}
