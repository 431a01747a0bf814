package io.tiercel.json.mapping;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentPath;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The paths of a document that are declared, and those whose values the table has in columns.
/// Immutable.
///
/// @param column the document's as the catalog has it; empty where nobody has looked
/// @param generated the names of stored generated columns by their comments
record DocumentPaths(List<MappedPath> declared, String column, Map<String, String> generated) {
  /// Of an element, for which there are none.
  static final DocumentPaths NONE = new DocumentPaths(List.of(), "", Map.of());

  DocumentPaths {
    declared = List.copyOf(declared);
    generated = Map.copyOf(generated);
  }

  /// The declared path with a kind of index; one that leaves texts as they are first.
  @Nullable MappedPath declared(@Nullable DocumentPath path, IndexKind kind, Normalisation first) {
    MappedPath found = null;
    for (MappedPath each : declared) {
      boolean fits = each.path().equals(path) && each.kinds().contains(kind);
      if (fits && (found == null || each.normalisation().equals(first))) {
        found = each;
      }
    }
    return found;
  }

  /// The name of the column that has the value of a path; null if there is none.
  @Nullable SqlName column(MappedPath path, IndexKind kind) {
    if (path.isStored(kind)) {
      return SqlName.of(path.column(kind));
    }
    if (generated.isEmpty() || column.isEmpty()) {
      return null;
    }
    String name = generated.get(path.comment(SqlName.of(column), kind));
    return name == null ? null : SqlName.of(name);
  }
}
