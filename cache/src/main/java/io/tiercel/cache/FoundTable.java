package io.tiercel.cache;

import java.util.List;

/// A cached table as the database has it. Immutable.
///
/// @param refusal why its rows cannot be cached, empty where they can
record FoundTable(
    CachedTable table, String schema, String name, List<Key> key, String refusal, String mend) {
  FoundTable {
    key = List.copyOf(key);
  }

  /// A key column.
  ///
  /// @param declaredOid of its type
  /// @param typeOid as above, but of a domain its base type
  record Key(String name, int declaredOid, int typeOid) {}

  boolean isFit() {
    return refusal.isEmpty();
  }

  /// As SQL names it.
  String sql() {
    return CachedTable.quoted(schema) + "." + CachedTable.quoted(name);
  }

  @Override
  public String toString() {
    return schema.isEmpty() ? name : schema + "." + name;
  }
}
