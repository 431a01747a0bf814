package io.tiercel.lab.bench.tier;

import io.tiercel.cache.SharedCache;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.lab.bench.model.cached.StoredOrder;
import jakarta.persistence.EntityManagerFactory;
import java.time.Duration;
import java.util.Objects;

/// The rows of [StoredOrders] in a node's cache. For one thread.
final class StoredRows {
  private static final int PAGE = 10_000;
  private static final Duration STAMPED = Duration.ofSeconds(10);

  private final EntityManagerFactory factory;
  private final SharedCache cache;
  private final int rows;

  /// @param rows that are read, by their ids from 1 on
  StoredRows(EntityManagerFactory factory, int rows) {
    this.factory = factory;
    this.rows = rows;
    cache = NodeSettings.cache(factory);
  }

  TieredStatistics tier() {
    return Objects.requireNonNull(cache.tier(), "the tier is open");
  }

  /// Reads until all are in the heap.
  void fillHeap(Awaited limit) {
    while (cache.rows() < rows) {
      limit.check("the rows are stored");
      readAll();
    }
  }

  /// Reads until all are in the tier.
  void fillTier(Awaited limit) {
    limit.until("the tier is open", cache::isTierVerified);
    // Rows that somebody changes just then are not stored at first.
    while (tier().store().rows() < rows) {
      limit.check("the rows are stored");
      readAll();
    }
  }

  /// Waits until a later run would find all of them.
  void stamp(Awaited limit) {
    // A stream that was lost meanwhile leaves rows without a stamp, and forgets them.
    while (!Awaited.comes(STAMPED, () -> tier().stamped() >= rows)) {
      limit.check("the rows are stamped");
      readAll();
    }
  }

  private void readAll() {
    for (long from = 0; from < rows; from += PAGE) {
      try (var em = factory.createEntityManager()) {
        var unused =
            em.createQuery(
                    "select o from StoredOrder o where o.id > :from and o.id <= :upTo",
                    StoredOrder.class)
                .setParameter("from", from)
                .setParameter("upTo", Math.min(from + PAGE, rows))
                .getResultList();
      }
    }
  }
}
