package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.guard.Obstacle;
import io.tiercel.cache.guard.TableName;
import io.tiercel.cache.query.WatchedColumn;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.wire.Connection;
import io.tiercel.wire.replication.LogicalMessage.Relation;
import io.tiercel.wire.replication.Tuple;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A table whose rows are cached.
///
/// @param <K> its keys
public final class FollowedTable<K> {
  private static final Logger LOG = System.getLogger(FollowedTable.class.getName());

  private final String schema;
  private final String name;
  private final Region<K, ?> region;
  private final KeyReader<K> keys;
  private final @Nullable WatchedTable watched;
  private final @Nullable StreamedRows rows;
  private final Function<Connection, List<WatchedColumn>> columns;

  /// As the catalog has it.
  private volatile @Nullable Obstacle keyless;

  /// As a row has shown.
  private volatile @Nullable Obstacle unreadable;

  /// For the thread that reads rows.
  private boolean isNewlyUnreadable;

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

  static List<TableName> names(List<FollowedTable<?>> tables) {
    return tables.stream().<TableName>map(FollowedTable::tableName).distinct().toList();
  }

  boolean is(Relation relation) {
    return name.equals(relation.name()) && schema.equals(relation.schema());
  }

  /// Its name.
  public TableName tableName() {
    return new TableName(schema, name);
  }

  /// The table's definition may have changed. Blocks.
  void compareColumns(Connection connection) {
    unreadable = null;
    keyless = keys.obstacle(connection);
    if (watched != null) {
      watched.compareColumns(columns.apply(connection));
    }
  }

  /// Why its keys cannot be read; null when they can, as far as is known.
  @Nullable Obstacle obstacle() {
    Obstacle known = keyless;
    return known == null ? unreadable : known;
  }

  /// Whether that has come up since it was asked last.
  boolean isNewlyUnreadable() {
    boolean isNews = isNewlyUnreadable;
    isNewlyUnreadable = false;
    return isNews;
  }

  /// A row is like that now.
  Change changed(Relation relation, Tuple row) {
    K key = key(relation, row);
    if (key == null) {
      return changed();
    }
    Change ofRow = new Change.OfKey<>(region, key);
    return watched == null || rows == null
        ? ofRow
        : new Change.OfBoth(ofRow, watched.changed(key, rows.image(relation, row)));
  }

  /// No row has that key any more.
  ///
  /// @param row of which the key's values are there
  Change gone(Relation relation, Tuple row) {
    K key = key(relation, row);
    if (key == null) {
      return changed();
    }
    Change ofRow = new Change.OfKey<>(region, key);
    return watched == null ? ofRow : new Change.OfBoth(ofRow, watched.changed(key, null));
  }

  private @Nullable K key(Relation relation, Tuple row) {
    try {
      return keys.read(relation, row);
    } catch (RuntimeException e) {
      // Somebody else's code, and the values of any row: whatever it is, which row changed is not
      // known.
      if (unreadable == null) {
        isNewlyUnreadable = true;
        unreadable =
            new Obstacle(
                "a key of table %s cannot be read: %s".formatted(tableName(), e.getMessage()),
                "correct the mapping of its id, or the row; it is tried again when the table is"
                    + " altered or another stream is followed");
        LOG.log(Level.DEBUG, "the cause", e);
      }
      return null;
    }
  }

  /// Any row may have changed.
  Change changed() {
    return new Change.OfTable(region);
  }
}
