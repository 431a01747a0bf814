package io.tiercel.lab.bench.tier;

import io.tiercel.cache.tier.TierStatistics;
import io.tiercel.lab.bench.model.cached.StoredOrder;
import jakarta.persistence.EntityManagerFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/// A node that has stored rows, in the heap or in its tier, while one thread does what applications
/// do to the heap and another one finds stored rows, each of which is checked. A JVM of its own.
final class PauseNode {
  private static final Duration LIMIT = Duration.ofMinutes(8);

  /// What the thread that allocates keeps for a while: about 20 MB.
  private static final int KEPT = 20_000;

  private static final int PARTS = 8;
  private static final int PART_BYTES = 96;
  private static final double NANOS_PER_SECOND = 1e9;

  private final NodeSettings settings;
  private final @Nullable Object[] kept = new Object[KEPT];
  private volatile boolean isOver;

  private PauseNode(NodeSettings settings) {
    this.settings = settings;
  }

  /// For [NodeProcess]: the settings, then for how many seconds it is measured.
  public static void main(String[] arguments) throws Exception {
    var all = Arrays.asList(arguments);
    new PauseNode(NodeSettings.of(all)).run(Duration.ofSeconds(Long.parseLong(all.getLast())));
  }

  private void run(Duration duration) throws Exception {
    var limit = new Awaited(LIMIT);
    try (var factory = settings.open()) {
      factory.createEntityManager().close();
      long before = liveBytes();
      var rows = new StoredRows(factory, settings.rows());
      if (settings.directory() == null) {
        rows.fillHeap(limit);
      } else {
        rows.fillTier(limit);
        // So that this is not measured with the rest.
        rows.stamp(limit);
        TierStatistics store = rows.tier().store();
        NodeProcess.tell("index bytes", store.indexBytes());
        NodeProcess.tell("file bytes", store.fileBytes());
      }
      NodeProcess.tell("heap bytes", liveBytes() - before);
      measure(factory, duration);
    }
  }

  private void measure(EntityManagerFactory factory, Duration duration) throws Exception {
    try (var pauses = new Pauses()) {
      long start = System.nanoTime();
      var allocating = start("application", this::allocate);
      var finding = start("finds", () -> find(factory));
      Thread.sleep(duration);
      isOver = true;
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      NodeProcess.tell("units", allocating.get() / seconds);
      NodeProcess.tell("finds", finding.get() / seconds);
      pauses.stop("");
    }
  }

  private static FutureTask<Long> start(String name, Callable<Long> work) {
    var task = new FutureTask<>(work);
    Thread.ofPlatform().name(name).daemon().start(task);
    return task;
  }

  /// Objects that live for some collections, and refer to others.
  private long allocate() {
    long units = 0;
    while (!isOver) {
      var unit = new ArrayList<byte[]>();
      for (int i = 0; i < PARTS; i++) {
        unit.add(new byte[PART_BYTES]);
      }
      kept[(int) (units % KEPT)] = unit;
      units++;
    }
    return units;
  }

  private long find(EntityManagerFactory factory) {
    var random = new SplittableRandom(1);
    long finds = 0;
    while (!isOver) {
      long id = random.nextLong(settings.rows()) + 1;
      try (var em = factory.createEntityManager()) {
        var order = em.find(StoredOrder.class, id);
        if (order == null || order.getId() != id || !order.getNote().endsWith("." + id)) {
          throw new IllegalStateException("order %d is not what it should be".formatted(id));
        }
      }
      finds++;
    }
    return finds;
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
