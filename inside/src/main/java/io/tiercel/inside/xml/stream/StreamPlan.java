package io.tiercel.inside.xml.stream;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How to find rows and their columns while a document is read. Immutable, safe for any thread.
///
/// Rows are paths of `/` and `//` with names, `prefix:name` or `*`, and predicates of elements on
/// their attributes, and in the last step on their own value: `=` and `!=` with a string,
/// comparisons with an integer, `string-length`, `contains`, `starts-with`, `ends-with`, `and`,
/// `or` and `not`. Columns are `.`, `@name`, `text()`, paths of names to these, and `string()`
/// around one.
///
/// @param steps at most 60
public record StreamPlan(List<Step> steps, List<ColumnPath> columns) {
  private static final int MOST_STEPS = 60;

  /// The plan of a row expression and its columns; empty if they ask for more than a stream has.
  ///
  /// @param namespaces by their prefixes; the empty one is that of elements without a prefix
  public static Optional<StreamPlan> of(
      String rows, List<String> columns, Map<String, String> namespaces) {
    try {
      List<Step> steps = new ExpressionParser(rows, namespaces).rowPath();
      if (steps.size() > MOST_STEPS) {
        return Optional.empty();
      }
      List<ColumnPath> paths = new ArrayList<>();
      for (String column : columns) {
        paths.add(new ExpressionParser(column, namespaces).columnPath());
      }
      return Optional.of(new StreamPlan(List.copyOf(steps), List.copyOf(paths)));
    } catch (NotStreamable e) {
      return Optional.empty();
    }
  }

  /// The rows of a document in UTF-8. Reads it as rows are asked for.
  ///
  /// @throws NotStreamable from its methods, too
  public RowStream rows(byte[] document) {
    return new RowStream(this, document);
  }
}
