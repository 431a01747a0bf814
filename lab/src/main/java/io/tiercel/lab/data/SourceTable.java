package io.tiercel.lab.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One table of a data set: its name, its columns, and its rows in the order of the script.
/// Immutable once [HsqldbScript] has handed it out; safe for any thread then.
public final class SourceTable {
  private final String name;
  private final Map<String, Integer> columns;
  private final List<SourceRow> rows = new ArrayList<>();

  SourceTable(String name, Map<String, Integer> columns) {
    this.name = name;
    this.columns = Map.copyOf(columns);
  }

  public String name() {
    return name;
  }

  public List<SourceRow> rows() {
    return rows;
  }

  void add(@Nullable String[] values) {
    if (values.length != columns.size()) {
      throw new DataException(
          "row %d of table \"%s\" has %d values, expected %d"
              .formatted(rows.size() + 1, name, values.length, columns.size()));
    }
    rows.add(new SourceRow(this, values));
  }

  int indexOf(String column) {
    Integer index = columns.get(column);
    if (index == null) {
      throw new DataException(
          "table \"%s\" has no column \"%s\", its columns are %s"
              .formatted(name, column, columns.keySet()));
    }
    return index;
  }
}
