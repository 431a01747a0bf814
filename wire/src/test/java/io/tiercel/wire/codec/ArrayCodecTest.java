package io.tiercel.wire.codec;

import static io.tiercel.wire.codec.Bytes.binary;
import static io.tiercel.wire.codec.Bytes.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.wire.error.CodecException;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What arrays are read as and written from.
class ArrayCodecTest {
  @Test
  void arrays_of_primitives_are_read_and_written() {
    assertArrayEquals(
        new int[] {1, -2},
        binary(Oids.INT4_ARRAY, int[].class, binary(Oids.INT4_ARRAY, new int[] {1, -2})));
    assertArrayEquals(new long[] {7}, text(Oids.INT8_ARRAY, long[].class, "{7}"));
    assertArrayEquals(new long[] {7}, text(Oids.INT4_ARRAY, long[].class, "{7}"));
    assertArrayEquals(new double[] {0.5}, text(Oids.FLOAT8_ARRAY, double[].class, "{0.5}"));
    assertArrayEquals(new boolean[] {true}, text(Oids.BOOL_ARRAY, boolean[].class, "{t}"));
    assertArrayEquals(new short[] {3}, text(Oids.INT2_ARRAY, short[].class, "{3}"));
    assertArrayEquals(
        new int[][] {{1, 2}, {3, 4}},
        binary(
            Oids.INT4_ARRAY, int[][].class, binary(Oids.INT4_ARRAY, new int[][] {{1, 2}, {3, 4}})));
  }

