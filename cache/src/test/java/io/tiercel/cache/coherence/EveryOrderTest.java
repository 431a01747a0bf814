package io.tiercel.cache.coherence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The protocol in every order that few transactions, readers, the stream and the settler can take.
class EveryOrderTest {
  private static Explorer explorer(FillRule rule, Consumer<Simulation> processes) {
    return new Explorer(
        () -> {
          var simulation = new Simulation(rule);
          simulation.follower();
          simulation.settler();
          processes.accept(simulation);
          return simulation;
        });
  }

  private static @Nullable String everyOrder(FillRule rule, Consumer<Simulation> processes) {
    Explorer explorer = explorer(rule, processes);
    String violation = explorer.everyOrder();
    // An order that ends early would prove nothing.
    assertTrue(violation != null || explorer.ends() > 1, "only " + explorer.ends() + " ends");
    return violation;
  }

  @Test
  void a_reader_and_foreign_writers_of_its_key() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.foreignWriter(true, "a");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }

  @Test
  void asynchronous_commits_are_seen_before_they_are_streamed() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.foreignWriter(false, "a");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }

  @Test
  void a_transaction_of_two_keys() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.foreignWriter(true, "a", "b");
              simulation.reader("a");
              simulation.reader("b");
            }));
  }

  @Test
  void an_own_writer_a_foreign_one_and_a_reader() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.ownWriter(true, "a");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }

  @Test
  void an_own_writer_that_does_not_know_its_row() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.ownWriter(false, "a");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }

  @Test
  void two_own_writers_of_a_key() {
    assertEquals(
        null,
        everyOrder(
            FillRule.SETTLED,
            simulation -> {
              simulation.ownWriter(true, "a");
              simulation.ownWriter(true, "a");
            }));
  }

  private static void isKept(Consumer<Simulation> processes) {
    Explorer explorer = explorer(FillRule.SETTLED, processes);
    assertEquals(null, explorer.orders(10_000, 3));
    assertTrue(explorer.hits() > 100, "only " + explorer.hits() + " hits");
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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_snapshot_gets_what_it_would_read(boolean asksPositions) {
    isKept(
        simulation -> {
          simulation.asksPositions = asksPositions;
          simulation.ownWriter(true, "a");
          simulation.foreignWriter(true, "a");
          simulation.reader("a");
          simulation.snapshotReader("a");
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_snapshot_of_two_keys_gets_both_of_one_moment(boolean asksPositions) {
    Explorer explorer =
        explorer(
            FillRule.SETTLED,
            simulation -> {
              simulation.asksPositions = asksPositions;
              simulation.foreignWriter(true, "a", "b");
              simulation.foreignWriter(false, "a", "b");
              for (int commits = 0; commits <= 2; commits++) {
                simulation.reader("a", commits);
                simulation.reader("b", commits);
              }
              simulation.snapshotReader("a", "b");
            });
    assertEquals(null, explorer.orders(10_000, 2));
    assertTrue(explorer.hits() > 100, "only " + explorer.hits() + " hits");
  }

  @Test
  void many_writers_and_readers_of_two_keys() {
    Explorer explorer =
        explorer(
            FillRule.SETTLED,
            simulation -> {
              simulation.ownWriter(true, "a");
              simulation.ownWriter(false, "a");
              simulation.ownWriter(true, "a");
              simulation.ownWriter(true, "b");
              simulation.foreignWriter(true, "a", "b");
              simulation.foreignWriter(false, "b");
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
              simulation.reader("b");
              simulation.reader("a");
            });
    assertEquals(null, explorer.orders(10_000, 1));
  }

  @Test
  void storing_whatever_was_read_is_seen_to_fail() {
    assertNotNull(
        everyOrder(
            Protocols.NAIVE,
            simulation -> {
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }

  @Test
  void a_lease_is_seen_to_fail() {
    assertNotNull(
        everyOrder(
            Protocols.LEASE,
            simulation -> {
              simulation.foreignWriter(true, "a");
              simulation.reader("a");
            }));
  }
}
