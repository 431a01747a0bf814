package io.tiercel.lab.bench.jpa;

import io.tiercel.lab.bench.model.cached.CachedCustomer;
import io.tiercel.lab.bench.model.cached.CachedLine;
import io.tiercel.lab.bench.model.cached.CachedOrder;
import io.tiercel.lab.bench.server.ServerCpu;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/// For how long the shared cache goes on to serve a row after somebody whom it does not know was
/// told that his change of it is committed, while others commit at a rate. Confined to one thread.
public final class CacheLag implements AutoCloseable {
  private static final int WRITERS = 8;
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final long LOOK_NANOS = 20_000;
  private static final long PAUSE_NANOS = 3_000_000;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final Pattern VIRTUAL =
      Pattern.compile("^(ForkJoinPool-1-worker|VirtualThread-|(Read|Write|Master)-Poller)");
  private static final String WALSENDER =
      "select active_pid from pg_replication_slots where active and database = ?";
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
  /// @param cpu that following took
  public record Result(
      int asked, double reached, int samples, double p50, double p99, double max, Cpu cpu) {
    @Override
    public String toString() {
      return "lag at %,6d tx/s (reached %,.0f): p50 %.2f ms, p99 %.2f ms, longest %.2f ms of %,d; %s"
          .formatted(asked, reached, p50, p99, max, samples, cpu);
    }
  }

  /// Microseconds on a CPU for each transaction.
  ///
  /// @param node of the follower's threads in this JVM
  /// @param walsender of the server's process that sends the stream; negative where it is not known
  public record Cpu(double node, double walsender) {
    @Override
    public String toString() {
      String server = walsender < 0 ? "" : ", %.0f µs of the walsender".formatted(walsender);
      return "CPU a transaction: %.0f µs of the follower%s".formatted(node, server);
    }
  }

  /// Its threads are virtual ones, as nobody else's are in this JVM while it is measured: so what
  /// carries them is theirs.
  private static long carriersNanos() {
    var bean = ManagementFactory.getThreadMXBean();
    long sum = 0;
    for (var thread : bean.getThreadInfo(bean.getAllThreadIds())) {
      if (thread != null && VIRTUAL.matcher(thread.getThreadName()).find()) {
        sum += Math.max(0, bean.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return sum;
  }

  private OptionalLong walsenderNanos(Connection connection) throws SQLException {
    try (var select = connection.prepareStatement(WALSENDER)) {
      select.setString(1, endpoint.database());
      try (var row = select.executeQuery()) {
        return row.next() ? ServerCpu.nanosOf(row.getLong(1)) : OptionalLong.empty();
      }
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
    long[] lags;
    Cpu cpu;
    try (var connection = connect()) {
      long node = carriersNanos();
      var walsender = walsenderNanos(connection);
      lags = sample(start + duration.toNanos());
      double transactions = (commits.sum() + lags.length) * NANOS_PER_MICRO;
      var walsenderNow = walsenderNanos(connection);
      cpu =
          new Cpu(
              (carriersNanos() - node) / transactions,
              walsender.isEmpty() || walsenderNow.isEmpty()
                  ? -1
                  : (walsenderNow.getAsLong() - walsender.getAsLong()) / transactions);
    } finally {
      isOver = true;
    }
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
        percentile(lags, 1),
        cpu);
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
