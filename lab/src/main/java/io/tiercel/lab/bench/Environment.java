package io.tiercel.lab.bench;

import io.tiercel.lab.bench.worker.WorkerProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// Where figures come from: without it they mean nothing.
final class Environment {
  private static final long GIGABYTE = 1 << 30;

  private Environment() {}

  /// Machine and JVM, by name.
  static Map<String, String> describe() {
    var description = new LinkedHashMap<String, String>();
    description.put(
        "machine",
        "%s, %d cores, %d GB"
            .formatted(processor(), Runtime.getRuntime().availableProcessors(), memoryGigabytes()));
    description.put(
        "system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    description.put(
        "jvm",
        System.getProperty("java.vm.name")
            + " "
            + Runtime.version()
            + ", one a peer with "
            + String.join(" ", WorkerProcess.JVM_FLAGS));
    return description;
  }

  private static String processor() {
    try (var lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }

  private static long memoryGigabytes() {
    var system =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return Math.round(system.getTotalMemorySize() / (double) GIGABYTE);
  }
}
