package io.tiercel.cache.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.cache.coherence.Entry;
import io.tiercel.cache.coherence.EventualReads;
import io.tiercel.cache.coherence.Fill;
import io.tiercel.cache.coherence.OwnWrite;
import io.tiercel.cache.predicate.Column;
import io.tiercel.cache.predicate.RowImage;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Answers by columns that are unique together.
class UniqueIndexTest {
  private final RandomTable items = new RandomTable(1);
  private final List<Column> columns = RandomQuery.COLUMNS.subList(0, 2);
  private final UniqueIndex<Integer> index = new UniqueIndex<>(items.table, columns, 1 << 20);

  private static RowImage row(Object... values) {
    return column -> column.domain().canonical(values[column.ordinal()]);
  }

  private boolean store(int key, @Nullable Object... values) {
    List<@Nullable Object> asked = Arrays.asList(values);
    index.prepare(asked);
    return index.offer(asked, key == 0 ? null : key, items.coherence.beginFill(), 0);
  }

  /// The key, "none", or "ask" when the database has to be asked.
  private String find(@Nullable Object... values) throws InterruptedException {
    Entry<Optional<Integer>> entry = index.find(new EventualReads(), Arrays.asList(values));
    return entry == null ? "ask" : entry.value().map(String::valueOf).orElse("none");
  }

  @Test
  void an_answer_stays_until_its_row_takes_other_values() throws InterruptedException {
    assertTrue(store(7, 1, 2));
    items.apply(List.of(items.table.changed(7, row(1, 2, 5))));
    // The same number, whatever its scale.
    assertEquals("7", find(new BigDecimal("1.00"), 2L));
    items.apply(List.of(items.table.changed(7, row(1, 3, 5))));
    assertEquals("ask", find(1, 2));
  }

  @Test
  void it_counts_what_it_has_done() throws InterruptedException {
    assertEquals("ask", find(1, 2));
    assertTrue(store(7, 1, 2));
    assertFalse(store(7, 1, 2), "one is there");
    assertEquals("7", find(1, 2));
    assertEquals("7", find(1, 2));
    items.apply(List.of(items.table.changed(7, row(1, 3, 5))));
    assertEquals(new ResultStatistics(index.name(), 0, 2, 1, 1, 1, 1), index.statistics());
  }

  @Test
  void an_answer_ends_with_its_row_and_when_another_row_takes_its_place()
      throws InterruptedException {
    assertTrue(store(7, 1, 2));
    assertTrue(store(8, 1, 3));
    items.apply(List.of(items.table.changed(7, null)));
    assertEquals("ask", find(1, 2));
    assertEquals("8", find(1, 3));
    items.apply(List.of(items.table.changed(9, row(1, 3, 0))));
    assertEquals("ask", find(1, 3));
  }

  @Test
  void that_there_is_no_row_is_known_until_one_comes() throws InterruptedException {
    assertTrue(store(0, 1, 2));
    items.apply(List.of(items.table.changed(7, row(1, 3, 5)), items.table.changed(8, null)));
    assertEquals("none", find(1, 2));
    items.apply(List.of(items.table.changed(9, row(1, 2, 5))));
    assertEquals("ask", find(1, 2));
  }

  @Test
  void a_row_of_this_node_ends_it_with_the_answer_to_commit() throws InterruptedException {
    assertTrue(store(0, 1, 2));
    Fill before = items.coherence.beginFill();
    OwnWrite write = items.coherence.beginWrite();
    write.changes(items.table.written(7, row(1, 2, 5)));
    assertEquals("none", find(1, 2));
    write.committed(90, 5000);
    assertEquals("ask", find(1, 2));
    assertFalse(index.offer(List.of(1, 2), null, before, 0));
    assertTrue(store(7, 1, 2));
  }

  @Test
  void values_that_cannot_be_compared_are_asked_of_the_database() throws InterruptedException {
    assertFalse(store(0, 1, "2"));
    assertFalse(store(0, 1, null));
    assertEquals("ask", find(1, null));
    assertThrows(IllegalArgumentException.class, () -> find(1));
    assertEquals(0, index.size());
  }
}
