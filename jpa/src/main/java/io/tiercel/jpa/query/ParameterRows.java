package io.tiercel.jpa.query;

import java.util.ArrayList;
import java.util.List;

/// The rows that a parameter for a collection stands for: an array for each column. Confined to one
/// translation.
final class ParameterRows {
  private final Translation translation;
  private final int at;
  private final String elements;
  private final List<String> arrays = new ArrayList<>();

  /// @param elements how errors call what the parameter stands for
  ParameterRows(Translation translation, int at, String elements) {
    this.translation = translation;
    this.at = at;
    this.elements = elements;
  }

  /// Adds a column.
  void add(String placeholder, ValueType type) {
    String sqlType = type.sqlType();
    if (sqlType == null) {
      throw translation.unsupported(at, elements + " as parameter", "compare with one at a time");
    }
    arrays.add(placeholder + "::" + sqlType + "[]");
  }

  /// As a from clause declares them, without an alias.
  String sql() {
    return "unnest(" + String.join(", ", arrays) + ")";
  }
}
