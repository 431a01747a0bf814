package io.tiercel.lab.bench.worker;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.tiercel.lab.bench.workload.Contestant;
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
    var tally = contestant.run(task, units, () -> {});
    long nanos = System.nanoTime() - start;
    return new Measurement(
        tally,
        nanos,
        SYSTEM.getProcessCpuTime() - cpu,
        THREADS.getTotalThreadAllocatedBytes() - bytes,
        0);
  }

  static Measurement measureHeap(Contestant contestant, Task task, int units) throws Exception {
    long before = liveHeapBytes();
    var live = new long[1];
    var tally = contestant.run(task, units, () -> live[0] = liveHeapBytes() - before);
    return new Measurement(tally, 0, 0, 0, live[0]);
  }

  private static long liveHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
