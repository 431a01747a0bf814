package io.tiercel.lab.check.node;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The notes as the table has them, and the questions that are asked about them. Immutable.
public final class NoteTable {
  /// Ids run from 1 to this.
  public static final int IDS = 64;

  /// Of codes that are asked for.
  public static final int CODES = 16;

  /// Of buckets.
  public static final int BUCKETS = 4;

  /// Asks for results to be stored, where the provider does that.
  private static final String RESULT_CACHE = "tiercel.query.cache";

  private final Map<Integer, Row> rows;

  private record Row(String code, int bucket, String state) {}

  private NoteTable(Map<Integer, Row> rows) {
    this.rows = rows;
  }

  /// A code that is asked for.
  public static String code(int number) {
    return "code " + number;
  }

  static NoteTable read(Connection connection) throws SQLException {
    var rows = new TreeMap<Integer, Row>();
    try (var statement = connection.createStatement();
        var found = statement.executeQuery("select id, code, bucket, body from note")) {
      while (found.next()) {
        int id = found.getInt(1);
        var state =
            "%d %s %d %s".formatted(id, found.getString(2), found.getInt(3), found.getString(4));
        rows.put(id, new Row(found.getString(2), found.getInt(3), state));
      }
    }
    return new NoteTable(rows);
  }

  List<String> note(int id) {
    var row = rows.get(id);
    return row == null ? List.of() : List.of(row.state);
  }

  List<String> byCode(String code) {
    return states(row -> row.code.equals(code));
  }

  List<String> byBucket(int bucket) {
    return states(row -> row.bucket == bucket);
  }

  private List<String> states(Predicate<Row> condition) {
    return rows.values().stream().filter(condition).map(Row::state).toList();
  }

  static List<String> byCode(EntityManager manager, String code) {
    return manager
        .createQuery("select n from Note n where n.code = :code", Note.class)
        .setParameter("code", code)
        .getResultStream()
        .map(Note::state)
        .toList();
  }

  static List<String> byBucket(EntityManager manager, int bucket) {
    return manager
        .createQuery("select n from Note n where n.bucket = :bucket order by n.id", Note.class)
        .setParameter("bucket", bucket)
        .setHint(RESULT_CACHE, true)
        .getResultList()
        .stream()
        .map(Note::state)
        .toList();
  }
}
