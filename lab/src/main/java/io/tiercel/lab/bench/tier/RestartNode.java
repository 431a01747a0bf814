package io.tiercel.lab.bench.tier;

import com.sun.management.OperatingSystemMXBean;
import io.tiercel.lab.bench.model.cached.StoredOrder;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;

/// A node with a tier in a JVM of its own. The first run reads all rows and ends; the next one
/// starts over what that has left, and tells when it serves it.
final class RestartNode {
  static final String FILL = "fill";
  static final String RESTART = "restart";

  private static final int SAMPLES = 20_000;
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
    var limit = new Awaited(LIMIT);
    try (var factory = settings.open()) {
      factory.createEntityManager().close();
      var rows = new StoredRows(factory, settings.rows());
      long opened = System.nanoTime();
      rows.fillTier(limit);
      NodeProcess.tell("fill seconds", (System.nanoTime() - opened) / NANOS);
      rows.stamp(limit);
      NodeProcess.tell("stamped seconds", (System.nanoTime() - opened) / NANOS);
      NodeProcess.tell("file bytes", rows.tier().store().fileBytes());
      NodeProcess.tell("index bytes", rows.tier().store().indexBytes());
    }
  }

  private void restart() {
    var limit = new Awaited(LIMIT);
    long start = System.nanoTime();
    double before = ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    NodeProcess.tell("jvm seconds", before);
    try (var factory = settings.open()) {
      factory.createEntityManager().close();
      NodeProcess.tell("follows seconds", (System.nanoTime() - start) / NANOS);
      var cache = NodeSettings.cache(factory);
      limit.until("the first row is a hit", () -> isHit(factory, 1));
      NodeProcess.tell("first seconds", (System.nanoTime() - start) / NANOS);
      limit.until("all rows are compared", cache::isTierVerified);
      NodeProcess.tell("all seconds", (System.nanoTime() - start) / NANOS);
      NodeProcess.tell("cpu seconds", cpuNanos() / NANOS);
      var tier = new StoredRows(factory, settings.rows()).tier();
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

  private static long cpuNanos() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
