package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Session;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Restricts a SELECT to rows by any number of keys: `= any($1)` on one column, a join with
/// parallel arrays on several. It is the end of the FROM clause, or the whole WHERE clause.
public final class KeyFilter {
  private final TableKey key;
  private final String sql;
  private final boolean isOfOne;

  private KeyFilter(TableKey key, String sql, boolean isOfOne) {
    this.key = key;
    this.sql = sql;
    this.isOfOne = isOfOne;
  }

  /// Rows by these values, for one key at a time: `= $1` for each. A plan for any parameters takes
  /// an array for ten keys (PostgreSQL's guess), and then joins what belongs to one by reading
  /// whole tables; measured with ten rows that are joined to 1,000: 74 µs instead of 197.
  ///
  /// @param values the SQL of the columns of `key`
  /// @param restriction what must hold of a row besides, null for nothing
  public static KeyFilter ofOne(TableKey key, List<String> values, @Nullable String restriction) {
    String equal =
        IntStream.range(0, values.size())
            .mapToObj(i -> "%s = $%d".formatted(values.get(i), i + 1))
            .collect(Collectors.joining(" and "));
    String also = restriction == null ? "" : " and " + restriction;
    return new KeyFilter(key, " where " + equal + also, true);
  }

  /// Rows of the table, which the statement calls `alias`, by its columns `key`. Keys of several
  /// columns ask the catalog for their types, which may ask the database once.
  public static KeyFilter of(
      Table table, String alias, TableKey key, TableCatalog catalog, Session session) {
    List<String> values = key.columns().stream().map(column -> alias + "." + column.sql()).toList();
    return of(table, key, values, null, catalog, session);
  }

  /// Rows by these values, which are columns of the table.
  ///
  /// @param values the SQL of the columns of `key`
  /// @param restriction what must hold of a row besides, null for nothing
  public static KeyFilter of(
      Table table,
      TableKey key,
      List<String> values,
      @Nullable String restriction,
      TableCatalog catalog,
      Session session) {
    if (key.width() == 1) {
      String also = restriction == null ? "" : " and " + restriction;
      return new KeyFilter(key, " where %s = any($1)%s".formatted(values.getFirst(), also), false);
    }
    Map<Table, TableShape> shapes = catalog.shapes(Set.of(table), session);
    return new KeyFilter(
        key,
        " join %s as u(%s) on %s%s"
            .formatted(
                Unnest.of(key.columns(), Objects.requireNonNull(shapes.get(table))),
                key.names(),
                IntStream.range(0, values.size())
                    .mapToObj(i -> "%s = u.k%d".formatted(values.get(i), i))
                    .collect(Collectors.joining(" and ")),
                restriction == null ? "" : " where " + restriction),
        false);
  }

  /// To be put right after the FROM clause.
  public String sql() {
    return sql;
  }

  /// The parameters for these keys; for one key, if it is a filter of one.
  public @Nullable Object[] parameters(Collection<Object> keys) {
    if (isOfOne) {
      @Nullable Object[] parts = new Object[key.width()];
      key.put(keys.iterator().next(), parts, 0);
      return parts;
    }
    return key.arrays(keys).toArray();
  }
}
