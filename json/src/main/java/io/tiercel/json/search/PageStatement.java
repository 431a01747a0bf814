package io.tiercel.json.search;

import io.tiercel.json.path.DocumentTable;
import io.tiercel.wire.row.DataRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Writes the statement of a part of a page. The order is that of the sort keys and then of the id,
/// and a page begins behind the values of a cursor (keyset paging).
///
/// A result that is sorted has two parts: the records with a value of the first key, and those
/// without. An index on the first key brings each in order whatever its direction, and the first
/// part from the cursor's value on.
final class PageStatement {
  private final DocumentTable table;
  private final List<SortColumn> columns;
  private final Sql sql;

  /// Which records, by the first sort key.
  enum Part {
    ALL,
    WITH_VALUE,
    WITHOUT_VALUE
  }

  /// A row of the result.
  ///
  /// @param values of the sort keys as texts
  record Found(Hit hit, List<@Nullable String> values) {}

  PageStatement(DocumentTable table, List<SortColumn> columns, Sql sql) {
    this.table = table;
    this.columns = columns;
    this.sql = sql;
  }

  /// The parts that are left behind a cursor, in their order.
  static List<Part> parts(List<SortColumn> columns, @Nullable Cursor cursor) {
    if (columns.isEmpty()) {
      return List.of(Part.ALL);
    }
    SortColumn first = columns.getFirst();
    if (first.omitsMissing()) {
      return List.of(Part.WITH_VALUE);
    }
    Part begin = first.nullsFirst() ? Part.WITHOUT_VALUE : Part.WITH_VALUE;
    Part end = first.nullsFirst() ? Part.WITH_VALUE : Part.WITHOUT_VALUE;
    Part of = null;
    if (cursor != null) {
      of = cursor.values().getFirst() == null ? Part.WITHOUT_VALUE : Part.WITH_VALUE;
    }
    return of == end ? List.of(end) : List.of(begin, end);
  }

  /// @param hasDocument whether documents are sent; otherwise they are null
  String select(String where, Part part, @Nullable Cursor cursor, long limit, boolean hasDocument) {
    var text = new StringBuilder("select ").append(table.id()).append("::text, ");
    text.append(hasDocument ? table.document().toString() : "null").append("::text");
    columns.forEach(column -> text.append(", ").append(column.expression()).append("::text"));
    text.append(" from ").append(table.table()).append(" as document where ").append(where);
    if (part != Part.ALL) {
      text.append(" and ").append(columns.getFirst().expression());
      text.append(part == Part.WITH_VALUE ? " is not null" : " is null");
    }
    if (cursor != null && isWithin(part, cursor)) {
      text.append(" and ").append(behind(part, cursor));
    }
    String order =
        columns.stream()
            .skip(part == Part.WITHOUT_VALUE ? 1 : 0)
            .map(column -> part == Part.ALL ? column.order() : order(column))
            .map(column -> column + ", ")
            .collect(Collectors.joining());
    return text.append(" order by ")
        .append(order)
        .append(idOrder())
        .append(" limit ")
        .append(limit)
        .toString();
  }

  private String order(SortColumn column) {
    // The first key has no nulls in its part, so its order is the index's in either direction.
    return column.equals(columns.getFirst())
        ? column.expression() + (column.descending() ? " desc" : "")
        : column.order();
  }

  /// Ids follow the first key's direction, so that its index brings both.
  private boolean idsDescend() {
    return !columns.isEmpty() && columns.getFirst().descending();
  }

  private String idOrder() {
    // Qualified, for a bare name would be that of the result's first column, which is a text.
    return "document." + table.id() + (idsDescend() ? " desc" : "");
  }

  private static boolean isWithin(Part part, Cursor cursor) {
    return switch (part) {
      case ALL -> true;
      case WITH_VALUE -> cursor.values().getFirst() != null;
      case WITHOUT_VALUE -> cursor.values().getFirst() == null;
    };
  }

  private String behind(Part part, Cursor cursor) {
    if (part != Part.WITH_VALUE) {
      return behindFrom(part == Part.ALL ? 0 : 1, cursor);
    }
    SortColumn first = columns.getFirst();
    String value = Objects.requireNonNull(cursor.values().getFirst());
    String bound =
        "%s %s %s"
            .formatted(
                first.expression(),
                first.descending() ? "<=" : ">=",
                first.value(sql.parameter(value)));
    // The bound is implied, and tells the index where to begin.
    return bound + " and " + behindFrom(0, cursor);
  }

  /// Behind the cursor by the keys from `i` on and the id: a greater value of the key, or the same
  /// and behind by the rest.
  private String behindFrom(int i, Cursor cursor) {
    if (i == columns.size()) {
      return "%s %s (%s)::%s"
          .formatted(
              table.id(), idsDescend() ? "<" : ">", sql.parameter(cursor.id()), table.idType());
    }
    SortColumn column = columns.get(i);
    String value = cursor.values().get(i);
    List<String> branches = new ArrayList<>();
    String same = column.expression() + " is null";
    if (value != null) {
      String given = column.value(sql.parameter(value));
      branches.add(column.expression() + (column.descending() ? " < " : " > ") + given);
      if (!column.nullsFirst()) {
        branches.add(column.expression() + " is null");
      }
      same = column.expression() + " = " + given;
    } else if (column.nullsFirst()) {
      branches.add(column.expression() + " is not null");
    }
    branches.add("(" + same + " and " + behindFrom(i + 1, cursor) + ")");
    return "(" + String.join(" or ", branches) + ")";
  }

  static Found read(DataRow row, int columns) {
    List<@Nullable String> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      values.add(row.getString(2 + i));
    }
    var hit = new Hit(String.valueOf(row.getString(0)), String.valueOf(row.getString(1)));
    return new Found(hit, values);
  }
}
