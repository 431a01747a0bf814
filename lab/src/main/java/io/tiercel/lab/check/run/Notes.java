package io.tiercel.lab.check.run;

import io.tiercel.lab.check.node.NoteTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/// What foreign writers do with notes.
final class Notes {
  /// Half of the notes, with codes of their own and some that are asked for.
  static final String FILL =
      "insert into note select n, case when n <= %d then 'code ' || n - 1 else 'own ' || n end,"
              .formatted(NoteTable.CODES / 2)
          + " n %% %d, 'filled' from generate_series(1, %d) n on conflict do nothing"
              .formatted(NoteTable.BUCKETS, NoteTable.IDS / 2);

  private static final String UNIQUE_VIOLATION = "23505";

  private Notes() {}

  /// One change of one note. Another note may have the code: then nothing happens.
  static void change(Connection connection) throws SQLException {
    var random = ThreadLocalRandom.current();
    int id = random.nextInt(NoteTable.IDS) + 1;
    var sql =
        switch (random.nextInt(5)) {
          case 0 -> "delete from note where id = " + id;
          case 1 ->
              "update note set bucket = %d where id = %d"
                  .formatted(random.nextInt(NoteTable.BUCKETS), id);
          case 2 ->
              "update note set code = '%s' where id = %d"
                  .formatted(NoteTable.code(random.nextInt(NoteTable.CODES)), id);
          case 3 -> "update note set code = 'own %d' where id = %1$d".formatted(id);
          default ->
              "insert into note values (%d, '%s', %d, 'by psql') on conflict (id) do nothing"
                  .formatted(
                      id,
                      NoteTable.code(random.nextInt(NoteTable.CODES)),
                      random.nextInt(NoteTable.BUCKETS));
        };
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      if (!UNIQUE_VIOLATION.equals(e.getSQLState())) {
        throw e;
      }
    }
  }
}
