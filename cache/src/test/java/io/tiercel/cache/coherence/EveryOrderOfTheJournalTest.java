package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// As [EveryOrderTest], for changes that are learnt of by way of the journal.
class EveryOrderOfTheJournalTest {
  private static Explorer explorer(Consumer<Simulation> processes) {
    return new Explorer(
        () -> {
          var simulation = new Simulation(FillRule.SETTLED);
          simulation.journal();
          processes.accept(simulation);
          return simulation;
        });
  }

  private static void isKeptInEveryOrder(Consumer<Simulation> processes) {
    Explorer explorer = explorer(processes);
    assertEquals(null, explorer.everyOrder());
    assertTrue(explorer.ends() > 1, "only " + explorer.ends() + " ends");
  }

  private static void isKept(Consumer<Simulation> processes) {
    Explorer explorer = explorer(processes);
    assertEquals(null, explorer.orders(10_000, 7));
    assertTrue(explorer.hits() > 100, "only " + explorer.hits() + " hits");
  }

  @Test
  void a_reader_and_a_foreign_writer_of_its_key() {
    isKeptInEveryOrder(
        simulation -> {
          simulation.foreignWriter(true, "a");
          simulation.reader("a");
        });
  }

  @Test
  void an_own_writer_and_a_foreign_one() {
    isKeptInEveryOrder(
        simulation -> {
          simulation.ownWriter(true, "a");
          simulation.foreignWriter(true, "a");
        });
  }

  @Test
  void two_own_writers_of_a_key() {
    isKeptInEveryOrder(
        simulation -> {
          simulation.ownWriter(true, "a");
          simulation.ownWriter(true, "a");
        });
  }

  @Test
  void many_writers_and_readers_of_two_keys() {
    isKept(
        simulation -> {
          simulation.ownWriter(true, "a");
          simulation.ownWriter(true, "b");
          simulation.foreignWriter(true, "a");
          simulation.foreignWriter(false, "a", "b");
          simulation.reader("a");
          simulation.reader("b");
          simulation.reader("a");
        });
  }

  @Test
  void a_strong_read_gets_no_less_than_the_database_had() {
    isKept(
        simulation -> {
          simulation.ownWriter(true, "a");
          simulation.foreignWriter(true, "a");
          simulation.foreignWriter(false, "a");
          simulation.reader("a");
          simulation.strongReader("a");
        });
  }

  @Test
  void a_snapshot_gets_what_it_would_read() {
    isKept(
        simulation -> {
          simulation.ownWriter(true, "a");
          simulation.foreignWriter(true, "a");
          simulation.reader("a");
          simulation.snapshotReader("a");
        });
  }
}
