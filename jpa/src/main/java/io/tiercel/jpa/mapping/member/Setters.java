package io.tiercel.jpa.mapping.member;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the setter of a persistent property.
public final class Setters {
  private Setters() {}

  /// The method `setX(T)` beside `T getX()` or `boolean isX()` in the same class.
  public static Optional<Method> of(Method getter) {
    String name = "set" + getter.getName().substring(getter.getName().startsWith("is") ? 2 : 3);
    return Stream.of(getter.getDeclaringClass().getDeclaredMethods())
        .filter(method -> method.getName().equals(name) && !method.isBridge())
        .filter(method -> method.getParameterCount() == 1)
        .filter(method -> method.getParameterTypes()[0] == getter.getReturnType())
        .findFirst();
  }
}
