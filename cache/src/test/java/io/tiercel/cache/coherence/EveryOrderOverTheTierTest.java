package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.tiered.InMemory;
import io.tiercel.cache.tiered.ModelTier;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// As [EveryOrderTest], where the heap may forget any row between two steps and the tier on disk
/// has it still: what comes back is what would have stayed.
class EveryOrderOverTheTierTest {
  private static final int ORDERS = 300;

  private final Path directory;
  private final AtomicInteger number = new AtomicInteger();
  private final AtomicLong fromTier = new AtomicLong();

  EveryOrderOverTheTierTest(@TempDir(factory = InMemory.class) Path directory) {
    this.directory = directory;
  }

  private Simulation simulation() {
    ModelTier[] tier = new ModelTier[1];
    var simulation =
        new Simulation(
            FillRule.SETTLED,
            coherence -> {
              tier[0] = new ModelTier(coherence, directory.resolve("t" + number.incrementAndGet()));
              return tier[0].rows();
            });
    simulation.isOver(
        tier[0],
        () -> {
          fromTier.addAndGet(tier[0].hits());
          tier[0].close();
        });
    return simulation;
  }

  private void isKept(Consumer<Simulation> processes) {
    var explorer =
        new Explorer(
            () -> {
              Simulation simulation = simulation();
              processes.accept(simulation);
              return simulation;
            });
    assertEquals(null, explorer.orders(ORDERS, 11));
    assertTrue(explorer.hits() > 50, "only " + explorer.hits() + " hits");
    assertTrue(fromTier.get() > 50, "only " + fromTier + " rows out of the tier");
  }

  private static void readersAndWriters(Simulation simulation) {
    simulation.ownWriter(true, "a");
    simulation.ownWriter(false, "a");
    simulation.foreignWriter(true, "a", "b");
    simulation.foreignWriter(false, "b");
    simulation.reader("a");
    simulation.reader("b");
    simulation.reader("a", 1);
    simulation.sessionReader("a", simulation.asSession());
    simulation.sessionReader("b", simulation.asSession());
    simulation.eventualReader("a");
  }

  @Test
  void what_comes_back_from_the_tier_is_right() {
    isKept(
        simulation -> {
          simulation.follower();
          simulation.settler();
          readersAndWriters(simulation);
        });
  }

  @Test
  void what_comes_back_from_the_tier_is_right_by_the_journal() {
    isKept(
        simulation -> {
          simulation.journal();
          readersAndWriters(simulation);
        });
  }

  @Test
  void a_snapshot_gets_what_it_would_read() {
    isKept(
        simulation -> {
          simulation.follower();
          simulation.settler();
          simulation.ownWriter(true, "a");
          simulation.foreignWriter(true, "a");
          simulation.reader("a");
          simulation.snapshotReader("a");
          simulation.reader("a", 1);
        });
  }
}
