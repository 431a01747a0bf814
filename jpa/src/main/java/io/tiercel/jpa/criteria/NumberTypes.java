package io.tiercel.jpa.criteria;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The types of arithmetic results, by the rules of numeric promotion (specification 4.6.17).
final class NumberTypes {
  private static final List<Class<?>> PROMOTION =
      List.of(
          Byte.class,
          Short.class,
          Integer.class,
          Long.class,
          BigInteger.class,
          BigDecimal.class,
          Float.class,
          Double.class);

  private static final Map<Class<?>, Function<String, Number>> READERS =
      Map.of(
          Byte.class, Byte::valueOf,
          Short.class, Short::valueOf,
          Integer.class, Integer::valueOf,
          Long.class, Long::valueOf,
          BigInteger.class, BigInteger::new,
          BigDecimal.class, BigDecimal::new,
          Float.class, Float::valueOf,
          Double.class, Double::valueOf);

  private NumberTypes() {}

  /// The number that a string spells where numbers are compared, and the string of a number where
  /// strings are; other values as they are. IllegalArgumentException for what spells no number.
  static @Nullable Object ofKind(Class<?> type, @Nullable Object value) {
    var reader = READERS.get(type);
    if (reader != null && value instanceof String spelled) {
      try {
        return reader.apply(spelled.strip());
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "cannot compare %s with \"%s\"\nHint: compare it with a value of type %s."
                .formatted(type.getName(), spelled, type.getSimpleName()),
            e);
      }
    }
    return type == String.class && value instanceof Number number ? number.toString() : value;
  }

  /// Number when one of them is not known.
  static Class<?> promoted(Class<?> left, Class<?> right) {
    int one = PROMOTION.indexOf(left);
    int other = PROMOTION.indexOf(right);
    return one < 0 || other < 0 ? Number.class : PROMOTION.get(Math.max(one, other));
  }
}
