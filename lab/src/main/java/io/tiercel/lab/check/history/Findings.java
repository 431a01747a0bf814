package io.tiercel.lab.check.history;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// How often each anomaly was seen, with the first few told in full. Confined to one thread.
public final class Findings {
  private static final int TOLD = 20;

  private final Map<Anomaly, Long> counts = new EnumMap<>(Anomaly.class);
  private final List<String> examples = new ArrayList<>();

  /// None yet.
  public Findings() {}

  /// One more.
  public void add(Anomaly anomaly, String example) {
    counts.merge(anomaly, 1L, Long::sum);
    if (examples.size() < TOLD) {
      examples.add(anomaly.label() + ": " + example);
    }
  }

  /// All of another's.
  public void addAll(Findings other) {
    other.counts.forEach((anomaly, count) -> counts.merge(anomaly, count, Long::sum));
    other.examples.stream().limit(Math.max(0, TOLD - examples.size())).forEach(examples::add);
  }

  /// How often that one was seen.
  public long count(Anomaly anomaly) {
    return counts.getOrDefault(anomaly, 0L);
  }

  /// How many in all.
  public long total() {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /// The first few.
  public List<String> examples() {
    return List.copyOf(examples);
  }

  @Override
  public String toString() {
    return counts.isEmpty() ? "none" : counts.toString();
  }
}
