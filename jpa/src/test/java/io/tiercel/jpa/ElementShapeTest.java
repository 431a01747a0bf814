package io.tiercel.jpa;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.query.JpqlSemanticException;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyEnumerated;
import jakarta.persistence.OrderBy;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.RollbackException;
import jakarta.persistence.Version;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Positions, orders and keys of collections of values: Jakarta Persistence 3.2, sections 2.2,
/// 11.1.33 to 11.1.37, 11.1.42 and 11.1.43.
@NullUnmarked // a null where none is expected fails the test by itself
class ElementShapeTest {
  private static TestUnit unit;

  enum Size {
    SMALL,
    LARGE
  }

  @Embeddable
  record Spot(int x, int y) {}

  @Embeddable
  record Price(int cents, Spot where) {}

  static class Reversed implements AttributeConverter<String, String> {
    @Override
    public String convertToDatabaseColumn(String value) {
      return new StringBuilder(value).reverse().toString();
    }

    @Override
    public String convertToEntityAttribute(String column) {
      return new StringBuilder(column).reverse().toString();
    }
  }

  @Entity(name = "Shelf")
  static class Shelf {
    @Id int id;
    @Version int version;

    @ElementCollection @OrderColumn List<String> steps = new ArrayList<>();

    @ElementCollection
    @OrderColumn(name = "place", nullable = false)
    List<Price> prices = new ArrayList<>();

    @ElementCollection
    @OrderBy("DESC")
    List<Integer> falling = new ArrayList<>();

    @ElementCollection @OrderBy Set<Integer> rising = Set.of();

    @ElementCollection
    @OrderBy("where.y desc, cents")
    List<Price> sorted = new ArrayList<>();

    @ElementCollection Map<String, Integer> counts = new HashMap<>();

    @ElementCollection
    @MapKeyColumn(name = "size", length = 8)
    @MapKeyEnumerated(EnumType.STRING)
    @Column(name = "label")
    @Enumerated(EnumType.STRING)
    Map<Size, Size> sizes = new HashMap<>();

    @ElementCollection
    @AttributeOverride(name = "key.x", column = @Column(name = "east"))
    @AttributeOverride(name = "value.where.x", column = @Column(name = "ex"))
    @AttributeOverride(name = "value.where.y", column = @Column(name = "ey"))
    Map<Spot, Price> board = new HashMap<>();

    @ElementCollection
    @AttributeOverride(name = "x", column = @Column(name = "across"))
    @AttributeOverride(name = "key.x", column = @Column(name = "key_across"))
    @AttributeOverride(name = "value.y", column = @Column(name = "down"))
    @AttributeOverride(name = "key.y", column = @Column(name = "key_down"))
    Map<Spot, Spot> moves = new HashMap<>();

    @ElementCollection
    @Convert(attributeName = "key", converter = Reversed.class)
    @Convert(attributeName = "value", converter = Reversed.class)
    Map<String, String> turned = new HashMap<>();

    @SuppressWarnings("rawtypes")
    @ElementCollection(targetClass = String.class)
    @MapKeyClass(LocalDate.class)
    Map raw = new HashMap<>();

    protected Shelf() {}

    Shelf(int id) {
      this.id = id;
    }
  }

  @BeforeAll
  static void open() {
    unit = TestUnit.of(Shelf.class, Spot.class, Price.class, Reversed.class);
  }

  @AfterAll
  static void close() {
    unit.close();
  }

  @BeforeEach
  void fill() {
    unit.factory().getSchemaManager().truncate();
    unit.inTransaction(
        manager -> {
          Shelf shelf = new Shelf(1);
          shelf.steps.addAll(List.of("c", "a", "b", "a"));
          shelf.prices.add(new Price(5, new Spot(1, 2)));
          shelf.counts.put("one", 1);
          shelf.counts.put("two", 2);
          manager.persist(shelf);
        });
  }

  private static void change(Consumer<Shelf> work) {
    unit.inTransaction(manager -> work.accept(manager.find(Shelf.class, 1)));
  }

  private static Object read(Function<Shelf, Object> work) {
    return unit.query(manager -> work.apply(manager.find(Shelf.class, 1)));
  }

