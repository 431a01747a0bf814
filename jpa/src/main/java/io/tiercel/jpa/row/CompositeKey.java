package io.tiercel.jpa.row;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/// An id of several columns, as the database compares it: one that it takes for the same is equal.
/// Immutable, safe for any number of threads.
///
/// @param parts the column values in the order of the id's columns
public record CompositeKey(List<Object> parts) implements Comparable<CompositeKey> {

  public CompositeKey {
    List<Object> normal = new ArrayList<>(parts.size());
    parts.forEach(part -> normal.add(normal(part)));
    parts = List.copyOf(normal);
  }

  /// What stands for a value in maps: `1.50` and `1.5` of a numeric column are one, and `0.0` and
  /// `-0.0` of a floating-point one.
  public static Object normal(Object value) {
    // Most ids are of these, and every look-up by id comes by.
    if (value instanceof Long || value instanceof String || value instanceof Integer) {
      return value;
    }
    return switch (value) {
      case BigDecimal number -> number.stripTrailingZeros();
      case Double number when number == 0 -> 0.0;
      case Float number when number == 0 -> 0.0f;
      default -> value;
    };
  }

  /// Part by part; parts that have no order do not count.
  @Override
  @SuppressWarnings("unchecked") // the values of one column are of one class
  public int compareTo(CompositeKey other) {
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i) instanceof Comparable<?> comparable) {
        int byPart = ((Comparable<Object>) comparable).compareTo(other.parts.get(i));
        if (byPart != 0) {
          return byPart;
        }
      }
    }
    return 0;
  }

  /// As errors show it: `(1, EUR)`.
  @Override
  public String toString() {
    return parts.stream().map(Objects::toString).collect(Collectors.joining(", ", "(", ")"));
  }
}
