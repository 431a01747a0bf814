package io.tiercel.cache.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.Predicate;
import io.tiercel.cache.query.Dependency.Extent;
import io.tiercel.cache.query.RandomTable.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/// Stored results of queries by lot, beside what the queries return after each of many changes.
class RandomResultsTest {
  private static final int TABLES = 100;
  private static final int CHANGES = 40;

  private int kept;
  private int ended;

  /// What is stored is right.
  private void compare(
      RandomTable table, Map<String, Supplier<List<Integer>>> queries, String seed) {
    for (var query : queries.entrySet()) {
      Entry<List<Integer>> entry = table.results.entry(query.getKey());
      if (entry != null) {
        assertEquals(query.getValue().get(), entry.value(), query.getKey() + ", " + seed);
      }
    }
  }

  private void assertBothHappened() {
    assertTrue(kept > 1000 && ended > 1000, kept + " kept, " + ended + " ended");
  }

  private static List<RandomQuery> queries(RandomTable table) {
    List<RandomQuery> queries = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      queries.add(RandomQuery.draw(table.random, 2));
    }
    return queries;
  }

  @Test
  void a_result_ends_with_a_change_of_a_row_that_is_or_was_in_it_and_with_no_other() {
    for (long seed = 1; seed <= TABLES; seed++) {
      var table = new RandomTable(seed);
      for (int i = 0; i < CHANGES; i++) {
        List<RandomQuery> queries = queries(table);
        queries.forEach(query -> table.store(query, Extent.ROWS));
        List<Step> steps = table.change(false);
        for (RandomQuery query : queries) {
          boolean touched = steps.stream().anyMatch(step -> touches(query, step));
          boolean isHit = table.results.entry(query.text()) != null;
          assertEquals(
              !touched, isHit, "%s after %s, seed %d".formatted(query, steps.getFirst(), seed));
          count(isHit);
        }
        table.results.clear();
      }
    }
    assertBothHappened();
  }

  private static boolean touches(RandomQuery query, Step step) {
    return (step.before() != null && query.holds(step.before()))
        || (step.after() != null && query.holds(step.after()));
  }

  private void count(boolean isHit) {
    if (isHit) {
      kept++;
    } else {
      ended++;
    }
  }

  @Test
  void rows_that_are_known_in_part_never_leave_a_wrong_result() {
    staysRight(Extent.ROWS);
  }

  @Test
  void results_of_keys_are_right_while_rows_change_without_leaving() {
    staysRight(Extent.MEMBERS);
  }

  @Test
  void what_depends_on_a_table_ends_with_each_change() {
    staysRight(Extent.TABLE);
    assertEquals(0, kept);
  }

  private void staysRight(Extent extent) {
    for (long seed = 1; seed <= TABLES; seed++) {
      var table = new RandomTable(seed);
      Map<String, Supplier<List<Integer>>> queries = new HashMap<>();
      for (int i = 0; i < CHANGES; i++) {
        for (RandomQuery query : queries(table)) {
          table.store(query, extent);
          queries.put(query.text(), () -> table.keys(query));
        }
        int before = table.results.size();
        table.change(true);
        kept += table.results.size();
        ended += before - table.results.size();
        compare(table, queries, "seed " + seed);
      }
      table.results.clear();
      assertEquals(0, table.table.watched());
    }
    if (extent != Extent.TABLE) {
      assertBothHappened();
    }
  }

  @Test
  void what_comes_behind_the_last_row_of_a_cut_result_does_not_end_it() {
    int past = 0;
    for (long seed = 1; seed <= TABLES; seed++) {
      var table = new RandomTable(seed);
      Map<String, Supplier<List<Integer>>> queries = new HashMap<>();
      for (int i = 0; i < CHANGES; i++) {
        for (RandomQuery query : queries(table)) {
          boolean descending = table.random.nextBoolean();
          String key = query.text() + (descending ? " desc" : "");
          storeFirst(table, query, key, descending);
          queries.put(key, () -> table.first(query, descending, 2));
        }
        List<Step> steps = table.change(true);
        compare(table, queries, "seed " + seed);
        past += (int) queries.keySet().stream().filter(key -> hit(table, key)).count();
        assertTrue(!steps.isEmpty());
      }
    }
    assertTrue(past > 1000, "only " + past);
  }

  private static boolean hit(RandomTable table, String key) {
    return table.results.entry(key) != null;
  }

  private static void storeFirst(
      RandomTable table, RandomQuery query, String key, boolean descending) {
    Dependency owed = Dependency.onRows(table.table, query.predicate());
    table.results.prepare(List.of(owed));
    Fill fill = table.coherence.beginFill();
    List<Integer> first = table.first(query, descending, 2);
    if (first.size() == 2) {
      Column by = RandomQuery.COLUMNS.get(2);
      Predicate boundary =
          Boundary.of(by, table.lastColumn(first.getLast()), descending, descending);
      owed = owed.narrowed(boundary);
    }
    table.results.offer(key, first, List.of(owed.with(first)), fill, 0);
  }
}
