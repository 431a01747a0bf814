package io.tiercel.json.advisor.workload;

import io.tiercel.json.SqlName;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tables of a database as the names of a statement mean them, and the columns of documents in
/// them. Immutable.
public final class DocumentColumns {
  private static final String TABLES =
      """
      select n.nspname, c.relname, pg_table_is_visible(c.oid),
        coalesce(array_to_json(array(
          select json_build_array(a.attname, t.typname) from pg_attribute a
          join pg_type t on t.oid = a.atttypid
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
            and a.attgenerated = '' and t.typname in ('json', 'jsonb') order by a.attnum))::text, '[]'),
        array_to_string(array(
          select quote_ident(a.attname) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), ','),
        c.relkind in ('r', 'm')
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'm', 'p', 'v', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
      """;

  private final Map<List<String>, SqlName> tables = new HashMap<>();
  private final Map<SqlName, List<DocumentColumn>> columns = new HashMap<>();
  private final Map<SqlName, List<String>> plain = new HashMap<>();
  private final Set<SqlName> stored = new HashSet<>();

  private DocumentColumns() {}

  /// Reads the catalog: what is visible is known without its schema. Blocks.
  public static DocumentColumns read(Connection connection) {
    var read = new DocumentColumns();
    connection.query(
        TABLES,
        row -> {
          String schema = Objects.requireNonNull(row.getString(0));
          String name = Objects.requireNonNull(row.getString(1));
          SqlName table = SqlName.of(schema, name);
          read.tables.put(List.of(schema, name), table);
          if (row.getBoolean(2)) {
            read.tables.put(List.of(name), table);
          }
          read.columns.put(table, documents(table, Objects.requireNonNull(row.getString(3))));
          if (row.getBoolean(5)) {
            read.stored.add(table);
          }
          read.plain.put(table, List.of(Objects.requireNonNull(row.getString(4)).split(",")));
        });
    return read;
  }

  private static List<DocumentColumn> documents(SqlName table, String json) {
    List<DocumentColumn> found = new ArrayList<>();
    for (var pair : JsonText.parse(json)) {
      found.add(new DocumentColumn(table, pair.get(0).asString(), pair.get(1).asString()));
    }
    return List.copyOf(found);
  }

  /// The table that a statement means, null if there is none.
  public @Nullable SqlName table(List<String> names) {
    return tables.get(names);
  }

  /// The columns of documents of a table.
  public List<DocumentColumn> of(SqlName table) {
    return columns.getOrDefault(table, List.of());
  }

  /// Whether a table has its rows itself: it is neither partitioned nor a view nor foreign.
  public boolean isStored(SqlName table) {
    return stored.contains(table);
  }

  /// Whether a table has a column of this name, documents or not.
  boolean has(SqlName table, String column) {
    String quoted = column.matches("[a-z_][a-z0-9_]*") ? column : SqlName.of(column).toString();
    List<String> names = plain.getOrDefault(table, List.of());
    return names.contains(quoted) || names.contains(SqlName.of(column).toString());
  }

  /// All columns of documents.
  public List<DocumentColumn> all() {
    return columns.values().stream().flatMap(List::stream).toList();
  }
}
