package io.tiercel.cache;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entries;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.coherence.Refusal;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The stored rows of a table, or of several whose rows with one id make one thing: a change in any
/// of them ends what is stored under the id. Safe for any thread.
public final class RowRegion {
  private final int number;
  private final String name;
  private final List<CachedTable> tables;
  private final Region<RowKey, CachedValue> region;

  /// Whether the stream brings its tables' changes: before that nothing may be stored.
  private volatile boolean isFollowed;

  /// Why it is not used; null where it is.
  private volatile Supplier<@Nullable String> unfit = () -> null;

  /// Of its tables, once they are followed.
  private volatile List<Watched> watched = List.of();

  private volatile List<WatchedTable> watchedTables = List.of();

  private volatile String level = "";

  private record Watched(CachedTable table, WatchedTable watched) {}

  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder stored = new LongAdder();
  private final LongAdder notFollowed = new LongAdder();
  private final LongAdder changed = new LongAdder();
  private final LongAdder writtenHere = new LongAdder();

  RowRegion(
      int number,
      String name,
      List<CachedTable> tables,
      Coherence coherence,
      Entries<RowKey, CachedValue> rows) {
    this.number = number;
    this.name = name;
    this.tables = List.copyOf(tables);
    this.region = new Region<>(coherence, number + " " + name, rows);
  }

  /// What it was called when it was made.
  public String name() {
    return name;
  }

  List<CachedTable> tables() {
    return tables;
  }

  Region<RowKey, CachedValue> region() {
    return region;
  }

  RowKey key(Object id) {
    return new RowKey(number, id);
  }

  /// What results of queries have to do with one of its tables; null for a table that is not its
  /// own, and as long as nothing is followed.
  ///
  /// @param table as it was [named][CachedTable#name] when the region was made
  public @Nullable WatchedTable watched(String schema, String table) {
    if (!isFollowed) {
      return null;
    }
    List<Watched> all = watched;
    for (int i = 0; i < all.size(); i++) {
      Watched each = all.get(i);
      if (each.table().name().equals(table) && each.table().schema().equals(schema)) {
        return each.watched();
      }
    }
    return null;
  }

  /// What results of queries have to do with all its tables; empty as long as nothing is followed.
  public List<WatchedTable> watched() {
    return isFollowed ? watchedTables : List.of();
  }

  /// Looks up how the columns of its tables compare. Blocks.
  WatchedTable watch(Connection connection, CachedTable table, Coherence coherence) {
    var made =
        new WatchedTable(
            coherence, number + " " + table, region, ColumnSurvey.of(connection, table));
    List<Watched> more = new ArrayList<>(watched);
    more.removeIf(each -> each.table().equals(table));
    more.add(new Watched(table, made));
    watched = List.copyOf(more);
    watchedTables = more.stream().map(Watched::watched).toList();
    return made;
  }

  /// What a stored result or a [change][WatchedTable] calls the row of an id.
  public Object rowKey(Object id) {
    return key(id);
  }

  /// Its tables' changes are about to be followed.
  ///
  /// @param obstacle tells what is in the way of one of its tables
  void follow(Supplier<@Nullable String> obstacle) {
    isFollowed = true;
    unfit = obstacle;
  }

  /// Its tables' changes are not to be had.
  void refuse(String reason) {
    isFollowed = false;
    unfit = () -> reason;
  }

  /// Why its rows cannot be cached as things are, and what mends it; null where they can, and as
  /// long as that is not known.
  public @Nullable String unfit() {
    return unfit.get();
  }

  /// The row of that id if the level of `reads` allows to serve it, with what is known of it; null
  /// when the database has to be asked. May wait for the stream where the level says so.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public @Nullable Entry<CachedValue> hit(Reads reads, Object id) throws InterruptedException {
    Entry<CachedValue> entry = reads.hit(region, key(id));
    (entry == null ? misses : hits).increment();
    return entry;
  }

  /// The row of that id, for something that is made of it; null when that cannot be.
  public @Nullable CachedValue read(ReadSet.Recorder recorder, Object id) {
    return recorder.row(region, key(id));
  }

  /// What is stored of that id, with what is known of it. Asks no level and counts nothing.
  public @Nullable Entry<CachedValue> entry(Object id) {
    return region.entry(key(id));
  }

  /// What was made of a row was served in its place.
  public void served() {
    hits.increment();
  }

  /// As above, in the place of so many rows.
  public void served(int rows) {
    hits.add(rows);
  }

  /// Whether a row of that id is stored. Asks no level and counts nothing.
  public @Nullable CachedValue peek(Object id) {
    return region.get(key(id));
  }

  /// Stores a row that was read, unless one is there or it may be out of date.
  ///
  /// @param fill of before its snapshot was taken
  /// @param upTo `pg_current_wal_insert_lsn()` of after that; 0 when not asked for
  /// @return whether it was stored
  public boolean offer(Object id, CachedValue value, Fill fill, long upTo) {
    RowKey key = key(id);
    boolean isStored = isFollowed && region.offer(key, value, fill, upTo);
    count(isStored, key, fill);
    return isStored;
  }

  /// As [#offer], in the place of what is there.
  public boolean replace(Object id, CachedValue value, Fill fill, long upTo) {
    RowKey key = key(id);
    boolean isStored = isFollowed && region.replace(key, value, fill, upTo);
    count(isStored, key, fill);
    return isStored;
  }

  private void count(boolean isStored, RowKey key, Fill fill) {
    if (isStored) {
      stored.increment();
      return;
    }
    Refusal refusal = isFollowed ? region.refusal(key, fill) : Refusal.NOT_FOLLOWED;
    switch (refusal) {
      case NOT_FOLLOWED -> notFollowed.increment();
      case CHANGED -> changed.increment();
      case WRITTEN_HERE -> writtenHere.increment();
      case null -> {
        // One was there already.
      }
    }
  }

  /// A transaction of this node writes the row of that id.
  ///
  /// @param state as [OwnWrite#writes] has it
  public void written(OwnWrite write, Object id, @Nullable CachedValue state) {
    write.writes(region, key(id), isFollowed ? state : null);
  }

  /// Nothing is a hit until the stream has come up to that position of the log: a transaction of
  /// this node has written rows, and nobody knows which.
  public void awaitStream(long position) {
    region.awaitStream(position);
  }

  /// Forgets the row of an id.
  public void evict(Object id) {
    region.evict(key(id));
  }

  /// Forgets all rows.
  public void evictAll() {
    region.evictAll();
  }

  /// Which level reads have where they ask for none, for who looks on.
  public void tellLevel(String text) {
    level = text;
  }

  RegionFigures figures(long rows, long bytes) {
    RegionStatistics done = statistics();
    return new RegionFigures(
        name,
        level,
        unfit(),
        rows,
        bytes,
        done.hits(),
        done.misses(),
        done.stored(),
        done.notFollowed(),
        done.changed(),
        done.writtenHere());
  }

  /// What it has done so far.
  public RegionStatistics statistics() {
    return new RegionStatistics(
        name,
        hits.sum(),
        misses.sum(),
        stored.sum(),
        notFollowed.sum(),
        changed.sum(),
        writtenHere.sum());
  }

  @Override
  public String toString() {
    return "%s %s".formatted(name, tables);
  }
}
