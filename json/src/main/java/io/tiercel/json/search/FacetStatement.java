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

  /// @param where the condition of the result
  static String of(DocumentTable table, MappedPath path, String where, int limit) {
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
                    hasText ? wholeText(path, document) : path.number(document),
                    table.table(),
                    where);
    return "select value::text, count(*) from (%s) as v where value is not null group by value order by 2 desc, 1 limit %d"
        .formatted(values, limit);
  }

  /// What is longer than what is indexed is read from the document; for all others a column or an
  /// index will do.
  private static String wholeText(MappedPath path, SqlName document) {
    String text = path.text(document);
    return "case when length(%s) < %d then %s else %s end"
        .formatted(text, MappedPath.INDEXED_CHARACTERS, text, path.wholeText(document));
  }

  /// Each of a document's values once.
  private static String severalValues(DocumentTable table, MappedPath path, String where) {
    return ("select distinct d.%s, element #>> '{}' as value from %s as d,"
            + " jsonb_array_elements(%s) as e(element)"
            + " where jsonb_typeof(element) = 'string' and %s")
        .formatted(table.id(), table.table(), path.texts(table.document()), where);
  }
}
