package io.tiercel.jpa.mapping.source;

import java.lang.annotation.Annotation;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An annotation read as one of another type that has elements of the same names: `@MapKeyColumn`
/// as `@Column`, `@MapKeyEnumerated` as `@Enumerated`. So what is known of columns of attributes
/// holds for those of map keys.
///
/// @param as the type that it is read as
/// @param source where elements are looked up; null for the defaults of `as`
/// @param instead elements that have another value here
public record AnnotationView<A extends Annotation>(
    Class<A> as, @Nullable Annotation source, Map<String, Object> instead)
    implements InvocationHandler {

  public AnnotationView {
    instead = Map.copyOf(instead);
  }

  public A make() {
    return as.cast(Proxy.newProxyInstance(as.getClassLoader(), new Class<?>[] {as}, this));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments)
      throws ReflectiveOperationException {
    return switch (method.getName()) {
      case "annotationType" -> as;
      case "equals" -> arguments != null && arguments[0] == proxy;
      case "hashCode" -> System.identityHashCode(proxy);
      case "toString" -> "@" + as.getName() + " from " + source;
      default -> element(method);
    };
  }

  private @Nullable Object element(Method element) throws ReflectiveOperationException {
    Object other = instead.get(element.getName());
    if (other != null) {
      return other;
    }
    if (source != null) {
      for (Method method : source.annotationType().getDeclaredMethods()) {
        if (method.getName().equals(element.getName())) {
          return method.invoke(source);
        }
      }
    }
    return element.getDefaultValue();
  }
}
