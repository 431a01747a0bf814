package io.tiercel.jpa.row;

import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Equality of column values as the database sees it.
public final class Values {
  private Values() {}

  /// Whether writing `b` over `a` would change nothing.
  public static boolean same(@Nullable Object a, @Nullable Object b) {
    if (a == b) {
      return true;
    }
    if (a == null || b == null) {
      return false;
    }
    if (a instanceof BigDecimal left && b instanceof BigDecimal right) {
      // A numeric column may give 1.50 back for 1.5.
      return left.compareTo(right) == 0;
    }
    if (a instanceof byte[] left && b instanceof byte[] right) {
      return Arrays.equals(left, right);
    }
    return a.equals(b);
  }
}
