package io.tiercel.jpa.load;

import io.tiercel.cache.CachedValue;
import io.tiercel.cache.RowRegion;
import io.tiercel.cache.coherence.Coherence;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.jpa.row.Keys;
import io.tiercel.jpa.shared.CachedRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The rows of a stored collection's elements, kept beside it once it is served again and again.
/// Safe for any thread: what threads do at once to its counts may be lost.
final class Gathering {
  static final int BYTES = 24;
  private static final int MAX_ELEMENTS = 256;
  private static final int MAX_PATIENCE = 64;

  private volatile @Nullable GatheredRows rows;

  /// After how many more hits the rows are gathered.
  private int due = 1;

  /// How many hits that takes after they have changed: twice as many each time, for rows that
  /// change all the time are not worth it.
  private int patience = 1;

  /// What was gathered last; null for nothing. Whether it is current has to be asked.
  @Nullable GatheredRows rows() {
    return rows;
  }

  /// These are not current.
  @SuppressWarnings("ReferenceEquality") // those very rows
  void end(GatheredRows ended) {
    if (rows == ended) {
      rows = null;
      patience = Math.min(2 * patience, MAX_PATIENCE);
      due = patience;
    }
  }

  /// The elements were looked up one by one. Whether they are to be gathered now.
  boolean isDue(int elements) {
    return rows == null && elements > 0 && elements <= MAX_ELEMENTS && --due < 0;
  }

  /// Looks all elements up once more, with what may happen to them.
  ///
  /// @param found what was found just now
  /// @return whether they are here now
  @SuppressWarnings("ReferenceEquality") // the very rows that were looked at
  boolean gather(
      Coherence coherence, RowRegion region, List<Object> ids, @Nullable CachedRow[] found) {
    var reads = new ReadSet.Recorder(coherence);
    CachedRow[] all = new CachedRow[found.length];
    for (int i = 0; i < found.length; i++) {
      CachedValue row = region.read(reads, Keys.normal(ids.get(i)));
      if (!(row instanceof CachedRow stored) || stored != found[i]) {
        due = patience;
        return false;
      }
      all[i] = stored;
    }
    rows = new GatheredRows(all, reads.done());
    return true;
  }

  int bytes() {
    GatheredRows now = rows;
    return now == null ? BYTES : BYTES + now.bytes();
  }
}
