package io.tiercel.cache.query;

import io.tiercel.cache.predicate.Column;

/// A column of a watched table, as the catalog had it. Immutable.
///
/// @param typeOid of its type: values that come by another one are not known
public record WatchedColumn(Column column, int typeOid) {

  /// Whether values of both compare alike.
  boolean comparesAs(WatchedColumn that) {
    return typeOid == that.typeOid && column.domain() == that.column.domain();
  }
}
