package io.tiercel.json.search;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;

/// Writes the statement that counts the documents of a result by the values of a path.
final class FacetStatement {
  private FacetStatement() {}

  /// Whether the statement counts by the beginnings of texts unless it is to be exact: a column has
  /// these, whose index may do without the table.
  static boolean isOfBeginnings(MappedPath path) {
    return path.isStored(IndexKind.TEXT);
  }

  /// Whether a value may stand for several that begin so.
  static boolean isBeginning(String value) {
    return value.codePointCount(0, value.length()) >= MappedPath.INDEXED_CHARACTERS;
  }

  /// @param where the condition of the result
  /// @param isExact whether texts are counted whole in any case
  static String of(DocumentTable table, MappedPath path, String where, int limit, boolean isExact) {
    boolean hasText = path.kinds().contains(IndexKind.TEXT);
    if (!hasText && !path.kinds().contains(IndexKind.NUMBER)) {
      throw new CqlException(DiagnosticType.FEATURE, "facets of the words of " + path.name(), 0);
    }
    SqlName document = table.document();
    String values =
        path.path().isPlural()
            ? severalValues(table, path, where)
            : "select %s as value from %s where %s"
                .formatted(
                    hasText ? text(path, document, isExact) : path.number(document),
                    table.table(),
                    where);
    return "select value::text, count(*) from (%s) as v where value is not null group by value order by 2 desc, 1 limit %d"
        .formatted(values, limit);
  }

  private static String text(MappedPath path, SqlName document, boolean isExact) {
    String whole = "(%s collate \"C\")".formatted(path.wholeText(document));
    if (!isOfBeginnings(path)) {
      return whole;
    }
    String beginning = path.text(document);
    return isExact
        ? "case when %s then %s else %s end"
            .formatted(MappedPath.isCut(beginning), whole, beginning)
        : beginning;
  }

  /// Each of a document's values once.
  private static String severalValues(DocumentTable table, MappedPath path, String where) {
    return ("select distinct d.%s, element #>> '{}' as value from %s as d,"
            + " jsonb_array_elements(%s) as e(element)"
            + " where jsonb_typeof(element) = 'string' and %s")
        .formatted(table.id(), table.table(), path.texts(table.document()), where);
  }
}
