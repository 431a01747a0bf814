package io.tiercel.jpa.orm;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An annotation instance made of values, the others being the defaults. It equals annotations of
/// the same values that the compiler wrote, as [Annotation#equals] asks, except that those may not
/// know it: arrays are compared by elements here as there.
final class AnnotationProxy implements InvocationHandler {
  private final Class<? extends Annotation> type;
  private final Map<String, Object> values;

  private AnnotationProxy(Class<? extends Annotation> type, Map<String, Object> values) {
    this.type = type;
    this.values = values;
  }

  /// IllegalArgumentException naming the member when one without a default is missing.
  static <A extends Annotation> A of(Class<A> type, Map<String, ?> given) {
    Map<String, Object> values = new HashMap<>();
    for (Method member : type.getDeclaredMethods()) {
      Object value = given.get(member.getName());
      if (value == null) {
        value = member.getDefaultValue();
      }
      if (value == null) {
        throw new IllegalArgumentException(member.getName());
      }
      values.put(member.getName(), value);
    }
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(), new Class<?>[] {type}, new AnnotationProxy(type, values)));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
    return switch (method.getName()) {
      case "annotationType" -> type;
      case "toString" -> "@" + type.getName() + values;
      case "hashCode" -> hash();
      case "equals" -> isSame(Objects.requireNonNull(arguments)[0]);
      default -> copied(Objects.requireNonNull(values.get(method.getName())));
    };
  }

  private static Object copied(Object value) {
    return value instanceof Object[] array ? array.clone() : value;
  }

  private int hash() {
    int sum = 0;
    for (Map.Entry<String, Object> value : values.entrySet()) {
      Object member = value.getValue();
      int own = member instanceof Object[] array ? Arrays.hashCode(array) : member.hashCode();
      sum += (127 * value.getKey().hashCode()) ^ own;
    }
    return sum;
  }

  private boolean isSame(@Nullable Object other) {
    if (!type.isInstance(other)) {
      return false;
    }
    for (Method member : type.getDeclaredMethods()) {
      try {
        member.setAccessible(true);
        if (!Objects.deepEquals(values.get(member.getName()), member.invoke(other))) {
          return false;
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("could not read " + member, e);
      }
    }
    return true;
  }
}
