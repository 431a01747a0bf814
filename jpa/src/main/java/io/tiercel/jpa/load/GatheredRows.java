package io.tiercel.jpa.load;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.ReadSet;
import io.tiercel.cache.coherence.Source;
import io.tiercel.jpa.shared.CachedRow;
import org.jspecify.annotations.Nullable;

/// The rows of a collection's elements, in their order, with what tells whether anything has
/// happened to one of them: as long as nothing has, none has to be looked up. Safe for any thread.
final class GatheredRows implements Source<Object, GatheredRows> {
  private static final int OF_ITSELF = 160;

  /// The reference, and what the read set has of it.
  private static final int OF_A_ROW = 24;

  private final CachedRow[] rows;
  private final ReadSet reads;
  private final Entry<GatheredRows> entry;
  private final int bytes;

  /// @param rows from now on nobody's but its own
  GatheredRows(CachedRow[] rows, ReadSet reads) {
    this.rows = rows;
    this.reads = reads;
    this.entry = reads.entry(this);
    int sum = OF_ITSELF;
    for (CachedRow row : rows) {
      // They may have gone from among the rows for want of room.
      sum += OF_A_ROW + row.bytes();
    }
    this.bytes = sum;
  }

  int size() {
    return rows.length;
  }

  CachedRow get(int index) {
    return rows[index];
  }

  boolean isCurrent() {
    return reads.isCurrent();
  }

  int bytes() {
    return bytes;
  }

  @Override
  public @Nullable Entry<GatheredRows> entry(Object any) {
    return reads.isCurrent() ? entry : null;
  }

  /// Inside of REPEATABLE READ each row is looked up.
  @Override
  public boolean isUnchangedSince(Object any, Fill fill) {
    return false;
  }
}
