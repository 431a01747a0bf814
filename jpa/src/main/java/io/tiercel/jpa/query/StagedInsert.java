package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A bulk insert that names its rows before it inserts them, because they go to several tables or
/// because ids are taken for all of them at once. All of it is one statement; PostgreSQL looks at
/// foreign keys after its end.
final class StagedInsert {
  private static final String ROW = "q";

  private final EntityMapping entity;
  private final List<Column> columns;
  private final @Nullable GeneratedId id;
  private final Map<Column, String> constants;
  private final String rows;
  private final String ids;

  /// @param columns of the values that the statement names, in their order
  /// @param id null when the statement names it
  /// @param constants what the other columns get
  StagedInsert(
      Translation translation,
      EntityMapping entity,
      List<Column> columns,
      @Nullable GeneratedId id,
      Map<Column, String> constants) {
    this.entity = entity;
    this.columns = columns;
    this.id = id;
    this.constants = constants;
    // Never the name of a table: the statement would read this instead.
    this.rows = translation.alias("rows") + "_rows";
    this.ids = translation.alias("ids") + "_ids";
  }

  /// What gives a column its type in rows of values, `$1` as well as the literal null.
  static String prototype(Column column) {
    if (column.isLargeObject()) {
      return column.columnType() == String.class ? "null::text" : "null::bytea";
    }
    return "(null::%s).%s".formatted(column.table().sql(), column.sql());
  }

  /// The statement.
  ///
  /// @param query gives the columns' values
  /// @param alias of the first table
  /// @param conflict what follows the insert into the first table
  String sql(String query, String alias, String conflict) {
    List<String> parts = new ArrayList<>();
    parts.add(staged(query));
    if (id instanceof GeneratedId.OfBlocks blocks) {
      parts.addAll(blocks.parts(rows, ids));
    }
    List<EntityTable> tables = entity.tables();
    for (EntityTable table : tables.subList(1, tables.size())) {
      String insert = insert(table, "");
      if (insert != null) {
        parts.add("%s_%d as (%s)".formatted(rows, parts.size(), insert));
      }
    }
    return "with %s %s%s"
        .formatted(String.join(", ", parts), insert(tables.getFirst(), " as " + alias), conflict);
  }

  private String staged(String query) {
    String more =
        switch (id) {
          case GeneratedId.OfBlocks _ -> ", row_number() over () as n";
          case GeneratedId.OfRow(var sql) -> ", " + sql + " as id";
          case null -> "";
        };
    String names =
        IntStream.range(0, columns.size())
            .mapToObj(CommonTable::column)
            .collect(Collectors.joining(", "));
    return "%s as materialized (select %s.*%s from (%s) %s(%s))"
        .formatted(rows, ROW, more, query, ROW, names);
  }

  /// The insert into one table, null when no row gets a value there.
  private @Nullable String insert(EntityTable table, String alias) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Column key : table.key()) {
      values.put(key.sql(), idValue(key));
    }
    List<String> present = new ArrayList<>();
    for (Column column : table.columns()) {
      int at = columns.indexOf(column);
      if (at >= 0) {
        values.putIfAbsent(column.sql(), column.write(value(at)));
        present.add(value(at) + " is not null");
      } else if (constants.containsKey(column)) {
        values.putIfAbsent(column.sql(), constants.get(column));
      }
    }
    if (table.isOptional() && present.isEmpty()) {
      return null;
    }
    return "insert into %s%s (%s) select %s from %s%s"
        .formatted(
            table.table().sql(),
            alias,
            String.join(", ", values.keySet()),
            String.join(", ", values.values()),
            rows + " " + ROW,
            table.isOptional() ? " where " + String.join(" or ", present) : "");
  }

  private static String value(int column) {
    return ROW + "." + CommonTable.column(column);
  }

  /// The value of a part of the id, whichever table it stands in.
  private String idValue(Column key) {
    Column part = entity.id().columns().get(key.slot());
    for (int i = 0; i < columns.size(); i++) {
      // An id that is derived has the column of its association.
      Column column = columns.get(i);
      if (column.slot() == part.slot() || column.toString().equals(part.toString())) {
        return value(i);
      }
    }
    return id instanceof GeneratedId.OfBlocks blocks ? blocks.id(ROW + ".n", ids) : ROW + ".id";
  }
}
