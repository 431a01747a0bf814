package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What the parameters of a statement are set to, each with the type to declare for it. Kept as two
/// arrays, so that a setter makes no object besides the value. Parameters count from 0.
final class ParameterValues {
  private static final Object UNSET = new Object();

  private final int[] oids;
  private final @Nullable Object[] values;

  ParameterValues(int count) {
    oids = new int[count];
    values = new @Nullable Object[count];
    clear();
  }

  int count() {
    return values.length;
  }

  void set(int index, Parameter parameter) {
    oids[index] = parameter.declaredOid();
    values[index] = parameter.value();
  }

  void clear() {
    Arrays.fill(values, UNSET);
  }

  boolean isSet(int index) {
    return values[index] != UNSET;
  }

  /// Only of one that is set.
  int oid(int index) {
    return oids[index];
  }

  /// Only of one that is set.
  @Nullable Object value(int index) {
    return values[index];
  }

  /// Null if it is not set.
  @Nullable Parameter get(int index) {
    return isSet(index) ? new Parameter(oids[index], values[index]) : null;
  }

  /// All, null where none is set.
  @Nullable Parameter[] all() {
    @Nullable Parameter[] all = new @Nullable Parameter[count()];
    for (int i = 0; i < all.length; i++) {
      all[i] = get(i);
    }
    return all;
  }
}
