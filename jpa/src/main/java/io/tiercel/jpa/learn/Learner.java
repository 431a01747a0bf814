package io.tiercel.jpa.learn;

import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;

/// What one factory learns. Safe for any number of threads.
public final class Learner {
  private final Queue<ReadSite<?>> sites = new ConcurrentLinkedQueue<>();

  /// Knows nothing.
  public Learner() {}

  /// A kind of read to learn of.
  ///
  /// @param name for people
  /// @param planner makes of paths what readers are given
  public <P> ReadSite<P> site(String name, Function<Set<String>, P> planner) {
    ReadSite<P> site = new ReadSite<>(name, planner);
    sites.add(site);
    return site;
  }

  /// What has been learned so far: the paths that reads carry, by the names of their kinds.
  public Map<String, Set<String>> learned() {
    Map<String, Set<String>> learned = new TreeMap<>();
    for (ReadSite<?> site : sites) {
      Set<String> carried = site.carried();
      if (!carried.isEmpty()) {
        learned.put(site.name(), carried);
      }
    }
    return learned;
  }
}
