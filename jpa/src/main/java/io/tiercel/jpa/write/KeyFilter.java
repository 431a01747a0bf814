package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.session.Session;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// Restricts a SELECT to rows by any number of keys: `= any($1)` on one column, a join with
/// parallel arrays on several. It is the end of the FROM clause, or the whole WHERE clause.
public final class KeyFilter {
  private final TableKey key;
  private final String sql;

  private KeyFilter(TableKey key, String sql) {
    this.key = key;
    this.sql = sql;
  }

  /// Rows of the table, which the statement calls `alias`, by its columns `key`. Keys of several
  /// columns ask the catalog for their types, which may ask the database once.
  public static KeyFilter of(
      Table table, String alias, TableKey key, TableCatalog catalog, Session session) {
    if (key.width() == 1) {
      return new KeyFilter(key, " where %s = any($1)".formatted(key.list(alias)));
    }
    Map<Table, TableShape> shapes = catalog.shapes(Set.of(table), session);
    return new KeyFilter(
        key,
        " join %s as u(%s) on %s"
            .formatted(
                Unnest.of(key.columns(), Objects.requireNonNull(shapes.get(table))),
                key.names(),
                key.matches(alias, "u")));
  }

  /// To be put right after the FROM clause.
  public String sql() {
    return sql;
  }

  /// The parameters for these keys.
  public Object[] parameters(Collection<Object> keys) {
    return key.arrays(keys).toArray();
  }
}
