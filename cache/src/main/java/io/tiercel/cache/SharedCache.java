package io.tiercel.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.tiercel.cache.CacheState.Phase;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.Entries;
import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.observe.Meter;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.query.ResultStatistics;
import io.tiercel.cache.query.Results;
import io.tiercel.cache.query.UniqueIndex;
import io.tiercel.cache.query.WatchedTable;
import io.tiercel.cache.tiered.RowCodec;
import io.tiercel.cache.tiered.Tier;
import io.tiercel.cache.tiered.TieredRows;
import io.tiercel.cache.tiered.TieredStatistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The rows that a node keeps of a database's tables. Make it, name its [regions][#region], and
/// [start][#start] it: it follows the database's change stream through a temporary slot of its own,
/// and until it does, and whenever the stream is lost, nothing is stored and nothing is served.
/// Where it cannot follow it is off, and says so in one log line with what mends it.
///
/// The rows of all regions share one bound of bytes: what is used least goes (W-TinyLFU).
///
/// Safe for any thread.
public final class SharedCache implements AutoCloseable {
  /// Of the map's node, the key and the entry: measured, rounded up.
  private static final int OVERHEAD_BYTES = 200;

  private final CacheSettings settings;
  private final Coherence coherence = new Coherence();
  private final Cache<RowKey, Entry<CachedValue>> rows;
  private final Results<Object, CachedValue> results;
  private final ReentrantLock lock = new ReentrantLock();

  private final @Nullable Tier tier;

  // Guarded by lock.
  private final Map<RowRegion, TieredRows<RowKey, CachedValue>> tiered = new LinkedHashMap<>();
  private final List<RowRegion> regions = new ArrayList<>();
  private final Map<String, UniqueIndex<?>> indexes = new LinkedHashMap<>();
  private final CacheBean bean = new CacheBean(this);
  private volatile @Nullable CacheStart start;
  private boolean closed;

  private SharedCache(CacheSettings settings) {
    this.settings = settings;
    this.rows =
        Caffeine.newBuilder()
            .maximumWeight(settings.maxBytes())
            .<RowKey, Entry<CachedValue>>weigher((key, entry) -> weight(entry))
            .executor(Runnable::run)
            .build();
    this.tier = settings.tier() == null ? null : new Tier(settings.tier(), coherence);
    this.results = Results.bounded(settings.maxBytes() / 2, CachedValue::bytes);
  }

  /// A cache that connects to nothing yet.
  public static SharedCache of(CacheSettings settings) {
    return new SharedCache(settings);
  }

  /// As below, with rows that are kept in the heap alone.
  public RowRegion region(String name, List<CachedTable> tables) {
    return region(name, tables, null);
  }

  /// A region for the rows of these tables; one row in each at most has the same id. To be called
  /// before [#start].
  ///
  /// @param name for statistics and log lines
  /// @param codec for the [tier][CacheSettings#tier]; null for rows that are kept in the heap alone
  public RowRegion region(
      String name, List<CachedTable> tables, @Nullable RowCodec<CachedValue> codec) {
    lock.lock();
    try {
      if (start != null || closed) {
        throw new IllegalStateException(
            "cannot add the region %s: the cache was started already".formatted(name));
      }
      int number = regions.size();
      Tier opened = tier;
      if (opened == null || codec == null) {
        regions.add(new RowRegion(number, name, tables, coherence, Entries.in(rows.asMap())));
      } else {
        var both =
            new TieredRows<RowKey, CachedValue>(
                rows.asMap(), codec, RowKey::id, id -> new RowKey(number, id), opened);
        var region = new RowRegion(number, name, tables, coherence, both);
        regions.add(region);
        tiered.put(region, both);
      }
      return regions.getLast();
    } finally {
      lock.unlock();
    }
  }

  /// Begins to follow; returns at once. Idempotent.
  public void start() {
    lock.lock();
    try {
      if (start == null && !closed) {
        bean.register(settings.name());
        start = CacheStart.begin(settings, coherence, List.copyOf(regions), tier, tiered);
      }
    } finally {
      lock.unlock();
    }
  }

  /// Waits until it follows, or has found that it cannot; false if neither happened in time. Starts
  /// it if need be.
  ///
  /// @throws InterruptedException if interrupted while waiting
  public boolean await(Duration limit) throws InterruptedException {
    start();
    long deadline = System.nanoTime() + limit.toNanos();
    while (true) {
      Phase phase = state().phase();
      if (phase != Phase.IDLE && phase != Phase.STARTING) {
        return true;
      }
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      LockSupport.parkNanos(1_000_000);
    }
  }

  /// How it is doing.
  public CacheState state() {
    lock.lock();
    try {
      if (closed) {
        return CacheState.of(Phase.CLOSED);
      }
      CacheStart started = start;
      if (started == null) {
        return CacheState.of(Phase.IDLE);
      }
      CacheState off = started.off();
      if (off != null) {
        return off;
      }
      boolean follows = coherence.session().settled() >= 0;
      return CacheState.of(follows ? Phase.FOLLOWING : Phase.STARTING);
    } finally {
      lock.unlock();
    }
  }

