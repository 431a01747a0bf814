package io.tiercel.lab.bench.tier;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/// One thread inserts sequential keys into an empty store, another one reads any of those that were
/// acknowledged. Every value that is read is checked, and in the end all of them. A JVM of its own
/// for each store; a smaller store is filled before, to warm up.
final class InsertNode {
  static final String TIER = "tier";
  static final String BERKELEY = "berkeley";

  private static final int WARM_UP_ROWS = 200_000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  private final String kind;
  private final Path directory;
  private final SampleValues values = new SampleValues();

  /// Written by the writer alone.
  private volatile long acknowledged;

  private volatile boolean isOver;

  private InsertNode(String kind, Path directory) {
    this.kind = kind;
    this.directory = directory;
  }

  /// For [NodeProcess]: the kind, the directory, the number of rows.
  public static void main(String[] arguments) throws Exception {
    String kind = arguments[0];
    Path directory = Path.of(arguments[1]);
    int rows = Integer.parseInt(arguments[2]);
    new InsertNode(kind, directory.resolve("warm-up")).fill(Math.min(rows, WARM_UP_ROWS));
    System.gc();
    try (var pauses = new Pauses()) {
      Figures figures = new InsertNode(kind, directory.resolve("measured")).fill(rows);
      pauses.stop("");
      figures.tell();
    }
  }

  /// What was measured.
  private record Figures(double insertsASecond, double readsASecond, double cpuMicros, long bytes) {
    void tell() {
      NodeProcess.tell("inserts", insertsASecond);
      NodeProcess.tell("reads", readsASecond);
      NodeProcess.tell("cpu", cpuMicros);
      NodeProcess.tell("disk", bytes);
    }
  }

  private InsertedStore open(int rows) throws IOException {
    Files.createDirectories(directory);
    return switch (kind) {
      case TIER -> new TierInserts(directory, rows);
      case BERKELEY -> new BerkeleyInserts(directory);
      default -> throw new IllegalArgumentException(kind);
    };
  }

  private Figures fill(int rows) throws Exception {
    try (var store = open(rows)) {
      var reading = start(() -> read(store));
      long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
      long start = System.nanoTime();
      try {
        for (long key = 1; key <= rows; key++) {
          store.put(key, values.of(key));
          acknowledged = key;
        }
      } finally {
        isOver = true;
      }
      double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
      cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
      long reads = reading.get();
      for (long key = 1; key <= rows; key++) {
        values.check(key, store.get(key));
      }
      if (store.get(rows + 1L) != null) {
        throw new IllegalStateException("a key was found that nobody has put");
      }
      return new Figures(
          rows / seconds,
          reads / seconds,
          cpu / NANOS_PER_MICRO / rows,
          Directories.bytes(directory));
    }
  }

  private static FutureTask<Long> start(Callable<Long> work) {
    var task = new FutureTask<>(work);
    Thread.ofPlatform().name("reader").daemon().start(task);
    return task;
  }

  private long read(InsertedStore store) {
    var random = new SplittableRandom(1);
    long reads = 0;
    while (!isOver) {
      long upTo = acknowledged;
      if (upTo == 0) {
        Thread.onSpinWait();
        continue;
      }
      long key = random.nextLong(upTo) + 1;
      values.check(key, store.get(key));
      reads++;
    }
    return reads;
  }
}
