package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Entries;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.Region;
import io.tiercel.cache.tier.Admission;
import io.tiercel.cache.tier.Stored;
import io.tiercel.cache.tier.TierStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The rows of one region: those in use in the heap, and all that fit in the tier. What is stored
/// is written to both; what is removed goes from both, under the lock that the heap's map has for
/// the key; so what the tier has of this stretch of the stream is what the heap would have if it
/// were large enough. A row that is not in the heap comes back from the tier with all that was
/// known of it. Rows of earlier stretches, or runs, are no rows until they are [admitted][#admit].
///
/// What a transaction of this node has written goes to the tier when it was met on the stream: its
/// mark until then is changed in the heap alone. Safe for any thread.
///
/// @param <K> what the map's keys are
/// @param <V> a row
public final class TieredRows<K, V> implements Entries<K, V> {
  private static final Logger LOG = System.getLogger("io.tiercel.cache.tier");

  private final ConcurrentMap<K, Entry<V>> heap;
  private final RowCodec<V> codec;
  private final Function<K, Object> ids;
  private final Function<Object, K> keys;
  private final Tier tier;

  /// Null until the tables' definitions are known.
  private volatile @Nullable Layout layout;

  /// How rows are written.
  ///
  /// @param id of the codec's layout and the tables' definitions
  /// @param firstEpoch of what began to be read after these definitions were looked up
  private record Layout(long id, long firstEpoch) {}

  /// @param heap where the rows in use are: may be shared with other regions, whose keys differ
  /// @param ids the id in a key
  /// @param keys the key of an id
  public TieredRows(
      ConcurrentMap<K, Entry<V>> heap,
      RowCodec<V> codec,
      Function<K, Object> ids,
      Function<Object, K> keys,
      Tier tier) {
    this.heap = heap;
    this.codec = codec;
    this.ids = ids;
    this.keys = keys;
    this.tier = tier;
  }

  RowCodec<V> codec() {
    return codec;
  }

  /// The definitions are known, anew if they have changed: what was written before is not found any
  /// more.
  ///
  /// @param id never one that it has had before the last one
  /// @param firstEpoch a [number][io.tiercel.cache.coherence.Coherence#nextEpoch] that was taken
  ///     after they were looked up
  void setLayout(long id, long firstEpoch) {
    Layout known = layout;
    if (known == null || known.id() != id) {
      tier.layout(id, this);
      layout = new Layout(id, firstEpoch);
    }
  }

  /// 0 before it is known.
  long layoutId() {
    Layout known = layout;
    return known == null ? 0 : known.id();
  }

  // ---- entries ----

  @Override
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  public @Nullable Entry<V> get(K key) {
    Entry<V> present = heap.get(key);
    if (present != null && present.session() == tier.coherence().session()) {
      return present;
    }
    Place place = place(key);
    if (place == null || !place.store().mayContain(place.layout().id(), place.key())) {
      return present;
    }
    Entry<V> loaded = heap.compute(key, (any, now) -> loaded(place, now));
    if (loaded != present) {
      tier.hit();
    }
    return loaded;
  }

  @Override
  public void remove(K key) {
    var unused = compute(key, present -> null);
  }

  @Override
  public @Nullable Entry<V> compute(K key, Change<V> change) {
    return heap.compute(
        key,
        (any, present) -> {
          Place place = place(key);
          if (place == null) {
            return change.apply(present);
          }
          Entry<V> known = loaded(place, present);
          Entry<V> now = change.apply(known);
          write(place, known, now);
          return now;
        });
  }

  /// Where a row is in the tier.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Place(TierStore store, Layout layout, byte[] key) {}

  private @Nullable Place place(K key) {
    TierStore store = tier.store();
    Layout known = layout;
    byte[] bytes = store == null || known == null ? null : codec.key(ids.apply(key));
    return store == null || known == null || bytes == null ? null : new Place(store, known, bytes);
  }

  /// What the heap has, or else the tier has.
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  private @Nullable Entry<V> loaded(Place place, @Nullable Entry<V> present) {
    Tier.Mark mark = tier.mark();
    if (present != null && present.session() == mark.session()) {
      return present;
    }
    Stored record = place.store().get(place.layout().id(), place.key());
    if (record == null || !mark.covers(record.session()) || isBehind(record, mark)) {
      return present;
    }
    V row = decode(place.store(), record);
    if (row == null) {
      return present;
    }
    return entry(row, mark, record);
  }

  /// What an earlier run has left is not used before the stream has brought what came meanwhile.
  private static boolean isBehind(Stored record, Tier.Mark mark) {
    return record.session() != mark.id() && mark.session().settled() < 0;
  }

  /// What cannot be read must not fail a read that the database can answer.
  private @Nullable V decode(TierStore store, Stored record) {
    try {
      return codec.decode(record.array(), record.valueOffset(), record.valueBytes());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a row of the tier cannot be read and is forgotten", e);
      store.forget(record);
      return null;
    }
  }

  @SuppressWarnings("ReferenceEquality") // whether this very entry is there
  private void write(Place place, @Nullable Entry<V> known, @Nullable Entry<V> now) {
    if (now == known && now != null) {
      return;
    }
    Tier.Mark mark = tier.mark();
    byte[] value =
        now == null
                || now.ownXid() != 0
                || now.session() != mark.session()
                || now.epoch() < place.layout().firstEpoch()
            ? null
            : codec.encode(now.value());
    if (now == null || value == null) {
      place.store().remove(place.layout().id(), place.key());
    } else {
      var admission =
          new Admission(mark.id(), now.admitted(), now.epoch(), now.upTo(), now.snapshots());
      var unused = place.store().put(place.layout().id(), place.key(), value, admission);
    }
  }

  // ---- for the keeper ----

  boolean isInHeap(Stored record) {
    return heap.containsKey(keys.apply(codec.id(record.key())));
  }

  /// A record of earlier is right, as a reader has found whose fill that is: from now on it is a
  /// row like any other, unless its key was touched meanwhile.
  ///
  /// @param upTo `pg_current_wal_insert_lsn()` of after the reader's snapshot
  /// @return whether it is
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  boolean admit(Region<K, V> region, Stored record, Fill fill, long upTo) {
    TierStore store = tier.store();
    Tier.Mark mark = tier.mark();
    if (store == null || mark.session() != fill.session()) {
      return false;
    }
    K key = keys.apply(codec.id(record.key()));
    Entry<Stored> known = Entry.read(record, fill, upTo);
    var admission =
        new Admission(mark.id(), known.admitted(), known.epoch(), upTo, known.snapshots());
    boolean[] isAdmitted = {false};
    var unused =
        heap.compute(
            key,
            (any, present) -> {
              isAdmitted[0] = region.refusal(key, fill) == null && store.admit(record, admission);
              return present;
            });
    return isAdmitted[0];
  }

  /// Whether nothing has happened to the table as a whole since the record was admitted.
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  boolean isCurrent(Region<K, V> region, Stored record) {
    Tier.Mark mark = tier.mark();
    return mark.covers(record.session()) && region.isCurrent(entry(record, mark, record));
  }

  /// The numbers of an earlier run say nothing in this one, but for positions of the log.
  private static <T> Entry<T> entry(T value, Tier.Mark mark, Stored record) {
    Admission known = record.admission();
    if (known.session() != mark.id()) {
      return new Entry<>(value, mark.session(), known.admitted(), 0, mark.resumedUpTo(), 0, 0);
    }
    return new Entry<>(
        value, mark.session(), known.admitted(), known.epoch(), known.upTo(), known.snapshots(), 0);
  }
}
