package io.tiercel.lab.bench.tier;

import com.sun.management.OperatingSystemMXBean;
import io.tiercel.cache.SharedCache;
import io.tiercel.cache.tiered.TieredStatistics;
import io.tiercel.lab.bench.model.cached.StoredOrder;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// A node with a tier in a JVM of its own. The first run reads all rows and ends; the next one
/// starts over what that has left, and tells when it serves it.
final class RestartNode {
  static final String FILL = "fill";
  static final String RESTART = "restart";

  private static final int PAGE = 10_000;
  private static final int SAMPLES = 20_000;
  private static final long LOOK_NANOS = 500_000;
  private static final Duration STAMPED = Duration.ofSeconds(10);
  private static final Duration LIMIT = Duration.ofMinutes(4);
  private static final double NANOS = 1e9;

  private final NodeSettings settings;

  private RestartNode(NodeSettings settings) {
    this.settings = settings;
  }

  /// For [NodeProcess].
  public static void main(String[] arguments) {
    var all = Arrays.asList(arguments);
    var node = new RestartNode(NodeSettings.of(all));
    if (all.getLast().equals(FILL)) {
      node.fill();
    } else {
      node.restart();
    }
  }

  private void fill() {
    long start = System.nanoTime();
    try (var factory = settings.open()) {
      factory.createEntityManager().close();
      var cache = NodeSettings.cache(factory);
      await("the tier is open", cache::isTierVerified);
      long opened = System.nanoTime();
      // Rows that somebody changes just then are not stored at first.
      while (tier(cache).store().rows() < settings.rows()) {
        require(System.nanoTime() - start < LIMIT.toNanos(), "the rows are stored");
        readAll(factory);
      }
      NodeProcess.tell("fill seconds", (System.nanoTime() - opened) / NANOS);
      // A stream that was lost meanwhile leaves rows without a stamp, and forgets them.
      while (!comes(STAMPED, () -> tier(cache).stamped() >= settings.rows())) {
        require(System.nanoTime() - start < LIMIT.toNanos(), "the rows are stamped");
        readAll(factory);
      }
      NodeProcess.tell("stamped seconds", (System.nanoTime() - opened) / NANOS);
      NodeProcess.tell("file bytes", tier(cache).store().fileBytes());
      NodeProcess.tell("index bytes", tier(cache).store().indexBytes());
    }
  }

  private void readAll(EntityManagerFactory factory) {
    for (long from = 0; from < settings.rows(); from += PAGE) {
      try (var em = factory.createEntityManager()) {
        var unused =
            em.createQuery(
                    "select o from StoredOrder o where o.id > :from and o.id <= :upTo",
                    StoredOrder.class)
                .setParameter("from", from)
                .setParameter("upTo", from + PAGE)
                .getResultList();
      }
    }
  }

  private void restart() {
    long start = System.nanoTime();
    double before = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    NodeProcess.tell("jvm seconds", before);
    try (var factory = settings.open()) {
      factory.createEntityManager().close();
      NodeProcess.tell("follows seconds", (System.nanoTime() - start) / NANOS);
      var cache = NodeSettings.cache(factory);
      await("the first row is a hit", () -> isHit(factory, 1));
      NodeProcess.tell("first seconds", (System.nanoTime() - start) / NANOS);
      await("all rows are compared", cache::isTierVerified);
      NodeProcess.tell("all seconds", (System.nanoTime() - start) / NANOS);
      NodeProcess.tell("cpu seconds", cpuNanos() / NANOS);
      var tier = tier(cache);
      NodeProcess.tell("found", tier.store().found());
      NodeProcess.tell("verified", tier.verified());
      NodeProcess.tell("hits", hits(factory));
      NodeProcess.tell("sampled", SAMPLES);
    }
  }

  private int hits(EntityManagerFactory factory) {
    var random = new Random(1);
    int hits = 0;
    for (int i = 0; i < SAMPLES; i++) {
      hits += isHit(factory, random.nextInt(settings.rows()) + 1L) ? 1 : 0;
    }
    return hits;
  }

  private static boolean isHit(EntityManagerFactory factory, long id) {
    return factory.getCache().contains(StoredOrder.class, id);
  }

  private static TieredStatistics tier(SharedCache cache) {
    return Objects.requireNonNull(cache.tier(), "the tier is open");
  }

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }

  private static void await(String what, BooleanSupplier holds) {
    require(comes(LIMIT, holds), what);
  }

  private static boolean comes(Duration limit, BooleanSupplier holds) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    return true;
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(
          "it did not come to this within %d s: %s".formatted(LIMIT.toSeconds(), what));
    }
  }
}
