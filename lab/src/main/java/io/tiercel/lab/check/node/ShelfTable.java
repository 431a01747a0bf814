package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Part;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// What the tables have of the parts of keys that only grow, by SQL.
public final class ShelfTable {
  private ShelfTable() {}

  private static String rows(Part part) {
    return switch (part) {
      case ROW -> "select id as key, log as token, 1 as place from item";
      case LINES -> "select shelf_id as key, token, place from line";
      case TAGS ->
          "select s.shelf_id as key, t.token, t.place from shelf_tag s join tag t on t.id ="
              + " s.tag_id";
      case MARKS ->
          "select shelf_id as key, substr(mark, 6) as token, substr(mark, 1, 5)::int as place from"
              + " shelf_mark";
      case COIN -> "select id as key, log as token, 1 as place from coin";
    };
  }

  /// By key, of keys in that range, the empty ones too.
  public static Map<Integer, String> read(Connection connection, Part part, int first, int last)
      throws SQLException {
    var logs = new HashMap<Integer, String>();
    var sql =
        "select n, coalesce(string_agg(r.token, '' order by r.place, r.token), '') from"
            + " generate_series(%d, %d) n left join (%s) r on r.key = n group by n"
                .formatted(first, last, rows(part));
    try (var statement = connection.createStatement();
        var found = statement.executeQuery(sql)) {
      while (found.next()) {
        logs.put(found.getInt(1), found.getString(2));
      }
    }
    return logs;
  }

  static String read(Connection connection, Part part, int key) {
    try {
      return read(connection, part, key, key).getOrDefault(key, "");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
