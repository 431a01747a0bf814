package io.tiercel.cache.tiered;

import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.StreamSession;
import io.tiercel.cache.tier.Checkpoint;
import io.tiercel.cache.tier.Stored;
import io.tiercel.cache.tier.TierSettings;
import io.tiercel.cache.tier.TierStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/// What the regions of a node share of its tier. It is opened once it is known which database is
/// followed; until then it is empty. Safe for any thread.
public final class Tier implements AutoCloseable {
  private final TierSettings settings;
  private final Coherence coherence;
  private final Map<Long, TieredRows<?, ?>> byLayout = new ConcurrentHashMap<>();
  private volatile @Nullable TierStore store;
  private volatile Mark mark;

  private final LongAdder hits = new LongAdder();
  private final LongAdder verified = new LongAdder();
  private final LongAdder refuted = new LongAdder();
  private final LongAdder stamped = new LongAdder();

  /// A stretch of the stream, and what stands for it in records.
  ///
  /// @param resumed what stands in records of earlier runs that are as right as those of this one
  /// @param resumedUpTo everything that these show was committed up to there
  record Mark(StreamSession session, long id, Set<Long> resumed, long resumedUpTo) {
    static Mark of(StreamSession session) {
      // Random, so that a record of an earlier run never seems to be of this one.
      return new Mark(
          session, ThreadLocalRandom.current().nextLong(1, Long.MAX_VALUE), Set.of(), 0);
    }

    /// Whether that stands in a record which has been kept up by this stretch.
    boolean covers(long sessionOfRecord) {
      return sessionOfRecord == id || resumed.contains(sessionOfRecord);
    }
  }

  /// A tier that is not open yet.
  public Tier(TierSettings settings, Coherence coherence) {
    this.settings = settings;
    this.coherence = coherence;
    this.mark = Mark.of(coherence.session());
  }

  /// Of the stretch of the stream that counts now.
  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  Mark mark() {
    Mark known = mark;
    return known.session() == coherence.session() ? known : nextMark();
  }

  @SuppressWarnings("ReferenceEquality") // one object for each stretch
  private synchronized Mark nextMark() {
    StreamSession now = coherence.session();
    if (mark.session() != now) {
      mark = Mark.of(now);
    }
    return mark;
  }

  /// Records of earlier runs are as right as those of the stretch that counts now, which has told
  /// them of all changes so far.
  synchronized void resume(Checkpoint checkpoint) {
    Mark now = mark();
    mark = new Mark(now.session(), now.id(), checkpoint.sessions(), checkpoint.anchor().position());
  }

  boolean marksRemoved() {
    return settings.slot() != null;
  }

  /// Of the node's permanent slot; null where it has none.
  public @Nullable String slot() {
    return settings.slot();
  }

  Coherence coherence() {
    return coherence;
  }

  /// Null as long as it is not open.
  @Nullable TierStore store() {
    return store;
  }

  /// Opens it for that database; what is there of another one is deleted. Blocks.
  ///
  /// @return false when it was closed meanwhile
  /// @throws io.tiercel.cache.tier.TierException when the directory cannot be used
  synchronized boolean open(String identity) {
    if (isClosed) {
      return false;
    }
    TierStore former = store;
    if (former != null) {
      store = null;
      former.close();
    }
    store = TierStore.open(settings, identity, this::isHot);
    return true;
  }

  /// Guarded by this.
  private boolean isClosed;

  void layout(long layout, TieredRows<?, ?> rows) {
    byLayout.put(layout, rows);
  }

  @Nullable TieredRows<?, ?> rows(long layout) {
    return byLayout.get(layout);
  }

  /// What is in the heap is in use, though nobody has read it here; it is to be found after a
  /// restart.
  private boolean isHot(Stored record) {
    TieredRows<?, ?> rows = byLayout.get(record.layout());
    return rows != null && rows.isInHeap(record);
  }

  void hit() {
    hits.increment();
  }

  void verified(long isRight, long isWrong) {
    verified.add(isRight);
    refuted.add(isWrong);
  }

  void stamped(long count) {
    stamped.add(count);
  }

  /// What it holds and has done; null as long as it is not open.
  public @Nullable TieredStatistics statistics() {
    TierStore open = store;
    return open == null
        ? null
        : new TieredStatistics(
            open.statistics(),
            hits.sum(),
            verified.sum(),
            refuted.sum(),
            stamped.sum(),
            open.offReason());
  }

  /// Leaves its files for the next run. Idempotent.
  @Override
  public synchronized void close() {
    isClosed = true;
    TierStore open = store;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public String toString() {
    return "tier in " + settings.directory();
  }
}
