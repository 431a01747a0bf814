package io.tiercel.lab.check.run;

import io.tiercel.lab.check.history.Part;
import io.tiercel.lab.check.history.Write;
import io.tiercel.lab.check.node.ElementId;
import java.sql.Connection;
import java.sql.SQLException;

/// Adds the token of one write to another part of its key, as foreign writers do. Who adds locks
/// the owner first, and so waits for whoever adds there too.
final class Growth {
  private Growth() {}

  /// A line that is written elsewhere first, to be moved.
  static void prepareLine(Connection connection, Write write, int key) throws SQLException {
    execute(
        connection,
        "insert into line values (%d, 0, %d, '%s')"
            .formatted(ElementId.of(key, write), -write.number(), write.token()));
  }

  /// @param isMoved whether the line is there already, elsewhere
  static void add(Connection connection, Write write, int key, Part part, boolean isMoved)
      throws SQLException {
    long id = ElementId.of(key, write);
    if (part != Part.ROW && part != Part.COIN) {
      execute(connection, "select from shelf where id = %d for update".formatted(key));
    }
    switch (part) {
      case ROW -> {
        // It is written by who calls.
      }
      case LINES ->
          execute(
              connection,
              isMoved
                  ? "update line set shelf_id = %d, place = (select count(*) + 1 from line where shelf_id = %d) where id = %d"
                      .formatted(key, key, id)
                  : "insert into line select %d, %d, count(*) + 1, '%s' from line where shelf_id = %2$d"
                      .formatted(id, key, write.token()));
      case TAGS -> {
        execute(
            connection,
            "insert into tag select %d, count(*) + 1, '%s' from shelf_tag where shelf_id = %d"
                .formatted(id, write.token(), key));
        execute(connection, "insert into shelf_tag values (%d, %d)".formatted(key, id));
      }
      case MARKS ->
          execute(
              connection,
              "insert into shelf_mark select %d, lpad((count(*) + 1)::text, 5, '0') || '%s' from shelf_mark where shelf_id = %1$d"
                  .formatted(key, write.token()));
      case COIN ->
          execute(
              connection,
              "update coin set log = log || '%s' where id = %d".formatted(write.token(), key));
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
