package io.tiercel.jpa.querycache;

import io.tiercel.cache.CachedValue;
import io.tiercel.jpa.mapping.EntityMapping;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// An entity of which all rows are to be kept, so that queries are answered by looking at them.
/// Safe for any number of threads.
///
/// Which ids there are is kept as a stored result: it ends when a row is inserted or deleted. The
/// rows are those of the row cache. When too much of it has gone, all is read anew, but not before
/// the database was asked so often that reading cost no more than that: inserts that never end must
/// not turn each query into one that reads the table.
final class WholeTable {
  private static final System.Logger LOG = System.getLogger("io.tiercel.jpa");

  /// How many rows are read at about the cost of a query.
  private static final int ROWS_OF_A_QUERY = 100;

  /// Of the room for rows the table may take so many eighths.
  private static final int MAX_EIGHTHS = 6;

  private final EntityMapping entity;
  private final long maxBytes;
  private final AtomicLong asked = new AtomicLong();

  /// How many there were when they were last read; negative before.
  private volatile long rows = -1;

  private volatile boolean isTooLarge;

  /// @param bytes the room for the rows of all entities
  WholeTable(EntityMapping entity, long bytes) {
    this.entity = entity;
    this.maxBytes = bytes / 8 * MAX_EIGHTHS;
  }

  /// The key of its ids among the stored results.
  record Ids(String entityName) {}

  /// Its ids, as a persistence context has them. Immutable.
  record Members(List<Object> ids, int bytes) implements CachedValue {
    private static final int OF_ITSELF = 64;
    private static final int OF_AN_ID = 28;

    Members(List<Object> ids) {
      this(List.copyOf(ids), OF_ITSELF + OF_AN_ID * ids.size());
    }
  }

  Ids ids() {
    return new Ids(entity.entityName());
  }

  /// A query finds that not all is there: whether it is to read all.
  boolean isDue() {
    return !isTooLarge && (rows < 0 || asked.incrementAndGet() * ROWS_OF_A_QUERY >= rows);
  }

  /// All was read.
  ///
  /// @param bytes of the heap that the rows take
  /// @return whether there is room for that
  boolean fits(long count, long bytes) {
    rows = count;
    asked.set(0);
    if (bytes <= maxBytes) {
      return true;
    }
    isTooLarge = true;
    LOG.log(
        Level.WARNING,
        () ->
            "entity %s is not kept whole: its %d rows take %d bytes, of tiercel.cache.bytes it may have %d\nHint: raise tiercel.cache.bytes, or take it out of tiercel.cache.whole."
                .formatted(entity, count, bytes, maxBytes));
    return false;
  }

  @Override
  public String toString() {
    return entity.entityName();
  }
}
