package io.tiercel.jpa.mapping;

import java.lang.invoke.MethodType;

/// Wrapper classes of primitives.
final class Boxed {
  private Boxed() {}

  /// The wrapper of a primitive, any other class itself.
  static Class<?> of(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
