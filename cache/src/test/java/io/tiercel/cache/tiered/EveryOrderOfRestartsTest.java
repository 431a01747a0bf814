package io.tiercel.cache.tiered;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Explorer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a node trusts that begins again over its tier, with a slot that has stayed: in orders drawn
/// by lot of the steps of the node, the database, writers and readers, and what happens to them.
@Timeout(120)
class EveryOrderOfRestartsTest {
  private static final int ORDERS = 600;
  private static final int SEED = 17;

  private final Path directory;
  private final List<RestartSimulation> all = new ArrayList<>();
  private int number;

  EveryOrderOfRestartsTest(@TempDir(factory = InMemory.class) Path directory) {
    this.directory = directory;
  }

  private @Nullable String lot(Consumer<RestartSimulation> faults) {
    var explorer =
        new Explorer(
            () -> {
              var simulation = new RestartSimulation(directory.resolve("n" + ++number));
              simulation.begun("a", "b");
              readersAndWriters(simulation);
              faults.accept(simulation);
              all.add(simulation);
              return simulation;
            });
    return explorer.orders(ORDERS, SEED);
  }

  private static void readersAndWriters(RestartSimulation simulation) {
    simulation.reader("a", 2);
    simulation.reader("b", 2);
    simulation.writer(true, "a");
    simulation.writer(false, "b");
    simulation.writer(false, "a");
  }

  private void isRight(int resumed, Consumer<RestartSimulation> faults) {
    assertEquals(null, lot(faults));
    int hits = all.stream().mapToInt(RestartSimulation::resumedHits).sum();
    assertTrue(hits >= resumed, "only " + hits + " looks at rows of an earlier life");
  }

  @Test
  void of_a_node_that_is_killed() {
    isRight(
        100,
        simulation -> {
          simulation.kill(2);
          simulation.kill(4);
        });
  }

  @Test
  void of_a_node_that_ends_in_order_and_is_killed() {
    isRight(
        100,
        simulation -> {
          simulation.close(2, true);
          simulation.close(4, false);
          simulation.kill(3);
        });
  }

  @Test
  void when_the_server_crashes_as_well() {
    isRight(
        100,
        simulation -> {
          simulation.kill(2);
          simulation.lazyWriter("c");
          simulation.reader("c", 3);
          simulation.serverCheckpoint(1);
          simulation.serverCrash(2);
          simulation.close(4, true);
        });
  }

  @Test
  void when_the_machine_loses_its_power() {
    isRight(
        100,
        simulation -> {
          simulation.lastLifeWithCheckpoints = 1;
          simulation.close(1, true);
          simulation.powerFailure(4, all.size());
          simulation.kill(8);
        });
  }

  /// What the kernel has not written is not there any more, such as that a row was removed.
  @Test
  void when_the_machine_loses_its_power_and_no_run_has_ended_in_order() {
    isRight(
        0,
        simulation -> {
          simulation.kernelWrites(1);
          simulation.powerFailure(8, all.size());
          simulation.kill(10);
        });
  }

  @Test
  void when_the_table_is_truncated() {
    isRight(
        50,
        simulation -> {
          simulation.truncation("a", "b");
          simulation.kill(2);
          simulation.kill(4);
        });
  }

  @Test
  void when_the_stream_is_lost() {
    isRight(
        50,
        simulation -> {
          simulation.streamLoss(1);
          simulation.kill(2);
          simulation.streamLoss(3);
          simulation.close(4, true);
        });
  }

  @Test
  void when_the_server_gives_the_slot_up() {
    isRight(
        20,
        simulation -> {
          simulation.kill(2);
          simulation.slotLoss(2);
          simulation.kill(4);
        });
  }

  @Test
  void when_somebody_else_reads_the_slot() {
    isRight(
        20,
        simulation -> {
          simulation.kill(2);
          simulation.slotTheft(2);
          simulation.kill(16);
        });
  }

  @Test
  void when_the_server_is_put_back_without_its_slots() {
    isRight(
        20,
        simulation -> {
          simulation.kill(2);
          simulation.restore(1, 8, false, 2);
          simulation.kill(4);
        });
  }

  @Test
  void when_the_server_is_put_back_with_its_slots() {
    isRight(
        20,
        simulation -> {
          simulation.kill(2);
          simulation.restore(1, 14, true, 0);
          simulation.kill(4);
        });
  }

  /// Its log is longer than it was, and its slot where it might be.
  @Test
  void when_the_server_is_put_back_with_its_slots_and_has_gone_on() {
    isRight(
        20,
        simulation -> {
          simulation.kill(2);
          simulation.restore(1, 20, true, 9);
          simulation.kill(24);
        });
  }

  @Test
  void a_node_that_believes_any_slot_is_seen_to_fail() {
    assertNotNull(
        lot(
            simulation -> {
              simulation.looksAtSlot = false;
              simulation.kill(2);
              simulation.slotTheft(2);
            }));
  }

  @Test
  void a_node_that_does_not_wait_for_its_anchor_is_seen_to_fail() {
    assertNotNull(
        lot(
            simulation -> {
              simulation.awaitsAnchor = false;
              simulation.restore(1, 20, true, 9);
            }));
  }

  @Test
  void a_node_that_trusts_what_may_be_undone_is_seen_to_fail() {
    assertNotNull(
        lot(
            simulation -> {
              simulation.looksAhead = false;
              simulation.lazyWriter("c");
              simulation.reader("c", 3);
              simulation.kill(6);
              simulation.serverCrash(7);
            }));
  }
}
