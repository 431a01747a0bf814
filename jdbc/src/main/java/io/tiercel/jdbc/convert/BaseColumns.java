package io.tiercel.jdbc.convert;

import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The columns of tables that columns of results come from. All that a result needs and that is not
/// known yet is asked for at once, and kept while the connection lives: a column that is renamed
/// later keeps its old name here.
///
/// Confined to the thread of its connection.
public final class BaseColumns {
  private static final int CAPACITY = 10_000;

  private static final String QUERY =
      """
      select c.oid, a.attnum, n.nspname::text, c.relname::text, a.attname::text,
        a.attnotnull or (t.typtype = 'd' and t.typnotnull),
        a.attidentity <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false)
      from unnest($1::text::oid[], $2::text::int2[]) as w(rel, att)
      join pg_catalog.pg_class c on c.oid = w.rel
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = w.att
      join pg_catalog.pg_type t on t.oid = a.atttypid
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        and a.attgenerated = ''
      """;

  private record Key(int tableOid, int columnNumber) {}

  /// A column of a table or view.
  ///
  /// @param isRequired whether it takes no NULL
  /// @param isAutoIncrement whether it is an identity column or filled from a sequence
  public record BaseColumn(
      String schema, String table, String name, boolean isRequired, boolean isAutoIncrement) {}

  private final CatalogQuery catalog;

  private final Map<Key, BaseColumn> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, BaseColumn> eldest) {
          return size() > CAPACITY;
        }
      };

  BaseColumns(CatalogQuery catalog) {
    this.catalog = catalog;
  }

  /// The base column of each field; null for expressions, and for columns that are no more.
  /// Blocks if some are not known yet.
  public List<@Nullable BaseColumn> of(List<Field> fields) throws SQLException {
    var missing = new ArrayList<Key>();
    for (Field field : fields) {
      var key = new Key(field.tableOid(), field.columnNumber());
      if (field.tableOid() != 0 && !known.containsKey(key) && !missing.contains(key)) {
        missing.add(key);
      }
    }
    if (!missing.isEmpty()) {
      load(missing);
    }
    var columns = new ArrayList<@Nullable BaseColumn>(fields.size());
    for (Field field : fields) {
      columns.add(known.get(new Key(field.tableOid(), field.columnNumber())));
    }
    return columns;
  }

  private void load(List<Key> missing) throws SQLException {
    var tables = new ArrayList<String>();
    var numbers = new ArrayList<String>();
    for (Key key : missing) {
      tables.add(Integer.toUnsignedString(key.tableOid));
      numbers.add(Integer.toString(key.columnNumber));
    }
    catalog.rows(
        QUERY,
        row -> known.put(new Key((int) row.getLong(0), row.getShort(1)), column(row)),
        "{" + String.join(",", tables) + "}",
        "{" + String.join(",", numbers) + "}");
  }

  private static BaseColumn column(DataRow row) {
    return new BaseColumn(
        Objects.requireNonNull(row.getString(2)),
        Objects.requireNonNull(row.getString(3)),
        Objects.requireNonNull(row.getString(4)),
        row.getBoolean(5),
        row.getBoolean(6));
  }
}
