package io.tiercel.cache.coherence;

import java.util.ArrayList;
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

  /// Where a simulation was led by an order of steps.
  ///
  /// @param simulation is there until somebody makes its next step
  private record Reached(List<Integer> order, Explored simulation) {
    @Override
    public String toString() {
      return order.toString();
    }
  }

  /// The first violation with the order that led to it, null when there is none.
  public @Nullable String everyOrder() {
    List<Reached> open = new ArrayList<>(List.of(new Reached(List.of(), start.get())));
    while (!open.isEmpty()) {
      Reached from = open.removeLast();
      String violation = everyStep(from, open);
      if (violation != null) {
        return violation;
      }
    }
    return null;
  }

  /// Makes each step that is possible now. A step makes what was reached unusable, so the next one
  /// is made where the order was repeated; a process that has to wait changes nothing.
  private @Nullable String everyStep(Reached from, List<Reached> open) {
    Explored simulation = from.simulation();
    boolean goesOn = false;
    boolean isUsed = false;
    int processes = simulation.processes().size();
    for (int next = 0; next < processes; next++) {
      isUsed = simulation.processes().get(next).step();
      if (!isUsed) {
        continue;
      }
      goesOn = true;
      List<Integer> longer = new ArrayList<>(from.order());
      longer.add(next);
      hits += simulation.hits();
      String violation = simulation.violation();
      if (violation != null) {
        return violation + " after " + longer;
      }
      if (seen.add(simulation.state())) {
        open.add(new Reached(longer, simulation));
      } else {
        simulation.end();
      }
      if (next + 1 < processes) {
        simulation = replayed(from.order());
      }
    }
    if (goesOn) {
      if (!isUsed) {
        simulation.end();
      }
      return null;
    }
    ends++;
    hits += simulation.hits();
    String violation = simulation.finalViolation();
    simulation.end();
    return violation == null ? null : violation + " after " + from;
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
          simulation.end();
          break;
        }
      } while (true);
      ends++;
      hits += simulation.hits();
    }
    return null;
  }

  private Explored replayed(List<Integer> order) {
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
