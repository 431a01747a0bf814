package io.tiercel.json.advisor.workload;

import io.tiercel.json.advisor.sql.Expression.Span;
import io.tiercel.json.path.DocumentPath;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One use of a path by a statement: path, operator and class of the value. Immutable.
///
/// @param path null for the whole document
/// @param expression what stands in the statement, without names of tables before columns: an index
///     must be on exactly this to serve the use; for a jsonpath or `@>` the left side
/// @param span where the expression stands
/// @param isIndexable whether the expression is made of the document and constants alone
/// @param constants what it is compared with where the statement says it
/// @param note what is worth to know of it, empty mostly
public record PathUse(
    DocumentColumn column,
    @Nullable DocumentPath path,
    PathOperator operator,
    ValueClass valueClass,
    String expression,
    Span span,
    boolean isIndexable,
    List<String> constants,
    String note) {
  public PathUse {
    constants = List.copyOf(constants);
  }

  /// The path, or the column for the whole document.
  public String pathText() {
    return path == null ? "(document)" : path.toString();
  }
}
