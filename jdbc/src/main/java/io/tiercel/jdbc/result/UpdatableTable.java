package io.tiercel.jdbc.result;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The table behind an updatable result: its name, which of its columns the result's columns are,
/// and its primary key.
///
/// @param name qualified and quoted
/// @param columns the quoted names of the table's columns, by the result's columns counted from 0
/// @param keys the columns of the result that are the primary key
record UpdatableTable(String name, Map<Integer, String> columns, List<Integer> keys) {
  private static final String QUERY =
      """
      select quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attnum::int,
          quote_ident(a.attname), coalesce(a.attnum = any (i.indkey), false)
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
      where c.oid = $1""";

  private record Attribute(String table, int number, String name, boolean isKey) {
    static Attribute of(DataRow row) {
      return new Attribute(
          String.valueOf(row.getString(0)),
          row.getInt(1),
          String.valueOf(row.getString(2)),
          row.getBoolean(3));
    }
  }

  /// Looks into the catalog. Blocks.
  ///
  /// @throws SQLException `24000` if the result does not come from one table, or has not all of its
  ///     primary key
  static UpdatableTable of(Session session, RowDescription description) throws SQLException {
    int tableOid = tableOid(description);
    List<Attribute> attributes =
        session.exchange(
            pipeline -> {
              var found = new ArrayList<Attribute>();
              session.wire().query(QUERY, row -> found.add(Attribute.of(row)), tableOid);
              return found;
            });
    var byNumber = new HashMap<Integer, Attribute>();
    attributes.forEach(attribute -> byNumber.put(attribute.number, attribute));
    var columns = new TreeMap<Integer, String>();
    var keys = new TreeMap<Integer, Integer>();
    for (int i = 0; i < description.size(); i++) {
      Attribute attribute = byNumber.get(description.fields().get(i).columnNumber());
      if (attribute != null && description.fields().get(i).tableOid() == tableOid) {
        columns.put(i, attribute.name);
        if (attribute.isKey) {
          keys.putIfAbsent(attribute.number, i);
        }
      }
    }
    long wanted = attributes.stream().filter(Attribute::isKey).count();
    if (wanted == 0 || keys.size() < wanted) {
      throw notUpdatable("it has not all columns of a primary key");
    }
    return new UpdatableTable(attributes.getFirst().table, columns, List.copyOf(keys.values()));
  }

  private static int tableOid(RowDescription description) throws SQLException {
    int found = 0;
    for (Field field : description.fields()) {
      if (field.tableOid() != 0 && found != 0 && field.tableOid() != found) {
        throw notUpdatable("it comes from more than one table");
      }
      found = field.tableOid() == 0 ? found : field.tableOid();
    }
    if (found == 0) {
      throw notUpdatable("no column comes from a table");
    }
    return found;
  }

  private static SQLException notUpdatable(String reason) {
    return SqlExceptions.of(
        ResultCursor.INVALID_CURSOR_STATE,
        ("ResultSet is not updateable: %s\n"
                + "Hint: select from one table, and all columns of its primary key.")
            .formatted(reason),
        null);
  }

  /// The name of a column of the result; null if it is none of the table's.
  @Nullable String column(int index) {
    return columns.get(index);
  }

  /// What a change returns: the columns of the result that are the table's.
  String returning() {
    return " returning " + String.join(", ", columns.values());
  }
}
