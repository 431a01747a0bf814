package io.tiercel.cache.coherence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Runs a simulation in every order its processes' steps can have, each state once; or in orders
/// drawn by lot, where there are too many.
public final class Explorer {
  private final Supplier<? extends Explored> start;
  private final Set<String> seen = new HashSet<>();
  private int ends;
  private long hits;

  public Explorer(Supplier<? extends Explored> start) {
    this.start = start;
  }

  /// The first violation with the order that led to it, null when there is none.
  public @Nullable String everyOrder() {
    List<int[]> open = new ArrayList<>(List.of(new int[0]));
    while (!open.isEmpty()) {
      int[] order = open.removeLast();
      boolean goesOn = false;
      int processes = replayed(order).processes().size();
      for (int next = 0; next < processes; next++) {
        Explored simulation = replayed(order);
        if (!simulation.processes().get(next).step()) {
          continue;
        }
        goesOn = true;
        String violation = simulation.violation();
        hits += simulation.hits();
        int[] longer = Arrays.copyOf(order, order.length + 1);
        longer[order.length] = next;
        if (violation != null) {
          return violation + " after " + Arrays.toString(longer);
        }
        if (seen.add(simulation.state())) {
          open.add(longer);
        }
      }
      if (!goesOn) {
        ends++;
        Explored ended = replayed(order);
        String violation = ended.finalViolation();
        hits += ended.hits();
        if (violation != null) {
          return violation + " after " + Arrays.toString(order);
        }
      }
    }
    return null;
  }

  /// As above, for that many orders drawn by lot.
  public @Nullable String orders(int count, long seed) {
    var random = new Random(seed);
    for (int i = 0; i < count; i++) {
      Explored simulation = start.get();
      List<Integer> order = new ArrayList<>();
      List<Integer> able = new ArrayList<>();
      do {
        able.clear();
        for (int process = 0; process < simulation.processes().size(); process++) {
          able.add(process);
        }
        boolean stepped = false;
        while (!stepped && !able.isEmpty()) {
          int next = able.remove(random.nextInt(able.size()));
          stepped = simulation.processes().get(next).step();
          if (stepped) {
            order.add(next);
          }
        }
        String violation = stepped ? simulation.violation() : simulation.finalViolation();
        if (violation != null) {
          return violation + " after " + order + ", seed " + seed + ", run " + i;
        }
        if (!stepped) {
          break;
        }
      } while (true);
      ends++;
      hits += simulation.hits();
    }
    return null;
  }

  private Explored replayed(int[] order) {
    Explored simulation = start.get();
    for (int process : order) {
      if (!simulation.processes().get(process).step()) {
        throw new IllegalStateException("the simulation is not deterministic");
      }
    }
    return simulation;
  }

  int states() {
    return seen.size();
  }

  /// How often something stored was served.
  public long hits() {
    return hits;
  }

  /// How many orders came to their end.
  public int ends() {
    return ends;
  }
}
