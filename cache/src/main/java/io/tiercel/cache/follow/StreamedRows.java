package io.tiercel.cache.follow;

import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.RowImage;
import io.tiercel.cache.predicate.Special;
import io.tiercel.cache.query.WatchedColumn;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the rows of one table as the stream brings them, planned anew whenever it describes the
/// table. For one thread at a time.
final class StreamedRows {
  private static final int NOWHERE = -1;

  private final WatchedTable table;
  private @Nullable Relation plannedFor;
  private List<WatchedColumn> plannedColumns = List.of();

  /// By the ordinals of the watched columns.
  private int[] places = {};

  StreamedRows(WatchedTable table) {
    this.table = table;
  }

  /// What is known of a row, in those columns that anybody asks for.
  @SuppressWarnings("ReferenceEquality") // one object for each description
  RowImage image(Relation relation, Tuple row) {
    // In this order: what is asked for is among the columns.
    Set<Column> asked = table.asked();
    List<WatchedColumn> columns = table.columns();
    if (relation != plannedFor || columns != plannedColumns) {
      places = plan(relation, columns);
      plannedFor = relation;
      plannedColumns = columns;
    }
    @Nullable Object[] values = new @Nullable Object[places.length];
    for (Column column : asked) {
      values[column.ordinal()] = value(column, row);
    }
    return new Image(values);
  }

  private static int[] plan(Relation relation, List<WatchedColumn> columns) {
    int[] found = new int[columns.size()];
    Arrays.fill(found, NOWHERE);
    for (WatchedColumn watched : columns) {
      for (int i = 0; i < relation.columns().size(); i++) {
        var column = relation.columns().get(i);
        if (column.name().equals(watched.column().name())
            && column.typeOid() == watched.typeOid()) {
          found[watched.column().ordinal()] = i;
        }
      }
    }
    return found;
  }

  private Object value(Column column, Tuple row) {
    int place = places[column.ordinal()];
    if (place == NOWHERE || row.isUnchanged(place)) {
      return Special.UNKNOWN;
    }
    try {
      int typeOid = plannedColumns.get(column.ordinal()).typeOid();
      return column.domain().canonical(row.get(place, typeOid, Codecs.builtin()));
    } catch (CodecException e) {
      // Such as NaN in a numeric: no Java value, so nothing is known of it.
      return Special.UNKNOWN;
    }
  }

  /// By the columns' ordinals; null for what nobody had asked for when the row came.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Image(@Nullable Object[] values) implements RowImage {
    @Override
    public Object value(Column column) {
      Object value = column.ordinal() < values.length ? values[column.ordinal()] : null;
      return value == null ? Special.UNKNOWN : value;
    }
  }
}
