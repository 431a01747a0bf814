package io.tiercel.serial;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What all formats have to keep.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(120)
class GraphConverterTest {
  @SuppressWarnings("ImmutableEnumChecker") // constructors
  enum Kind {
    JAVA(OrderConverters.ByJava::new, OrderConverters.NoCardByJava::new),
    JSON(OrderConverters.ByJson::new, OrderConverters.NoCardByJson::new),
    XML(OrderConverters.ByXml::new, OrderConverters.NoCardByXml::new),
    KRYO(OrderConverters.ByKryo::new, OrderConverters.NoCardByKryo::new),
    FORY(OrderConverters.ByFory::new, OrderConverters.NoCardByFory::new);

    final Supplier<GraphConverter<PlacedOrder, ?>> all;
    final Supplier<GraphConverter<PlacedOrder, ?>> withoutCards;

    Kind(
        Supplier<GraphConverter<PlacedOrder, ?>> all,
        Supplier<GraphConverter<PlacedOrder, ?>> withoutCards) {
      this.all = all;
      this.withoutCards = withoutCards;
    }
  }

  @SuppressWarnings("unchecked") // what one has written, one of its format reads
  static <T> T read(GraphConverter<T, ?> converter, Object stored) {
    return ((GraphConverter<T, Object>) converter).convertToEntityAttribute(stored);
  }

  private static byte[] bytes(Object stored) {
    return stored instanceof String text
        ? text.getBytes(StandardCharsets.UTF_8)
        : ((byte[]) stored).clone();
  }

  /// Bytes as what is stored by somebody who stores the like of `model`.
  private static Object like(Object model, byte[] bytes) {
    return model instanceof String ? new String(bytes, StandardCharsets.UTF_8) : bytes;
  }

