package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// As [EveryOrderTest], where others step in while something is being served: after it was looked
/// how far the stream is, before the row is looked at, and after that.
class EveryOrderOfReadsTest {
  private static Explorer explorer(Consumer<Simulation> processes) {
    return new Explorer(
        () -> {
          var simulation = new Simulation(FillRule.SETTLED);
          simulation.follower();
          simulation.settler();
          processes.accept(simulation);
          return simulation;
        });
  }

  private static @Nullable String lot(Consumer<Simulation> processes) {
    Explorer explorer = explorer(processes);
    String violation = explorer.orders(10_000, 5);
    assertTrue(violation != null || explorer.hits() > 100, "only " + explorer.hits() + " hits");
    return violation;
  }

  private static void readersAndWriters(Simulation simulation, boolean isRowFirst) {
    simulation.foreignWriter(true, "a");
    simulation.foreignWriter(true, "a");
    simulation.reader("a");
    simulation.reader("a", 1);
    simulation.sessionReader("a", isRowFirst ? simulation.rowFirst() : simulation.asSession());
    simulation.sessionReader("a", isRowFirst ? simulation.rowFirst() : simulation.asSession());
  }

  @Test
  void a_session_is_served_nothing_older_than_what_it_has_read() {
    assertEquals(null, lot(simulation -> readersAndWriters(simulation, false)));
  }

  @Test
  void a_session_that_looks_at_the_row_first_is_seen_to_go_back() {
    assertNotNull(lot(simulation -> readersAndWriters(simulation, true)));
  }

  @Test
  void a_session_and_a_foreign_writer_in_every_order() {
    Explorer explorer =
        explorer(
            simulation -> {
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
              simulation.sessionReader("a", simulation.asSession());
            });
    assertEquals(null, explorer.everyOrder());
    assertTrue(explorer.hits() > 0 && explorer.ends() > 1, "only " + explorer.ends() + " ends");
  }

  @Test
  void own_writers_beside_sessions_that_are_interrupted() {
    assertEquals(
        null,
        lot(
            simulation -> {
              simulation.ownWriter(true, "a");
              simulation.ownWriter(false, "a");
              simulation.foreignWriter(false, "a");
              simulation.reader("a");
              simulation.reader("a", 1);
              simulation.sessionReader("a", simulation.asSession());
              simulation.eventualReader("a");
              simulation.eventualReader("a");
            }));
  }

  @Test
  void nothing_of_before_a_bulk_statement_is_served_once_it_was_answered() {
    assertEquals(
        null,
        lot(
            simulation -> {
              simulation.bulkWriter("a");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
              simulation.reader("a");
              simulation.reader("a", 1);
              simulation.eventualReader("a");
              simulation.eventualReader("a");
              simulation.sessionReader("a", simulation.asSession());
            }));
  }

  private static void readSets(Simulation simulation) {
    simulation.foreignWriter(true, "a", "b");
    simulation.foreignWriter(false, "a");
    simulation.ownWriter(true, "b");
    for (int commits = 0; commits < 2; commits++) {
      simulation.reader("a", commits);
      simulation.reader("b", commits);
      simulation.readSetReader(4, "a", "b");
      simulation.readSetReader(4, "b", "a");
    }
  }

  @Test
  void a_value_made_of_rows_shows_what_was_applied_to_each_of_them() {
    assertEquals(null, lot(EveryOrderOfReadsTest::readSets));
  }
}
