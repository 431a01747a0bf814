package io.tiercel.lab.bench.json;

import io.tiercel.lab.bench.result.Spread;
import io.tiercel.lab.bench.server.ServerCpu;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/// Measures contenders in interleaved rounds, after one to warm up: wall time, the server's CPU and
/// that of the calling thread. Confined to one thread.
final class Meter {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final ServerCpu server;
  private final int rounds;

  Meter(ServerCpu server, int rounds) {
    this.server = server;
    this.rounds = rounds;
  }

  /// What a contender does in a round. It checks its results.
  interface Work {
    void run() throws Exception;
  }

  /// @param units calls or rows of one run
  record Contender(String name, int units, Work work) {}

  /// Medians of a unit, nanoseconds.
  ///
  /// @param server NaN where the server's CPU cannot be read
  record Figures(double wall, double server, double client) {
    /// The server's CPU, or the wall where that is not known.
    double cost() {
      return Double.isNaN(server) ? wall : server;
    }
  }

  private record Sample(double wall, double server, double client) {}

  Map<String, Figures> measure(List<Contender> contenders) throws Exception {
    Map<String, List<Sample>> samples = new LinkedHashMap<>();
    for (int round = -1; round < rounds; round++) {
      for (int i = 0; i < contenders.size(); i++) {
        // Each round begins with another one: nobody is always first after a pause.
        Contender contender = contenders.get(Math.floorMod(round + i, contenders.size()));
        Sample sample = sample(contender);
        if (round >= 0) {
          samples.computeIfAbsent(contender.name, _ -> new ArrayList<>()).add(sample);
        }
      }
    }
    Map<String, Figures> figures = new LinkedHashMap<>();
    for (Contender contender : contenders) {
      List<Sample> all = samples.getOrDefault(contender.name, List.of());
      figures.put(
          contender.name,
          new Figures(
              median(all, Sample::wall), median(all, Sample::server), median(all, Sample::client)));
    }
    return figures;
  }

  private static double median(List<Sample> samples, ToDoubleFunction<Sample> figure) {
    return Spread.of(samples.stream().mapToDouble(figure)).median();
  }

  private Sample sample(Contender contender) throws Exception {
    OptionalLong serverBefore = server.nanos();
    long clientBefore = THREADS.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    contender.work.run();
    double wall = System.nanoTime() - start;
    double client = THREADS.getCurrentThreadCpuTime() - clientBefore;
    OptionalLong serverAfter = server.nanos();
    double used =
        serverBefore.isEmpty() || serverAfter.isEmpty()
            ? Double.NaN
            : serverAfter.getAsLong() - serverBefore.getAsLong();
    double units = contender.units;
    return new Sample(wall / units, used / units, client / units);
  }

  /// A line for people.
  static String line(String name, Figures figures, String unit) {
    return "%-44s %10s µs server, %10s µs client, %10s µs wall a %s"
        .formatted(
            name,
            Finding.figure(figures.server / 1e3),
            Finding.figure(figures.client / 1e3),
            Finding.figure(figures.wall / 1e3),
            unit);
  }

  static List<String> lines(Map<String, Figures> figures, String unit) {
    List<String> lines = new ArrayList<>();
    figures.forEach((name, all) -> lines.add(line(name, all, unit)));
    return lines;
  }

  static void requireEqual(long expected, long actual, String what) {
    if (expected != actual) {
      throw new IllegalStateException("%s: %d instead of %d".formatted(what, actual, expected));
    }
  }
}
