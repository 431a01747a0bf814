package io.tiercel.jpa.mapping.member;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/// Tells getters from other methods, and the properties that they read.
public final class Getters {
  private Getters() {}

  /// The property that a getter reads, null when the method is no getter (JavaBeans, 8.3.1).
  public static @Nullable String propertyName(Method method) {
    if (method.getParameterCount() != 0 || method.getReturnType() == void.class) {
      return null;
    }
    String name = method.getName();
    if (name.startsWith("get") && name.length() > 3 && !name.equals("getClass")) {
      return decapitalize(name.substring(3));
    }
    if (name.startsWith("is")
        && name.length() > 2
        && (method.getReturnType() == boolean.class || method.getReturnType() == Boolean.class)) {
      return decapitalize(name.substring(2));
    }
    return null;
  }

  /// JavaBeans 8.8: `URL` stays as it is, `Name` becomes `name`.
  private static String decapitalize(String name) {
    boolean acronym =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return acronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}
