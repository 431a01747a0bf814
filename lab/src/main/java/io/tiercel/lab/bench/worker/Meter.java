package io.tiercel.lab.bench.worker;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.tiercel.lab.bench.workload.Contestant;
import io.tiercel.lab.bench.workload.Milestones;
import io.tiercel.lab.bench.workload.Task;
import java.lang.management.ManagementFactory;

/// Runs a task and reads the JVM's own clocks around it.
final class Meter {
  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  private Meter() {}

  static Measurement measure(Contestant contestant, Task task, int units) throws Exception {
    long bytes = THREADS.getTotalThreadAllocatedBytes();
    long cpu = SYSTEM.getProcessCpuTime();
    long start = System.nanoTime();
    var first = new FirstRow(start);
    var tally = contestant.run(task, units, first);
    long nanos = System.nanoTime() - start;
    return new Measurement(
        tally,
        nanos,
        SYSTEM.getProcessCpuTime() - cpu,
        THREADS.getTotalThreadAllocatedBytes() - bytes,
        first.nanos,
        0);
  }

  static Measurement measureHeap(Contestant contestant, Task task, int units) throws Exception {
    long before = liveHeapBytes();
    var half = new HalfwayHeap(before);
    var tally = contestant.run(task, units, half);
    return new Measurement(tally, 0, 0, 0, Double.NaN, half.bytes);
  }

  /// When the first row was there. The reading thread may be another; what it wrote is seen when
  /// its work is handed over.
  private static final class FirstRow implements Milestones {
    private final long start;
    private double nanos = Double.NaN;

    FirstRow(long start) {
      this.start = start;
    }

    @Override
    public void firstRow() {
      nanos = System.nanoTime() - start;
    }

    @Override
    public void halfway() {}
  }

  private static final class HalfwayHeap implements Milestones {
    private final long before;
    private long bytes;

    HalfwayHeap(long before) {
      this.before = before;
    }

    @Override
    public void firstRow() {}

    @Override
    public void halfway() {
      bytes = liveHeapBytes() - before;
    }
  }

  private static long liveHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
