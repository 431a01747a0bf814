package io.tiercel.jpa.mapping.member;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Optional;
import java.util.stream.Stream;

/// Finds the setter of a persistent property.
public final class Setters {
  private Setters() {}

  /// The method `setX(T)` for `T getX()` or `boolean isX()`: of the same class, or one that it
  /// inherits.
  public static Optional<Method> of(Method getter) {
    Class<?> type = getter.getDeclaringClass();
    return Stream.<Class<?>>iterate(type, up -> up != null, up -> up.getSuperclass())
        .flatMap(up -> Stream.of(up.getDeclaredMethods()))
        .filter(method -> isSetter(method, getter))
        .filter(method -> isCalledFrom(type, method))
        .findFirst();
  }

  private static boolean isSetter(Method method, Method getter) {
    String name = "set" + getter.getName().substring(getter.getName().startsWith("is") ? 2 : 3);
    return method.getName().equals(name)
        && !method.isBridge()
        && method.getParameterCount() == 1
        && method.getParameterTypes()[0] == getter.getReturnType();
  }

  /// Whether code that stands beside a class, in its nest, may call the method on its instances. It
  /// is no subclass, so that `protected` is for it as good as nothing.
  private static boolean isCalledFrom(Class<?> type, Method method) {
    Class<?> declaring = method.getDeclaringClass();
    int modifiers = method.getModifiers();
    return declaring == type
        || Modifier.isPublic(modifiers)
        || (!Modifier.isPrivate(modifiers)
            && declaring.getClassLoader() == type.getClassLoader()
            && declaring.getPackageName().equals(type.getPackageName()));
  }
}
