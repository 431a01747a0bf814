package io.tiercel.jdbc.pgjdbc;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.error.SqlState;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// pgjdbc's classes, as the class loader knows them that brought the one which was asked for.
final class PgjdbcClasses {
  private static final Object[] NO_ARGUMENTS = {};

  private final ClassLoader loader;

  PgjdbcClasses(Class<?> asked) {
    loader =
        Objects.requireNonNullElseGet(asked.getClassLoader(), ClassLoader::getSystemClassLoader);
  }

  /// Answers the methods of an interface.
  interface Calls {
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  /// An object of that interface.
  Object implement(String interfaceName, Calls calls) throws SQLException {
    return implement(find(interfaceName), calls);
  }

  private Object implement(Class<?> type, Calls calls) {
    return Proxy.newProxyInstance(
        loader,
        new Class<?>[] {type},
        (proxy, method, arguments) -> {
          if (method.getDeclaringClass() == Object.class) {
            return switch (method.getName()) {
              case "equals" -> proxy == arguments[0];
              case "hashCode" -> System.identityHashCode(proxy);
              default -> type.getSimpleName() + " of Tiercel";
            };
          }
          return calls.call(method, arguments == null ? NO_ARGUMENTS : arguments);
        });
  }

  /// An array of objects of that interface.
  Object array(String interfaceName, List<Calls> calls) throws SQLException {
    Class<?> type = find(interfaceName);
    Object array = Array.newInstance(type, calls.size());
    for (int i = 0; i < calls.size(); i++) {
      Array.set(array, i, implement(type, calls.get(i)));
    }
    return array;
  }

  /// A new object of a class, by its constructor with one parameter.
  Object create(String className, String parameterClass, Object argument) throws SQLException {
    try {
      return find(className).getConstructor(find(parameterClass)).newInstance(argument);
    } catch (ReflectiveOperationException e) {
      throw unknown(className, e);
    }
  }

  /// What a static method with one text as parameter returns.
  Object callStatic(String className, String method, String argument) throws SQLException {
    try {
      return find(className).getMethod(method, String.class).invoke(null, argument);
    } catch (ReflectiveOperationException e) {
      throw unknown(className, e);
    }
  }

  /// Calls a method and throws what it throws.
  static @Nullable Object invoke(Method method, Object target, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNullElse(e.getCause(), e);
    }
  }

  private Class<?> find(String name) throws SQLException {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException e) {
      throw unknown(name, e);
    }
  }

  private static SQLException unknown(String name, ReflectiveOperationException cause) {
    return SqlExceptions.of(
        SqlState.FEATURE_NOT_SUPPORTED,
        "%s is not as in pgjdbc 42.7, which Tiercel knows".formatted(name),
        cause);
  }
}