  /// What a connection must lead to for the rows that it brings to be stored; null while nothing is
  /// followed. For those who read over other connections than the cache's own. Waits for nobody.
  public @Nullable FollowedServer followed() {
    CacheStart started = start;
    return started == null ? null : started.followed();
  }

  /// What all its regions know of the stream and of this node's commits.
  public Coherence coherence() {
    return coherence;
  }

  /// The stored results of queries, which owe to tables of the [regions][RowRegion#watched]. They
  /// have room of their own: half of that of the rows, which they share with these where they can.
  public Results<Object, CachedValue> results() {
    return results;
  }

  /// An index of one of its tables, for [statistics][#uniqueKeys]; takes the place of one by the
  /// same columns.
  ///
  /// @param table of a region
  /// @param columns as [UniqueIndex] takes them
  /// @param maxBytes for its answers, about
  public <K> UniqueIndex<K> index(WatchedTable table, List<Column> columns, long maxBytes) {
    UniqueIndex<K> made = new UniqueIndex<>(table, columns, maxBytes);
    lock.lock();
    try {
      indexes.put(made.name(), made);
    } finally {
      lock.unlock();
    }
    return made;
  }

  /// What the [indexes][#index] by unique columns have done so far.
  public List<ResultStatistics> uniqueKeys() {
    lock.lock();
    try {
      return indexes.values().stream().map(UniqueIndex::statistics).toList();
    } finally {
      lock.unlock();
    }
  }

  long maxBytes() {
    return settings.maxBytes();
  }

  /// About how many bytes the stored rows take.
  public long bytes() {
    return rows.policy().eviction().orElseThrow().weightedSize().orElse(0);
  }

  /// About how many rows are stored.
  public long rows() {
    return rows.estimatedSize();
  }

  /// How it is doing, and what it has done so far, all at about one moment.
  public CacheStatistics snapshot() {
    StreamSession session = coherence.session();
    return new CacheStatistics(
        state(),
        session.applied(),
        session.settled(),
        coherence.proved(),
        coherence.lastProbe(),
        coherence.stretches(),
        bytes(),
        rows(),
        results.size(),
        statistics(),
        results.statistics("results"),
        uniqueKeys());
  }

  /// About how many bytes the stored rows of each region take, by its name. Walks through all
  /// rows.
  public Map<String, Long> bytesOfRegions() {
    List<RowRegion> known = regions();
    long[] bytes = new long[known.size()];
    rows.asMap().forEach((key, entry) -> bytes[key.region()] += weight(entry));
    Map<String, Long> byName = new LinkedHashMap<>();
    for (int i = 0; i < bytes.length; i++) {
      byName.merge(known.get(i).name(), bytes[i], Long::sum);
    }
    return byName;
  }

  /// Of each region, with what it takes. Walks through all rows.
  List<RegionFigures> regionFigures() {
    List<RowRegion> known = regions();
    long[] count = new long[known.size()];
    long[] bytes = new long[known.size()];
    rows.asMap()
        .forEach(
            (key, entry) -> {
              count[key.region()]++;
              bytes[key.region()] += weight(entry);
            });
    List<RegionFigures> figures = new ArrayList<>();
    for (int i = 0; i < bytes.length; i++) {
      figures.add(known.get(i).figures(count[i], bytes[i]));
    }
    return figures;
  }

  private static int weight(Entry<CachedValue> entry) {
    return OVERHEAD_BYTES + entry.value().bytes();
  }

  /// Its figures, one by one, for whatever collects them. To be called when all regions are there.
  public List<Meter> meters() {
    return CacheMeters.of(this, regions());
  }

  /// What the tier holds and has done; null where there is none, or it is not open yet.
  public @Nullable TieredStatistics tier() {
    Tier known = tier;
    return known == null ? null : known.statistics();
  }

  /// Whether what the tier had of earlier was compared with the database.
  public boolean isTierVerified() {
    CacheStart started;
    lock.lock();
    try {
      started = start;
    } finally {
      lock.unlock();
    }
    return started != null && started.isTierVerified();
  }

  private List<RowRegion> regions() {
    lock.lock();
    try {
      return List.copyOf(regions);
    } finally {
      lock.unlock();
    }
  }

  /// What each region has done so far.
  public List<RegionStatistics> statistics() {
    return regions().stream().map(RowRegion::statistics).toList();
  }

  /// Stops following; nothing is a hit any more. Idempotent; blocks until the slot is gone.
  @Override
  public void close() {
    CacheStart started;
    lock.lock();
    try {
      closed = true;
      started = start;
    } finally {
      lock.unlock();
    }
    bean.unregister();
    if (started != null) {
      started.close();
    }
    coherence.lost();
    rows.invalidateAll();
    results.clear();
  }
}
