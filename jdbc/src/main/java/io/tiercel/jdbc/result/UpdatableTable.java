package io.tiercel.jdbc.result;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.session.Session;
import io.tiercel.wire.row.DataRow;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The table behind an updatable result: its name, which of its columns the result's columns are,
/// and a key that identifies its rows: the primary key, or a unique one without NULLs.
///
/// @param name qualified and quoted
/// @param columns the quoted names of the table's columns, by the result's columns counted from 0
/// @param keys the columns of the result that are the key
record UpdatableTable(String name, Map<Integer, String> columns, List<Integer> keys) {
  private static final String ATTRIBUTES =
      """
      select quote_ident(n.nspname) || '.' || quote_ident(c.relname), a.attnum::int,
          quote_ident(a.attname), c.relname::text
      from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.oid = $1\
      """;

  /// The columns of each key that identifies a row, the primary key first.
  private static final String KEYS =
      """
      with k as (
        select i.indexrelid, i.indisprimary, a.attnum, a.attnotnull
        from pg_catalog.pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as p (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = p.attnum
        where i.indrelid = $1 and i.indisunique and i.indisvalid and i.indpred is null
          and i.indexprs is null and p.place <= i.indnkeyatts)
      select k.indexrelid::int8, k.attnum::int from k
      where not exists (select from k as o where o.indexrelid = k.indexrelid and not o.attnotnull)
      order by k.indisprimary desc, k.indexrelid, k.attnum\
      """;

  private record Attribute(String table, int number, String name, String bareTable) {
    static Attribute of(DataRow row) {
      return new Attribute(
          String.valueOf(row.getString(0)),
          row.getInt(1),
          String.valueOf(row.getString(2)),
          String.valueOf(row.getString(3)));
    }
  }

  /// Looks into the catalog. Blocks.
  ///
  /// @throws SQLException `24000` if the result does not come from one table, or has not all
  ///     columns of one of its keys
  static UpdatableTable of(Session session, RowDescription description) throws SQLException {
    int tableOid = tableOid(description);
    var byNumber = new HashMap<Integer, Attribute>();
    var keys = new LinkedHashMap<Long, List<Integer>>();
    session.work(
        pipeline -> {
          session
              .wire()
              .query(
                  ATTRIBUTES,
                  row -> {
                    Attribute attribute = Attribute.of(row);
                    byNumber.put(attribute.number, attribute);
                  },
                  tableOid);
          session
              .wire()
              .query(
                  KEYS,
                  row -> {
                    keys.computeIfAbsent(row.getLong(0), index -> new ArrayList<>())
                        .add(row.getInt(1));
                  },
                  tableOid);
        });
    var columns = new TreeMap<Integer, String>();
    var positions = new HashMap<Integer, Integer>();
    String bareTable = "";
    String table = "";
    for (int i = 0; i < description.size(); i++) {
      Attribute attribute = byNumber.get(description.fields().get(i).columnNumber());
      if (attribute != null && description.fields().get(i).tableOid() == tableOid) {
        columns.put(i, attribute.name);
        positions.putIfAbsent(attribute.number, i);
        table = attribute.table;
        bareTable = attribute.bareTable;
      }
    }
    for (List<Integer> key : keys.values()) {
      if (positions.keySet().containsAll(key)) {
        return new UpdatableTable(table, columns, key.stream().map(positions::get).toList());
      }
    }
    throw SqlExceptions.of(
        ResultCursor.INVALID_CURSOR_STATE,
        "No eligible primary or unique key found for table " + bareTable + ".",
        null);
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
