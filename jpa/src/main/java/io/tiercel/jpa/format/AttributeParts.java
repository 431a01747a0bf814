package io.tiercel.jpa.format;

import java.util.List;
import java.util.Map;

/// What queries and generated schemas know of an attribute in a format. Immutable, safe for any
/// number of threads.
public interface AttributeParts {
  /// The same where the table has stored generated columns that the format may know as its own.
  ///
  /// @param column the attribute's as the catalog has it
  /// @param generated the names of the columns by their comments
  AttributeParts beside(String column, Map<String, String> generated);

  /// The value as a whole, from which paths start.
  ValuePart whole();

  /// Definitions of columns that a generated schema puts beside the attribute's own.
  ///
  /// @param column its name as the catalog has it
  List<String> columns(String column);

  /// The commands that create indexes.
  ///
  /// @param schema as the catalog has it, or empty
  /// @param table as the catalog has it
  /// @param key the columns of the primary key as the catalog has them, perhaps none
  /// @param column the attribute's as the catalog has it
  List<String> indexes(String schema, String table, List<String> key, String column);
}
