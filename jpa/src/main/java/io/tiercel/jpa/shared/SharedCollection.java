package io.tiercel.jpa.shared;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Dependency;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.row.ForeignKeys;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A collection attribute of cached entities: what it holds is in the shared cache, by the ids of
/// its owners. Safe for any number of threads.
///
/// The rows of a join table or of a table of values bring their owner's id with every change, for
/// the replica identity has it: so such a collection is a row of several rows, in a region of its
/// own. The rows of elements that hold a foreign key bring only what it is now: such a collection
/// is a result that watches who refers to the owner, and who did.
public final class SharedCollection {
  /// Null for foreign keys in the elements' rows.
  private final @Nullable SharedEntity ofTable;

  private final @Nullable ForeignKey foreignKey;

  /// Counts how often all were forgotten.
  private volatile long forgotten;

  /// What was made ready for it last.
  private volatile @Nullable WatchedTable prepared;

  /// @param entities the owner's and the elements'
  /// @param target how the elements are cached
  /// @param columns in the order of the owner's id
  /// @param attribute the to-one of the elements that holds it; null when they have none
  /// @param isByMembers whether only who is in it counts
  private record ForeignKey(
      List<SharedEntity> entities,
      SharedEntity target,
      Table table,
      List<Column> columns,
      @Nullable String attribute,
      boolean isByMembers) {}

  /// What is stored, under the id of an owner.
  ///
  /// @param forgotten how often all had been forgotten
  record Key(SharedCollection of, Object id, long forgotten) {
    @Override
    public int hashCode() {
      return 31 * of.hashCode() + id.hashCode();
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // one object for each attribute
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && of == that.of
          && forgotten == that.forgotten
          && id.equals(that.id);
    }
  }

  private SharedCollection(@Nullable SharedEntity ofTable, @Nullable ForeignKey foreignKey) {
    this.ofTable = ofTable;
    this.foreignKey = foreignKey;
  }

  static SharedCollection ofTable(SharedEntity region) {
    return new SharedCollection(region, null);
  }

  static SharedCollection byForeignKey(
      SharedEntity owner,
      SharedEntity target,
      Table table,
      List<Column> columns,
      @Nullable String attribute,
      boolean isByMembers) {
    return new SharedCollection(
        null,
        new ForeignKey(
            owner.equals(target) ? List.of(owner) : List.of(owner, target),
            target,
            table,
            List.copyOf(columns),
            attribute,
            isByMembers));
  }

  /// Where the rows of its table are cached; null for foreign keys in the elements' rows.
  public @Nullable SharedEntity ofTable() {
    return ofTable;
  }

  /// The to-one of the elements that holds the foreign key; null when there is none.
  public @Nullable String referring() {
    return foreignKey == null ? null : foreignKey.attribute();
  }

  /// The entities whose levels of consistency count.
  public List<SharedEntity> entities() {
    ForeignKey key = foreignKey;
    SharedEntity own = ofTable;
    return key != null ? key.entities() : own != null ? List.of(own) : List.of();
  }

  /// How its elements are cached, where they hold the foreign key; else null.
  public @Nullable SharedEntity target() {
    return foreignKey == null ? null : foreignKey.target();
  }

  /// What its contents are stored under, among the [results][Results]; where the elements hold the
  /// foreign key.
  ///
  /// @param id of the owner, as the cache knows rows
  /// @param since [#forgotten] when it was read, or now
  public Object key(Object id, long since) {
    return new Key(this, id, since);
  }

  /// What is stored of an owner, for something that is made of it; null when that cannot be.
  ///
  /// @param id of the owner, as the cache knows rows
  public @Nullable CachedValue read(
      Results<Object, CachedValue> results, Object id, ReadSet.Recorder recorder) {
    if (ofTable != null) {
      return ofTable.region().read(recorder, id);
    }
    long since = forgotten;
    CachedValue stored = results.read(recorder, key(id, since));
    if (stored != null) {
      recorder.part(() -> forgotten == since);
    }
    return stored;
  }

  /// How often all were forgotten.
  public long forgotten() {
    return forgotten;
  }

  /// What is stored of an owner is forgotten.
  public void evict(Results<Object, CachedValue> results, Object id) {
    if (ofTable != null) {
      ofTable.region().evict(id);
    } else {
      results.remove(key(id, forgotten));
    }
  }

  /// As above, of all owners.
  public synchronized void evictAll() {
    if (ofTable != null) {
      ofTable.region().evictAll();
    }
    forgotten++;
  }

  /// Gets ready to store it; to be called before the query is sent.
  @SuppressWarnings("ReferenceEquality") // a table is one object
  public void prepare(Results<Object, CachedValue> results, Object id) {
    WatchedTable table = table();
    if (table != null && table != prepared) {
      Dependency owed = dependency(id);
      if (owed != null) {
        results.prepare(List.of(owed));
        prepared = table;
      }
    }
  }

  private @Nullable WatchedTable table() {
    ForeignKey key = foreignKey;
    return key == null
        ? null
        : key.target()
            .region()
            .watched(key.table().schema() == null ? "" : key.table().schema(), key.table().name());
  }

  /// What the contents of an owner depend on, without the keys of the elements; null when the
  /// table is not followed, or its foreign key does not compare by equality of values.
  public @Nullable Dependency dependency(Object id) {
    ForeignKey key = foreignKey;
    WatchedTable table = table();
    if (key == null || table == null) {
      return null;
    }
    Predicate refers = Predicate.Constant.TRUE;
    for (int i = 0; i < key.columns().size(); i++) {
      var watched = table.column(key.columns().get(i).name());
      Object part = ForeignKeys.part(id, i);
      if (watched == null
          || part == null
          || !watched.domain().isExact()
          || part.getClass() != key.columns().get(i).columnType()) {
        return null;
      }
      refers = refers.and(watched.equal(part));
    }
    return key.isByMembers()
        ? Dependency.onMembers(table, refers)
        : Dependency.onRows(table, refers);
  }
}
