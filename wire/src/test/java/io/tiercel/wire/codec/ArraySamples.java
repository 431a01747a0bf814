package io.tiercel.wire.codec;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Arrays of the other samples: empty, with NULLs, in one to three dimensions, and large.
final class ArraySamples {
  private static final int MAX_ELEMENT_BYTES = 1 << 10;
  private static final int LARGE_LENGTH = 40_000;

  /// One type of fixed and one of any length are enough to be longer than any buffer.
  private static final Set<String> LARGE = Set.of("int4", "text");

  private ArraySamples() {}

  static Sample<Object> of(Sample<?> element) {
    List<?> edges = element.edges().stream().filter(ArraySamples::isSmall).toList();
    return new Sample<>(
        element.type() + "[]",
        Codecs.builtin().arrayOid(element.oid()),
        Object.class,
        edges(element, edges),
        random -> array(element, edges, random));
  }

  /// A long element is tried by itself; hundreds of them would only be slow.
  private static boolean isSmall(Object value) {
    return switch (value) {
      case String text -> text.length() < MAX_ELEMENT_BYTES;
      case byte[] bytes -> bytes.length < MAX_ELEMENT_BYTES;
      case java.math.BigDecimal number -> number.precision() < 100 && number.scale() < 100;
      default -> true;
    };
  }

  private static List<Object> edges(Sample<?> element, List<?> values) {
    var edges = new ArrayList<Object>();
    edges.add(Array.newInstance(element.javaType(), 0));
    edges.add(Array.newInstance(element.javaType(), 1));
    Object all = Array.newInstance(element.javaType(), values.size() + 1);
    for (int i = 0; i < values.size(); i++) {
      Array.set(all, i, values.get(i));
    }
    edges.add(all);
    if (LARGE.contains(element.type())) {
      edges.add(large(element, values));
    }
    return edges;
  }

  private static Object large(Sample<?> element, List<?> values) {
    Object large = Array.newInstance(element.javaType(), LARGE_LENGTH);
    for (int i = 0; i < LARGE_LENGTH; i++) {
      Array.set(large, i, values.get(i % values.size()));
    }
    return large;
  }

  private static Object array(Sample<?> element, List<?> edges, RandomGenerator random) {
    int[] dimensions = new int[1 + random.nextInt(3)];
    for (int i = 0; i < dimensions.length; i++) {
      dimensions[i] = 1 + random.nextInt(4);
    }
    Object array = Array.newInstance(element.javaType(), dimensions);
    fill(array, element, edges, dimensions.length, random);
    return array;
  }

  private static void fill(
      Object array, Sample<?> element, List<?> edges, int depth, RandomGenerator random) {
    for (int i = 0; i < Array.getLength(array); i++) {
      if (depth > 1) {
        fill(Array.get(array, i), element, edges, depth - 1, random);
      } else {
        Array.set(
            array,
            i,
            switch (random.nextInt(5)) {
              case 0 -> null;
              case 1 -> edges.get(random.nextInt(edges.size()));
              default -> element.random().apply(random);
            });
      }
    }
  }
}
