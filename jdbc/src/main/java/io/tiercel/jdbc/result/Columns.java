package io.tiercel.jdbc.result;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.row.Field;
import io.tiercel.wire.row.RowDescription;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Finds columns by label: as it is spelled, else whatever the case of its letters. The first of
/// several columns of one name is meant (JDBC 4.3, 15.2.3).
final class Columns {
  private static final int SUGGESTIONS = 3;

  private final RowDescription description;

  /// Labels that are spelled otherwise than the columns; null until there is one.
  private @Nullable Map<String, Integer> others;

  Columns(RowDescription description) {
    this.description = description;
  }

  /// The number of a column, from 1.
  int find(String label) throws SQLException {
    if (label == null) {
      throw SqlExceptions.of(
          SqlState.INVALID_PARAMETER_VALUE, "the label of a column is null", null);
    }
    int exact = description.indexOf(label);
    if (exact >= 0) {
      return exact + 1;
    }
    Map<String, Integer> found = others;
    if (found == null) {
      found = new HashMap<>();
      others = found;
    }
    Integer known = found.get(label);
    if (known == null) {
      known = search(label);
      found.put(label, known);
    }
    return known;
  }

  private int search(String label) throws SQLException {
    List<Field> fields = description.fields();
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equalsIgnoreCase(label)) {
        return i + 1;
      }
    }
    throw unknown(label);
  }

  private SQLException unknown(String label) {
    String nearest =
        description.fields().stream()
            .map(Field::name)
            .distinct()
            .sorted(Comparator.comparingInt(name -> distance(label, name)))
            .limit(SUGGESTIONS)
            .map(name -> "\"" + name + "\"")
            .collect(Collectors.joining(", "));
    return SqlExceptions.of(
        SqlState.UNDEFINED_COLUMN,
        "the column \"%s\" was not found in this ResultSet\nHint: %s."
            .formatted(label, nearest.isEmpty() ? "it has no columns" : "it has " + nearest),
        null);
  }

  /// The number of letters to insert, delete or replace.
  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] above = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[b.length()];
  }
}
