package io.tiercel.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Measures what code allocates, exactly and whatever the collector does meanwhile. Safe for any
/// thread.
public final class AllocatedBytes {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private AllocatedBytes() {}

  /// All bytes that the calling platform thread has allocated so far.
  public static long ofCurrentThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
