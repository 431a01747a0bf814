package io.tiercel.cache.query;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.coherence.Reads;
import io.tiercel.cache.coherence.Source;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/// The stored results of queries. Safe for any thread.
///
/// At all times a hit is what its query would return where every commit that [was
/// applied][io.tiercel.cache.coherence.StreamSession#applied] is seen: no row of the result was
/// changed by one that the result does not show, and none has come in.
///
/// A transaction that has written to a table of the query itself must neither be served a result
/// nor store one: its own rows are not committed.
///
/// @param <K> a query with its arguments: immutable, with equals and hashCode; queries that are
///     equal have the same dependencies but for the keys
/// @param <V> a result: immutable
public final class Results<K, V> implements Source<K, V> {
  private final ConcurrentMap<K, Stored<K, V>> stored;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder kept = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final LongAdder ended = new LongAdder();

  /// Results that take no more than about so many bytes; what is used least goes.
  ///
  /// @param bytes how large a value is
  public static <K, V> Results<K, V> bounded(long maxBytes, ToIntFunction<V> bytes) {
    Cache<K, Stored<K, V>> cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .<K, Stored<K, V>>weigher(
                (key, stored) -> stored.bytes() + bytes.applyAsInt(stored.entry().value()))
            .executor(Runnable::run)
            .removalListener((key, stored, cause) -> Objects.requireNonNull(stored).end())
            .build();
    return new Results<>(cache.asMap());
  }

  Results(ConcurrentMap<K, Stored<K, V>> stored) {
    this.stored = stored;
  }

  /// Makes ready to watch for what such a result would owe. If this is done before the fill begins,
  /// the first result of its kind may be stored; if not, it is made up for, and a later one may.
  public void prepare(Collection<Dependency> dependencies) {
    dependencies.forEach(dependency -> dependency.table().prepare(dependency));
  }

  /// The result of a query, if the level of `reads` allows to serve it; null when the database has
  /// to be asked. May wait for the stream where the level says so. Counts.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public @Nullable Entry<V> hit(Reads reads, K key) throws InterruptedException {
    Entry<V> entry = reads.hit(this, key);
    (entry == null ? misses : hits).increment();
    return entry;
  }

  /// What it has done so far.
  public ResultStatistics statistics(String name) {
    return new ResultStatistics(
        name, size(), hits.sum(), misses.sum(), kept.sum(), refused.sum(), ended.sum());
  }

  @Override
  public @Nullable Entry<V> entry(K key) {
    Stored<K, V> found = stored.get(key);
    return found != null && found.isHit() ? found.entry() : null;
  }

  /// As [#entry], for something that is made of it.
  public @Nullable V read(ReadSet.Recorder recorder, K key) {
    Stored<K, V> found = stored.get(key);
    return found != null && found.isHit() && recorder.part(found, found.entry())
        ? found.entry().value()
        : null;
  }

  /// How many were served so far.
  public long hits() {
    return hits.sum();
  }

  @Override
  public boolean isUnchangedSince(K key, Fill fill) {
    Stored<K, V> found = stored.get(key);
    return found != null && found.isUnchangedSince(fill);
  }

  /// Stores a result, unless one is there, or it may be out of date.
  ///
  /// @param dependencies one for each name of a table in the query, with the keys of its rows in
  ///     the result
  /// @param fill of before the query
  /// @param upTo `pg_current_wal_insert_lsn()` of after the query's snapshot; 0 when not asked for
  /// @return whether it was stored
  public boolean offer(K key, V value, Collection<Dependency> dependencies, Fill fill, long upTo) {
    boolean isStored = false;
    if (entry(key) == null) {
      Stored<K, V> offered = watching(key, value, dependencies, fill, upTo);
      isStored = check(offered, fill) && publish(offered);
    }
    (isStored ? kept : refused).increment();
    return isStored;
  }

  /// The first step: whoever applies a change from now on finds it.
  Stored<K, V> watching(K key, V value, Collection<Dependency> dependencies, Fill fill, long upTo) {
    if (dependencies.isEmpty()) {
      throw new IllegalArgumentException("a result of %s owes nothing to any table".formatted(key));
    }
    var entry = Entry.read(value, fill, upTo);
    var offered = new Stored<>(this, key, entry, dependencies);
    offered.watch();
    return offered;
  }

  /// The second: what was applied before has left marks.
  boolean check(Stored<K, V> offered, Fill fill) {
    if (!offered.isComplete(fill)) {
      offered.giveUp();
      return false;
    }
    return true;
  }

  /// The third: others may be served.
  boolean publish(Stored<K, V> offered) {
    if (!offered.publish()) {
      offered.giveUp();
      return false;
    }
    Stored<K, V> former = stored.put(offered.key(), offered);
    if (former != null) {
      former.end();
    }
    if (!offered.isHit()) {
      // It has ended before it was put there, or its table has changed as a whole.
      offered.end();
      stored.remove(offered.key(), offered);
      return false;
    }
    return true;
  }

  /// The result of a query has become larger or smaller.
  public void weigh(K key) {
    Stored<K, V> found = stored.get(key);
    if (found != null) {
      boolean unused = stored.replace(key, found, found);
    }
  }

  /// Ends the stored result of a query, if there is one.
  public void remove(K key) {
    Stored<K, V> found = stored.get(key);
    if (found != null) {
      found.end();
    }
  }

  /// Ends all.
  public void clear() {
    List.copyOf(stored.values()).forEach(Stored::end);
  }

  void ended(Stored<K, V> result) {
    ended.increment();
    stored.remove(result.key(), result);
  }

  /// How many there are, those included that have ended with a change of a whole table.
  public int size() {
    return stored.size();
  }

  @Override
  public String toString() {
    return "%d stored results".formatted(stored.size());
  }
}