  @Test
  void a_list_with_an_order_column_keeps_its_order() {
    assertEquals(List.of("c", "a", "b", "a"), read(shelf -> List.copyOf(shelf.steps)));
    change(shelf -> Collections.sort(shelf.steps));
    assertEquals(List.of("a", "a", "b", "c"), read(shelf -> List.copyOf(shelf.steps)));
    change(shelf -> shelf.steps.removeFirst());
    change(shelf -> shelf.steps.add(1, "x"));
    assertEquals(List.of("a", "x", "b", "c"), read(shelf -> List.copyOf(shelf.steps)));
    assertEquals(
        "abcx", unit.value("select string_agg(steps, '' order by steps) from shelf_steps"));
    assertEquals(1, unit.value("select steps_order from shelf_steps where steps = 'x'"));
  }

  @Test
  void only_rows_at_changed_positions_are_written() {
    List<String> sent = unit.statements(() -> change(shelf -> shelf.steps.set(3, "z")));
    assertEquals(
        List.of(
            "delete from shelf_steps as t where t.shelf_id = $1 and t.steps_order is not distinct"
                + " from $2"),
        sent.stream().filter(sql -> sql.startsWith("delete")).toList());
    assertEquals(List.of("c", "a", "b", "z"), read(shelf -> List.copyOf(shelf.steps)));
  }

  @Test
  void a_change_of_the_order_counts_the_version_up() {
    Object before = read(shelf -> shelf.version);
    change(shelf -> Collections.reverse(shelf.steps));
    assertEquals((int) before + 1, read(shelf -> shelf.version));
  }

  @Test
  void a_list_has_nulls_where_no_row_has_the_position() {
    unit.sql("delete from shelf_steps where steps_order in (0, 2)");
    assertEquals(Arrays.asList(null, "a", null, "a"), read(shelf -> new ArrayList<>(shelf.steps)));
  }

  @Test
  void two_rows_at_one_position_are_an_error_that_names_the_list() {
    unit.sql(
        "alter table shelf_steps drop constraint shelf_steps_pkey",
        "update shelf_steps set steps_order = 1 where steps_order = 2");
    PersistenceException refused =
        assertThrows(PersistenceException.class, () -> read(shelf -> shelf.steps.size()));
    assertTrue(refused.getMessage().contains("steps of Shelf#1"), refused::getMessage);
    unit.sql(
        "delete from shelf_steps",
        "alter table shelf_steps add primary key (shelf_id, steps_order)");
  }

  @Test
  void embeddables_have_positions_too() {
    change(shelf -> shelf.prices.addFirst(new Price(7, new Spot(3, 4))));
    assertEquals(List.of(7, 5), read(shelf -> shelf.prices.stream().map(Price::cents).toList()));
    assertEquals(
        "PRIMARY KEY (shelf_id, place)",
        unit.value(
            "select pg_get_constraintdef(oid) from pg_constraint where conrelid ="
                + " 'shelf_prices'::regclass and contype = 'p'"));
  }

  @Test
  void elements_are_ordered_by_value() {
    change(
        shelf -> {
          shelf.falling.addAll(List.of(1, 3, 2));
          shelf.rising = Set.of(5, 1, 3);
          shelf.sorted.add(new Price(2, new Spot(0, 1)));
          shelf.sorted.add(new Price(1, new Spot(0, 1)));
          shelf.sorted.add(new Price(9, new Spot(0, 8)));
        });
    assertEquals(List.of(3, 2, 1), read(shelf -> List.copyOf(shelf.falling)));
    assertEquals(List.of(1, 3, 5), read(shelf -> new ArrayList<>(shelf.rising)));
    assertEquals(List.of(9, 1, 2), read(shelf -> shelf.sorted.stream().map(Price::cents).toList()));
  }

  @Test
  void a_map_is_stored_by_its_keys() {
    assertEquals(Map.of("one", 1, "two", 2), read(shelf -> Map.copyOf(shelf.counts)));
    List<String> sent =
        unit.statements(
            () ->
                change(
                    shelf -> {
                      shelf.counts.put("two", 22);
                      shelf.counts.put("three", 3);
                      shelf.counts.remove("one");
                    }));
    assertEquals(
        2,
        sent.stream()
            .filter(sql -> sql.contains("shelf_counts "))
            .filter(sql -> !sql.startsWith("select"))
            .count());
    assertEquals(Map.of("three", 3, "two", 22), read(shelf -> Map.copyOf(shelf.counts)));
    change(shelf -> shelf.counts.entrySet().iterator().next().setValue(4));
    assertEquals(1L, unit.value("select count(*) from shelf_counts where counts = 4"));
    assertEquals(2L, unit.value("select count(counts_key) from shelf_counts"));
  }

