package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.query.WatchedColumn;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A table whose rows are cached.
///
/// @param <K> its keys
public final class FollowedTable<K> {
  private final String schema;
  private final String name;
  private final Region<K, ?> region;
  private final KeyReader<K> keys;
  private final @Nullable WatchedTable watched;
  private final @Nullable StreamedRows rows;
  private final Function<Connection, List<WatchedColumn>> columns;

  /// A table of which no results are stored.
  ///
  /// @param region where its rows are
  public FollowedTable(String schema, String name, Region<K, ?> region, KeyReader<K> keys) {
    this(schema, name, region, keys, null, connection -> List.of());
  }

  /// @param region where its rows are
  /// @param watched for results of queries, by the same keys; null for none
  /// @param columns asks the catalog how the columns of `watched` compare
  public FollowedTable(
      String schema,
      String name,
      Region<K, ?> region,
      KeyReader<K> keys,
      @Nullable WatchedTable watched,
      Function<Connection, List<WatchedColumn>> columns) {
    this.schema = schema;
    this.name = name;
    this.region = region;
    this.keys = keys;
    this.watched = watched;
    this.columns = columns;
    this.rows = watched == null ? null : new StreamedRows(watched);
  }

  Region<K, ?> region() {
    return region;
  }

  boolean is(Relation relation) {
    return name.equals(relation.name()) && schema.equals(relation.schema());
  }

  TableName tableName() {
    return new TableName(schema, name);
  }

  /// The table's definition may have changed. Blocks.
  void compareColumns(Connection connection) {
    if (watched != null) {
      watched.compareColumns(columns.apply(connection));
    }
  }

  /// A row is like that now.
  Change changed(Relation relation, Tuple row) {
    K key = keys.read(relation, row);
    Change ofRow = new Change.OfKey<>(region, key);
    return watched == null || rows == null
        ? ofRow
        : new Change.OfBoth(ofRow, watched.changed(key, rows.image(relation, row)));
  }

  /// No row has that key any more.
  ///
  /// @param row of which the key's values are there
  Change gone(Relation relation, Tuple row) {
    K key = keys.read(relation, row);
    Change ofRow = new Change.OfKey<>(region, key);
    return watched == null ? ofRow : new Change.OfBoth(ofRow, watched.changed(key, null));
  }

  /// Any row may have changed.
  Change changed() {
    return new Change.OfTable(region);
  }
}
