package io.tiercel.jpa.criteria;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

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

  private NumberTypes() {}

  /// Number when one of them is not known.
  static Class<?> promoted(Class<?> left, Class<?> right) {
    int one = PROMOTION.indexOf(left);
    int other = PROMOTION.indexOf(right);
    return one < 0 || other < 0 ? Number.class : PROMOTION.get(Math.max(one, other));
  }
}
