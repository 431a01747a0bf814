package io.tiercel.cache.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Explorer;
import io.tiercel.cache.query.QuerySimulation.Query;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Stored results in every order that few transactions, readers, the stream and the settler can
/// take.
class EveryOrderOfQueriesTest {
  private static @Nullable String everyOrder(
      Supplier<QuerySimulation> start, Consumer<QuerySimulation> processes) {
    var explorer = new Explorer(() -> with(start, processes));
    String violation = explorer.everyOrder();
    // Orders that end early, or with nothing stored, would prove nothing.
    assertTrue(violation != null || explorer.ends() > 1, "only " + explorer.ends() + " ends");
    assertTrue(violation != null || explorer.hits() > 1, "only " + explorer.hits() + " hits");
    return violation;
  }

  private static QuerySimulation with(
      Supplier<QuerySimulation> start, Consumer<QuerySimulation> processes) {
    QuerySimulation simulation = start.get();
    simulation.row("r", 0);
    simulation.row("s", 1);
    processes.accept(simulation);
    return simulation;
  }

  private static void isRight(Consumer<QuerySimulation> processes) {
    assertEquals(null, everyOrder(QuerySimulation::settled, processes));
  }

  private static void isRightByLot(int orders, Consumer<QuerySimulation> processes) {
    var explorer = new Explorer(() -> with(QuerySimulation::settled, processes));
    assertEquals(null, explorer.orders(orders, 7));
    assertTrue(explorer.hits() > 100, "only " + explorer.hits() + " hits");
  }

  @Test
  void a_row_comes_in() {
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "r", 1);
          simulation.reader(Query.equal(1), true);
        });
  }

  @Test
  void a_row_leaves() {
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "s", 2);
          simulation.reader(Query.equal(1), true);
        });
  }

  @Test
  void a_row_is_deleted_that_was_in_the_result() {
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "s", null);
          simulation.reader(Query.members(1), true);
        });
  }

  @Test
  void a_query_that_is_new_while_a_change_is_under_way() {
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "r", 1);
          simulation.reader(Query.equal(1), false);
        });
  }

  @Test
  void a_row_comes_in_and_leaves_while_it_is_read() {
    isRightByLot(
        10_000,
        simulation -> {
          simulation.foreignWriter(true, "r", 1);
          simulation.foreignWriter(true, "r", 2);
          simulation.reader(Query.equal(1), true);
        });
  }

  @Test
  void asynchronous_commits_are_seen_before_they_are_streamed() {
    isRightByLot(
        10_000,
        simulation -> {
          simulation.foreignWriter(false, "r", 1);
          simulation.foreignWriter(true, "r", 2);
          simulation.reader(Query.members(1), false);
        });
  }

  @Test
  void an_own_writer_and_a_foreign_one() {
    isRightByLot(
        10_000,
        simulation -> {
          simulation.ownWriter("r", 1);
          simulation.foreignWriter(true, "r", 2);
          simulation.reader(Query.equal(1), false);
        });
  }

  @Test
  void a_negative_answer_ends_with_an_own_row() {
    isRight(
        simulation -> {
          simulation.ownWriter("r", 7);
          simulation.reader(Query.members(7), true);
        });
  }

  @Test
  void intervals_and_all_rows() {
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "r", 5);
          simulation.reader(Query.above(3), true);
        });
    isRight(
        simulation -> {
          simulation.foreignWriter(true, "r", 5);
          simulation.reader(Query.unequal(0), true);
        });
    isRight(
        simulation -> {
          simulation.ownWriter("r", 5);
          simulation.reader(Query.ofTable(5), true);
        });
  }

  @Test
  void a_snapshot_gets_what_it_would_read() {
    isRightByLot(
        10_000,
        simulation -> {
          simulation.foreignWriter(true, "s", 2);
          simulation.foreignWriter(true, "r", 1);
          simulation.reader(Query.equal(1), true);
          simulation.reader(Query.equal(1), true);
          simulation.snapshotReader(Query.equal(1));
        });
  }

  @Test
  void many_writers_and_readers() {
    isRightByLot(
        10_000,
        simulation -> {
          simulation.foreignWriter(true, "r", 1);
          simulation.foreignWriter(false, "s", 2);
          simulation.foreignWriter(true, "s", null);
          simulation.ownWriter("r", 2);
          simulation.ownWriter("s", 1);
          simulation.reader(Query.equal(1), true);
          simulation.reader(Query.equal(1), false);
          simulation.reader(Query.members(2), false);
          simulation.reader(Query.above(1), true);
          simulation.reader(Query.ofTable(1), true);
          simulation.reader(Query.unequal(1), true);
        });
  }

  @Test
  void storing_whatever_was_read_is_seen_to_fail() {
    assertNotNull(
        everyOrder(
            QuerySimulation::naive,
            simulation -> {
              simulation.foreignWriter(true, "r", 1);
              simulation.reader(Query.equal(1), true);
            }));
  }

  @Test
  void a_lease_is_seen_to_fail() {
    assertNotNull(
        everyOrder(
            QuerySimulation::lease,
            simulation -> {
              simulation.foreignWriter(true, "s", 2);
              simulation.reader(Query.equal(1), true);
            }));
  }
}
