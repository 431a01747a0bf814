package io.tiercel.lab.bench.jpa;

import com.sun.management.ThreadMXBean;
import io.tiercel.lab.bench.model.cached.CachedCustomer;
import io.tiercel.lab.bench.model.cached.CachedLine;
import io.tiercel.lab.bench.model.cached.CachedOrder;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// What a hit of the shared cache costs at each level of consistency: an EntityManager that finds a
/// stored order, touches its customer, and is closed. Levels take turns in rounds of one process.
/// Confined to one thread.
public final class CacheLevels implements AutoCloseable {
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
  private static final int WARM_UP = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final OpenUnit unit;
  private final EntityManagerFactory factory;

  /// What an EntityManager is made with.
  private enum Level {
    EVENTUAL("eventual", 1, ""),
    BOUNDED("bounded 5000 ms", 1, ""),
    /// As an EntityManager that has written: one that has not is served as by `eventual`.
    SESSION("session", 1, "tiercel.cache.token=1"),
    STRONG("strong", 100, ""),
    /// A transaction for each find: the first hit in it asks for the position of the log.
    SNAPSHOT("snapshot", 100, "tiercel.transaction.isolation=repeatable-read");

    final String value;

    /// A round has so many times fewer finds: each has a round trip.
    final int fewer;

    /// Another property with its value; empty for none.
    final String more;

    Level(String value, int fewer, String more) {
      this.value = value;
      this.fewer = fewer;
      this.more = more;
    }
  }

  /// What was measured, of an EntityManager with its find.
  ///
  /// @param cpuMicros of its thread, the median of the rounds
  /// @param micros by the clock, likewise
  /// @param bytes that its thread allocated, likewise
  public record Result(String level, double cpuMicros, double micros, double bytes) {
    @Override
    public String toString() {
      return "find at %-16s %8.2f µs, %6.2f µs of CPU, %,6.0f bytes"
          .formatted(level, micros, cpuMicros, bytes);
    }
  }

  /// @param endpoint of a database with the placed orders
  public CacheLevels(Endpoint endpoint) {
    unit =
        ProviderSettings.of(Peer.TIERCEL)
            .open(
                "tiercel-bench-levels",
                List.of(CachedOrder.class, CachedLine.class, CachedCustomer.class),
                endpoint,
                Map.of(
                    "tiercel.cache", "on",
                    "tiercel.cache.start-timeout", "30000"));
    factory = unit.factory();
  }

  /// Measures all levels.
  ///
  /// @param rounds that count
  /// @param finds in a round, of levels without a round trip
  public List<Result> measure(int rounds, int finds) {
    var samples = new EnumMap<Level, List<Result>>(Level.class);
    for (int round = -WARM_UP; round < rounds; round++) {
      for (var level : Level.values()) {
        var result = round(level, finds / level.fewer);
        if (round >= 0) {
          samples.computeIfAbsent(level, any -> new ArrayList<>()).add(result);
        }
      }
    }
    var results = new ArrayList<Result>();
    samples.forEach(
        (level, some) ->
            results.add(
                new Result(
                    level.value,
                    median(some.stream().mapToDouble(Result::cpuMicros).toArray()),
                    median(some.stream().mapToDouble(Result::micros).toArray()),
                    median(some.stream().mapToDouble(Result::bytes).toArray()))));
    return results;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  private Result round(Level level, int finds) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long cpu = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    for (int i = 0; i < finds; i++) {
      find(level, Task.cachedOrderId(i));
    }
    double units = finds * NANOS_PER_MICRO;
    return new Result(
        level.value,
        (THREADS.getCurrentThreadCpuTime() - cpu) / units,
        (System.nanoTime() - start) / units,
        (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) finds);
  }

  private void find(Level level, long id) {
    try (var em = factory.createEntityManager()) {
      em.setProperty("tiercel.cache.level", level.value);
      int equals = level.more.indexOf('=');
      if (equals > 0) {
        em.setProperty(level.more.substring(0, equals), level.more.substring(equals + 1));
      }
      if (level == Level.SNAPSHOT) {
        em.getTransaction().begin();
        check(em, id);
        em.getTransaction().commit();
      } else {
        check(em, id);
      }
    }
  }

  private static void check(EntityManager em, long id) {
    var order = em.find(CachedOrder.class, id);
    if (order.getId() != id || order.getCustomer().getName().isEmpty()) {
      throw new IllegalStateException("order %d was not found as it is".formatted(id));
    }
  }

  @Override
  public void close() {
    unit.close();
  }
}