  /// Both ways read what the other writes.
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 100})
  void primitives_have_the_bytes_of_boxes(int size) {
    var random = new java.util.Random(size);
    int[] ints = random.ints(size).toArray();
    byte[] asInts = binary(Oids.INT4_ARRAY, Arrays.stream(ints).boxed().toList());
    assertArrayEquals(asInts, binary(Oids.INT4_ARRAY, ints));
    assertArrayEquals(ints, binary(Oids.INT4_ARRAY, int[].class, asInts));
    long[] longs = random.longs(size).toArray();
    byte[] asLongs = binary(Oids.INT8_ARRAY, Arrays.stream(longs).boxed().toList());
    assertArrayEquals(asLongs, binary(Oids.INT8_ARRAY, longs));
    assertArrayEquals(longs, binary(Oids.INT8_ARRAY, long[].class, asLongs));
    double[] doubles = random.doubles(size).toArray();
    byte[] asDoubles = binary(Oids.FLOAT8_ARRAY, Arrays.stream(doubles).boxed().toList());
    assertArrayEquals(asDoubles, binary(Oids.FLOAT8_ARRAY, doubles));
    assertArrayEquals(doubles, binary(Oids.FLOAT8_ARRAY, double[].class, asDoubles));
    // Of another type than their own they are written one by one.
    assertArrayEquals(asLongs, binary(Oids.INT8_ARRAY, Arrays.stream(longs).boxed().toArray()));
    assertArrayEquals(
        ints,
        Arrays.stream(binary(Oids.INT4_ARRAY, long[].class, asInts))
            .mapToInt(n -> (int) n)
            .toArray());
  }

  @Test
  void elements_whose_lengths_are_right_only_together_are_refused() {
    byte[] value = binary(Oids.INT4_ARRAY, new int[] {0, 0});
    value[23] = 2;
    value[29] = 6;
    assertThrows(CodecException.class, () -> binary(Oids.INT4_ARRAY, int[].class, value));
    byte[] many = binary(Oids.INT4_ARRAY, new int[] {1, 2});
    many[12] = 0x7F;
    assertThrows(CodecException.class, () -> binary(Oids.INT4_ARRAY, int[].class, many));
    byte[] bound = binary(Oids.INT4_ARRAY, new int[] {1, 2});
    bound[19] = 5;
    assertArrayEquals(new int[] {1, 2}, binary(Oids.INT4_ARRAY, int[].class, bound));
  }

  @Test
  void a_NULL_element_is_kept_and_refused_by_primitives() {
    byte[] value = Bytes.binary(Oids.INT4_ARRAY, Arrays.asList(1, null));
    assertArrayEquals(new Integer[] {1, null}, binary(Oids.INT4_ARRAY, Integer[].class, value));
    assertEquals(Arrays.asList(1, null), binary(Oids.INT4_ARRAY, List.class, value));
    var e = assertThrows(CodecException.class, () -> binary(Oids.INT4_ARRAY, int[].class, value));
    assertEquals("22004", e.sqlState());
  }

  @Test
  void collections_of_any_kind_are_written_and_may_be_nested() {
    byte[] expected = Bytes.binary(Oids.INT8_ARRAY, new Long[] {1L, 2L});
    assertArrayEquals(expected, Bytes.binary(Oids.INT8_ARRAY, List.of(1L, 2L)));
    assertArrayEquals(expected, Bytes.binary(Oids.INT8_ARRAY, new LinkedHashSet<>(List.of(1, 2))));
    assertArrayEquals(expected, Bytes.binary(Oids.INT8_ARRAY, new Object[] {1, (short) 2}));
    assertArrayEquals(expected, Bytes.binary(Oids.INT8_ARRAY, new Number[] {1L, 2}));
    byte[] nested = Bytes.binary(Oids.TEXT_ARRAY, List.of(List.of("a", "b"), List.of("c", "d")));
    assertArrayEquals(
        new String[][] {{"a", "b"}, {"c", "d"}}, binary(Oids.TEXT_ARRAY, String[][].class, nested));
    assertEquals(
        List.of(List.of("a", "b"), List.of("c", "d")), binary(Oids.TEXT_ARRAY, List.class, nested));
    assertEquals("{{a,b},{c,d}}", binary(Oids.TEXT_ARRAY, String.class, nested));
  }

  @Test
  void the_default_depth_is_that_of_the_value() {
    assertArrayEquals(
        new Integer[][] {{1}, {2}}, (Object[]) text(Oids.INT4_ARRAY, Object.class, "{{1},{2}}"));
    assertArrayEquals(
        new Integer[][] {{1}, {2}}, text(Oids.INT4_ARRAY, Object[].class, "{{1},{2}}"));
    var e =
        assertThrows(
            CodecException.class, () -> text(Oids.INT4_ARRAY, Integer[].class, "{{1},{2}}"));
    assertTrue(e.toString().contains("2 dimensions as java.lang.Integer[]"), e::toString);
  }

  @Test
  void an_empty_array_fits_every_depth() {
    byte[] empty = Bytes.binary(Oids.INT4_ARRAY, new Integer[0]);
    assertArrayEquals(empty, Bytes.binary(Oids.INT4_ARRAY, List.of(List.of(), List.of())));
    assertEquals(0, binary(Oids.INT4_ARRAY, int[].class, empty).length);
    assertEquals(0, binary(Oids.INT4_ARRAY, Integer[][].class, empty).length);
    assertEquals(List.of(), binary(Oids.INT4_ARRAY, List.class, empty));
    assertEquals("{}", binary(Oids.INT4_ARRAY, String.class, empty));
  }

  @Test
  void bytes_are_an_element_and_not_a_dimension() {
    var value = new byte[][] {{1, 2}, {}};
    byte[] encoded = Bytes.binary(Oids.BYTEA_ARRAY, value);
    assertArrayEquals(value, binary(Oids.BYTEA_ARRAY, byte[][].class, encoded));
    assertArrayEquals(encoded, Bytes.binary(Oids.BYTEA_ARRAY, List.of(value[0], value[1])));
    assertArrayEquals(
        new byte[][][] {{{1}}},
        binary(
            Oids.BYTEA_ARRAY,
            byte[][][].class,
            Bytes.binary(Oids.BYTEA_ARRAY, new byte[][][] {{{1}}})));
  }

  @Test
  void lower_bounds_are_passed_over() {
    assertArrayEquals(new int[] {5, 6}, text(Oids.INT4_ARRAY, int[].class, "[0:1]={5,6}"));
  }

  @Test
  void boxes_are_delimited_by_semicolons() {
    String boxes = "{(1,1),(0,0);(2,2),(1,1)}";
    assertArrayEquals(
        new String[] {"(1,1),(0,0)", "(2,2),(1,1)"}, text(Oids.BOX_ARRAY, String[].class, boxes));
    byte[] written =
        Bytes.encode(
            Codecs.builtin(),
            Oids.BOX_ARRAY,
            Codecs.builtin().parameterFormat(Oids.BOX_ARRAY),
            List.of("(1,1),(0,0)", "(2,2),(1,1)"));
    assertArrayEquals(Bytes.utf8(boxes), written);
  }

  @Test
  void ragged_arrays_and_foreign_elements_are_refused() {
    for (Object value :
        List.of(
            new int[][] {{1}, {2, 3}},
            List.of(List.of(), List.of(1)),
            Arrays.asList(List.of(1), null),
            Arrays.asList(null, List.of(1)),
            List.of(1, "two"),
            List.of(Set.of(1), 2))) {
      var e = assertThrows(CodecException.class, () -> Bytes.binary(Oids.INT4_ARRAY, value));
      assertEquals("42804", e.sqlState());
    }
    assertThrows(CodecException.class, () -> Bytes.binary(Oids.INT4_ARRAY, new String[] {"1"}));
    assertThrows(
        CodecException.class,
        () ->
            Bytes.binary(
                Oids.INT4_ARRAY, List.of(List.of(List.of(List.of(List.of(List.of(List.of(1)))))))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "}",
        "{1",
        "{1,}",
        "{,1}",
        "{1}2",
        "{{1},2}",
        "{1,{2}}",
        "{{1},{2,3}}",
        "{{{{{{{1}}}}}}}",
        "[0:1]",
        "{\"1",
        "{1\\"
      })
  void malformed_text_is_refused(String malformed) {
    assertThrows(CodecException.class, () -> text(Oids.INT4_ARRAY, Object.class, malformed));
  }

  @Test
  void a_list_is_unmodifiable() {
    List<?> list = text(Oids.INT4_ARRAY, List.class, "{1,NULL}");
    assertThrows(UnsupportedOperationException.class, list::removeFirst);
  }
}