  @Test
  void keys_and_values_are_mapped_apart() {
    change(
        shelf -> {
          shelf.sizes.put(Size.SMALL, Size.LARGE);
          shelf.board.put(new Spot(1, 2), new Price(3, new Spot(4, 5)));
          shelf.turned.put("abc", "xyz");
        });
    assertEquals("LARGE", unit.value("select label from shelf_sizes where size = 'SMALL'"));
    assertEquals(4, unit.value("select ex from shelf_board where east = 1 and y = 2"));
    assertEquals("zyx", unit.value("select turned from shelf_turned where turned_key = 'cba'"));
    assertEquals(Map.of(Size.SMALL, Size.LARGE), read(shelf -> Map.copyOf(shelf.sizes)));
    assertEquals(
        Map.of(new Spot(1, 2), new Price(3, new Spot(4, 5))),
        read(shelf -> Map.copyOf(shelf.board)));
    assertEquals(Map.of("abc", "xyz"), read(shelf -> Map.copyOf(shelf.turned)));
  }

  @Test
  void an_override_without_a_part_of_the_map_is_of_the_value() {
    change(shelf -> shelf.moves.put(new Spot(1, 2), new Spot(3, 4)));
    assertEquals(
        "1 2 3 4",
        unit.value("select concat_ws(' ', key_across, key_down, across, down) from shelf_moves"));
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_raw_map_says_its_types_by_annotations() {
    LocalDate day = LocalDate.of(2024, 2, 29);
    change(shelf -> shelf.raw.put(day, "leap"));
    assertEquals("leap", read(shelf -> shelf.raw.get(day)));
  }

  @Test
  void a_null_key_is_refused() {
    RollbackException refused =
        assertThrows(RollbackException.class, () -> change(shelf -> shelf.counts.put(null, 1)));
    assertTrue(refused.getCause().getMessage().contains("counts of Shelf#1 has a null key"));
  }

  private static <T> List<T> list(String jpql, Class<T> type) {
    return unit.query((EntityManager manager) -> manager.createQuery(jpql, type).getResultList());
  }

  @Test
  void queries_ask_for_positions() {
    assertEquals(
        List.of("a", "b"),
        list(
            "select t from Shelf s join s.steps t where index(t) in (1, 2) order by index(t)",
            String.class));
    assertEquals(
        List.of(3), list("select max(index(t)) from Shelf s, in(s.steps) t", Integer.class));
    JpqlSemanticException refused =
        assertThrows(
            JpqlSemanticException.class,
            () -> list("select index(f) from Shelf s join s.falling f", Integer.class));
    assertTrue(refused.getMessage().contains("with an @OrderColumn, and \"f\" does not"));
  }

  @Test
  void queries_ask_for_keys_values_and_entries() {
    change(shelf -> shelf.board.put(new Spot(1, 2), new Price(3, new Spot(4, 5))));
    assertEquals(
        List.of("one", "two"),
        list("select key(c) from Shelf s join s.counts c order by value(c)", String.class));
    assertEquals(
        List.of(2),
        list("select c from Shelf s join s.counts c where key(c) = 'two'", Integer.class));
    assertEquals(
        List.of(Map.entry("two", 2)),
        list("select entry(c) from Shelf s join s.counts c where value(c) > 1", Map.Entry.class));
    assertEquals(
        List.of(new Spot(1, 2)), list("select key(b) from Shelf s join s.board b", Spot.class));
    assertEquals(
        List.of(5),
        list(
            "select value(b).where.y from Shelf s join s.board b where key(b).x = 1 and b.cents ="
                + " 3",
            Integer.class));
    assertEquals(
        List.of("one"),
        list(
            "select key(c) from Shelf s join s.counts c where exists (select 1 from s.counts d"
                + " where value(d) > value(c) and key(d) <> key(c))",
            String.class));
    JpqlSemanticException refused =
        assertThrows(
            JpqlSemanticException.class,
            () -> list("select key(f) from Shelf s join s.falling f", Integer.class));
    assertTrue(refused.getMessage().contains("KEY takes a variable that ranges over a map"));
  }

  @Test
  void merge_copies_maps_and_lists() {
    Shelf detached =
        (Shelf)
            read(
                shelf -> {
                  assertEquals(4, shelf.steps.size());
                  assertEquals(2, shelf.counts.size());
                  return shelf;
                });
    detached.steps.remove("c");
    detached.counts.put("ten", 10);
    unit.inTransaction(manager -> manager.merge(detached));
    assertEquals(List.of("a", "b", "a"), read(shelf -> List.copyOf(shelf.steps)));
    assertEquals(10, read(shelf -> shelf.counts.get("ten")));
  }
}
