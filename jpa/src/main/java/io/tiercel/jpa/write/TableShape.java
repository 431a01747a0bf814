package io.tiercel.jpa.write;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.wire.codec.Oids;
import jakarta.persistence.PersistenceException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the database says about a table's columns. Binary COPY and array parameters need the type a
/// column really has, which a hand-made schema may have chosen differently from the mapping.
///
/// @param hasRules whether statements may be rewritten, which PostgreSQL does not do inside WITH;
///     every view has one
record TableShape(Table table, Map<String, ColumnShape> columns, boolean hasRules) {

  /// @param oid the type, of a domain its base type
  /// @param sqlType the type as SQL text without modifier, e.g. `character varying`
  /// @param isArray whether values are arrays themselves, which `unnest` would flatten
  record ColumnShape(int oid, String sqlType, boolean isArray) {}

  TableShape {
    columns = Map.copyOf(columns);
  }

  /// The shape of a mapped column; PersistenceException naming table and column when it is missing.
  ColumnShape column(Column column) {
    @Nullable ColumnShape shape = columns.get(column.name());
    if (shape == null) {
      throw new PersistenceException(
          "table %s has no column %s, it has %s\nHint: correct the mapping, migrate the table, or let the schema be generated."
              .formatted(table, column.sql(), columns.keySet()));
    }
    // Bytes would be taken for an array of numbers.
    boolean hasContent = column.columnType() == byte[].class || column.columnType() == String.class;
    if (shape.oid == Oids.OID && hasContent && !column.isLargeObject()) {
      throw new PersistenceException(
          "column %s holds large objects (oid), but the attribute is stored as %s\nHint: annotate the attribute with @Lob and leave tiercel.mapping.lob unset, or add @Column(columnDefinition = \"oid\")."
              .formatted(column, column.sqlType()));
    }
    return shape;
  }
}
