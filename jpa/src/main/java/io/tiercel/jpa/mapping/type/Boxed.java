package io.tiercel.jpa.mapping.type;

import java.lang.invoke.MethodType;

/// Wrapper classes of primitives.
public final class Boxed {
  private Boxed() {}

  /// The wrapper of a primitive, any other class itself.
  public static Class<?> of(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
