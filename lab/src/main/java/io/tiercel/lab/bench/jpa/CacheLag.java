package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.cached.CachedCustomer;
import io.tiercel.lab.bench.model.cached.CachedLine;
import io.tiercel.lab.bench.model.cached.CachedOrder;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManagerFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/// For how long the shared cache goes on to serve a row after somebody whom it does not know was
/// told that his change of it is committed, while others commit at a rate. Confined to one thread.
public final class CacheLag implements AutoCloseable {
  private static final int WRITERS = 8;
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = 20_000;
  private static final long PAUSE_NANOS = 3_000_000;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final String UPDATE = "update placed_order set version = version + 1 where id = ?";

  private final Endpoint endpoint;
  private final OpenUnit unit;
  private final EntityManagerFactory factory;
  private volatile boolean isOver;

  /// @param endpoint of a database with the placed orders
  public CacheLag(Endpoint endpoint) {
    this.endpoint = endpoint;
    unit =
        ProviderSettings.of(Peer.TIERCEL)
            .open(
                "tiercel-bench-lag",
                List.of(CachedOrder.class, CachedLine.class, CachedCustomer.class),
                endpoint,
                Map.of(
                    "tiercel.cache", "on",
                    "tiercel.cache.level", "eventual",
                    "tiercel.cache.start-timeout", "30000"));
    factory = unit.factory();
  }

  /// What was measured.
  ///
  /// @param asked transactions a second of the others
  /// @param reached what they came to
  /// @param p50 of the lags, milliseconds
  public record Result(int asked, double reached, int samples, double p50, double p99, double max) {
    @Override
    public String toString() {
      return "lag at %,6d tx/s (reached %,.0f): p50 %.2f ms, p99 %.2f ms, longest %.2f ms of %,d"
          .formatted(asked, reached, p50, p99, max, samples);
    }
  }

  /// Measures for that long.
  public Result at(int rate, Duration duration) throws SQLException, InterruptedException {
    isOver = false;
    var commits = new LongAdder();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      threads.add(Thread.ofPlatform().start(() -> write(writer, rate, commits)));
    }
    long start = System.nanoTime();
    var lags = sample(start + duration.toNanos());
    isOver = true;
    double seconds = (System.nanoTime() - start) / 1e9;
    for (var thread : threads) {
      thread.join(LIMIT);
    }
    Arrays.sort(lags);
    return new Result(
        rate,
        commits.sum() / seconds,
        lags.length,
        percentile(lags, 0.5),
        percentile(lags, 0.99),
        percentile(lags, 1));
  }

  private static double percentile(long[] sorted, double share) {
    return sorted[(int) Math.min(sorted.length - 1L, (long) (share * sorted.length))]
        / NANOS_PER_MILLI;
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(endpoint.pgjdbcUrl(), endpoint.user(), endpoint.password());
  }

  /// Rows beyond those that are sampled, at its part of the rate.
  private void write(int writer, int rate, LongAdder commits) {
    try (var connection = connect();
        var update = connection.prepareStatement(UPDATE)) {
      long start = System.nanoTime();
      long period = 1_000_000_000L * WRITERS / rate;
      for (long i = 0; !isOver; i++) {
        LockSupport.parkNanos(start + i * period - System.nanoTime());
        long others = Task.PLACED_ORDERS - Task.CACHED_ORDERS;
        update.setLong(1, Task.CACHED_ORDERS + 1 + (i * WRITERS + writer) % others);
        update.executeUpdate();
        commits.increment();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a writer failed", e);
    }
  }

  private long[] sample(long end) throws SQLException {
    var lags = new ArrayList<Long>();
    try (var connection = connect();
        var update = connection.prepareStatement(UPDATE)) {
      for (int i = 0; System.nanoTime() < end || lags.isEmpty(); i++) {
        long id = Task.cachedOrderId(i);
        store(id);
        update.setLong(1, id);
        update.executeUpdate();
        lags.add(awaitGone(id));
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
    return lags.stream().mapToLong(Long::longValue).toArray();
  }

  private void store(long id) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!isStored(id)) {
      require(System.nanoTime() < deadline, "order %d is not cached".formatted(id));
      try (var em = factory.createEntityManager()) {
        var unused = em.find(CachedOrder.class, id);
      }
    }
  }

  private boolean isStored(long id) {
    return factory.getCache().contains(CachedOrder.class, id);
  }

  private long awaitGone(long id) {
    long start = System.nanoTime();
    while (isStored(id)) {
      require(System.nanoTime() - start < LIMIT.toNanos(), "the change is not seen");
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return System.nanoTime() - start;
  }

  private static void require(boolean holds, String failure) {
    if (!holds) {
      throw new IllegalStateException(failure + " within " + LIMIT.toSeconds() + " s");
    }
  }

  @Override
  public void close() {
    unit.close();
  }
}
