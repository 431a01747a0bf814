package io.tiercel.wire.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/// A PostgreSQL type with values to try on it: its edges, and as many random ones as wanted. The
/// values are those that Java and PostgreSQL both hold exactly.
record Sample<T>(
    String type, int oid, Class<T> javaType, List<T> edges, Function<RandomGenerator, T> random) {

  List<T> values(RandomGenerator generator, int randomCount) {
    var values = new ArrayList<>(edges);
    for (int i = 0; i < randomCount; i++) {
      values.add(random.apply(generator));
    }
    return values;
  }

  /// Names the test.
  @Override
  public String toString() {
    return type + " as " + javaType.getSimpleName();
  }
}