  @ParameterizedTest
  @EnumSource
  void an_order_comes_back_as_it_was(Kind kind) {
    var converter = kind.all.get();
    for (int lines : new int[] {0, 1, 2, 100}) {
      PlacedOrder order = PlacedOrder.of(lines);
      Object stored = converter.convertToDatabaseColumn(order);
      assertEquals(order.describe(), read(converter, stored).describe());
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_same_graph_is_always_stored_as_the_same(Kind kind) {
    var converter = kind.all.get();
    Object stored = converter.convertToDatabaseColumn(PlacedOrder.of(7));
    assertArrayEquals(
        bytes(stored), bytes(kind.all.get().convertToDatabaseColumn(PlacedOrder.of(7))));
    assertArrayEquals(
        bytes(stored), bytes(converter.convertToDatabaseColumn(read(converter, stored))));
  }

  @ParameterizedTest
  @EnumSource
  void null_is_stored_as_null(Kind kind) {
    var converter = kind.all.get();
    assertNull(converter.convertToDatabaseColumn(null));
    assertNull(read(converter, null));
  }

  @ParameterizedTest
  @EnumSource
  void a_class_that_is_not_allowed_is_not_written(Kind kind) {
    var converter = kind.withoutCards.get();
    assertNotNull(converter.convertToDatabaseColumn(PlacedOrder.of(1)));
    var refused =
        assertThrows(
            ClassNotAllowedException.class,
            () -> converter.convertToDatabaseColumn(PlacedOrder.of(2)));
    assertEquals(PlacedOrder.Card.class.getName(), refused.className());
    assertTrue(refused.getMessage().contains(converter.getClass().getName()), refused::getMessage);
    assertTrue(refused.getMessage().contains("PlacedOrder.Card.class"), refused::getMessage);
    // It is as good as before.
    assertNotNull(converter.convertToDatabaseColumn(PlacedOrder.of(1)));
  }

  @ParameterizedTest
  @EnumSource
  void a_class_that_is_not_allowed_is_not_read(Kind kind) {
    Object stored = kind.all.get().convertToDatabaseColumn(PlacedOrder.of(2));
    var converter = kind.withoutCards.get();
    var refused = assertThrows(GraphException.class, () -> read(converter, stored));
    if (kind == Kind.KRYO || kind == Kind.FORY) {
      // Kryo stores a number, and Fory does not say which name it has met.
      assertTrue(refused.getMessage().contains("\nHint: list "), refused::getMessage);
    } else {
      assertTrue(refused instanceof ClassNotAllowedException, refused::toString);
      assertTrue(
          refused.getMessage().contains(PlacedOrder.Card.class.getName()), refused::getMessage);
      assertTrue(refused.getMessage().contains("Hint: "), refused::getMessage);
    }
    Object fine = kind.withoutCards.get().convertToDatabaseColumn(PlacedOrder.of(1));
    assertEquals(PlacedOrder.of(1).describe(), read(converter, fine).describe());
  }

  @ParameterizedTest
  @EnumSource
  void what_ends_early_is_refused(Kind kind) {
    var converter = kind.all.get();
    Object stored = converter.convertToDatabaseColumn(PlacedOrder.of(2));
    byte[] whole = bytes(stored);
    for (int length = 0; length < whole.length; length++) {
      Object cut = like(stored, java.util.Arrays.copyOf(whole, length));
      assertThrows(GraphException.class, () -> read(converter, cut), "after " + length);
    }
  }

  @ParameterizedTest
  @EnumSource
  void what_has_more_behind_it_is_refused(Kind kind) {
    var converter = kind.all.get();
    Object stored = converter.convertToDatabaseColumn(PlacedOrder.of(1));
    byte[] whole = bytes(stored);
    byte[] more = java.util.Arrays.copyOf(whole, whole.length + 3);
    java.util.Arrays.fill(more, whole.length, more.length, (byte) 'x');
    assertThrows(GraphException.class, () -> read(converter, like(stored, more)));
  }

  @ParameterizedTest
  @EnumSource
  void what_is_corrupt_is_refused_or_read_and_nothing_else_happens(Kind kind) {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var converter = kind.all.get();
    PlacedOrder order = PlacedOrder.of(3);
    Object stored = converter.convertToDatabaseColumn(order);
    byte[] whole = bytes(stored);
    int refused = 0;
    for (int i = 0; i < 5_000; i++) {
      byte[] changed = whole.clone();
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
      }
      byte[] given = changed.clone();
      try {
        read(converter, like(stored, given));
      } catch (GraphException e) {
        refused++;
      } catch (Throwable e) {
        throw new AssertionError(kind + " with seed " + seed, e);
      }
      assertArrayEquals(changed, given, "the row's bytes are not written to");
    }
    assertTrue(refused > 500, "only " + refused + " of 5,000 were refused, seed " + seed);
    assertEquals(order.describe(), read(converter, stored).describe());
  }

  @ParameterizedTest
  @EnumSource
  void threads_share_a_converter(Kind kind) throws Exception {
    var converter = kind.all.get();
    List<Callable<String>> tasks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      int lines = i % 20;
      tasks.add(
          () -> {
            for (int turn = 0; turn < 20; turn++) {
              Object stored = converter.convertToDatabaseColumn(PlacedOrder.of(lines));
              assertEquals(PlacedOrder.of(lines).describe(), read(converter, stored).describe());
            }
            return "done";
          });
    }
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<String> done : threads.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        assertEquals("done", done.get());
      }
    }
  }

  static final class TableByXml extends XmlConverter<java.util.Map<String, List<Integer>>> {}

  @Test
  void xml_stores_nothing_that_it_could_not_read() {
    var converter = new TableByXml();
    for (var table :
        List.of(java.util.Map.of("a", List.of(1, 2)), java.util.Map.of("a", List.<Integer>of()))) {
      var refused =
          assertThrows(GraphException.class, () -> converter.convertToDatabaseColumn(table));
      assertTrue(refused.getMessage().contains("keep it as JSON"), refused::getMessage);
    }
  }

  @Test
  void a_converter_says_which_type_it_is_for() {
    @SuppressWarnings({"rawtypes", "unchecked"}) // that is what is refused
    final class Raw extends JsonConverter {
      Raw() {}
    }
    var refused = assertThrows(GraphException.class, Raw::new);
    assertTrue(refused.getMessage().contains("extend JsonConverter<"), refused::getMessage);
  }

  static final class LinesByJson extends JsonConverter<List<PlacedOrder.Transfer>> {
    LinesByJson() {}
  }

  static final class LinesByKryo extends KryoConverter<List<PlacedOrder.Transfer>> {
    LinesByKryo() {}
  }

  @Test
  void the_type_may_be_a_collection() {
    List<PlacedOrder.Transfer> all =
        List.of(
            new PlacedOrder.Transfer("a", new byte[] {1}),
            new PlacedOrder.Transfer("b", new byte[] {2}));
    for (GraphConverter<List<PlacedOrder.Transfer>, ?> converter :
        List.of(new LinesByJson(), new LinesByKryo())) {
      var back = read(converter, converter.convertToDatabaseColumn(all));
      assertEquals(List.of("a", "b"), back.stream().map(each -> each.account).toList());
    }
  }
}
