package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.guard.TableName;
import java.util.List;

/// A region with rows in the tier, as the database has it. Immutable.
///
/// @param tables that its rows are made of. What is made of several is not kept for later runs: it
///     has no version of its own
/// @param key the columns that hold the id in each of its tables, with what their values are in
///     Java
public record TieredRegion<K, V>(
    TieredRows<K, V> rows, Region<K, V> region, List<TableName> tables, List<Column> key) {
  public TieredRegion {
    tables = List.copyOf(tables);
    key = List.copyOf(key);
  }

  /// A column of the key.
  public record Column(String name, Class<?> javaType) {}

  boolean isOneTable() {
    return tables.size() == 1;
  }
}
