package io.tiercel.jpa;

import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Fetch;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;

/// Notes which methods of the Criteria API are called, and on what kind of object: a Subquery that
/// is asked whether it is null is another case than a Path that is.
///
/// What it gives stands for the builder's own objects, one for each, and gives such
/// stand-ins again; the builder itself never sees one. To be used by one thread.
@NullUnmarked // a null where none is expected fails the test by itself
final class CriteriaRecorder {
  private static final String API = CriteriaBuilder.class.getPackageName();

  private final Set<String> called = new TreeSet<>();
  private final IdentityHashMap<Object, Object> standIns = new IdentityHashMap<>();
  private final IdentityHashMap<Object, Object> originals = new IdentityHashMap<>();

  CriteriaBuilder of(CriteriaBuilder builder) {
    return (CriteriaBuilder) standIn(builder);
  }

  /// The builder's object behind a stand-in.
  @SuppressWarnings("unchecked") // a stand-in has the interfaces of its original
  <T> T original(T standIn) {
    return (T) unwrapped(standIn);
  }

  /// What was called, as [#methodsOf(Class)] writes it.
  Set<String> called() {
    return called;
  }

  /// Every method that an object of a kind has, whichever interface declares it.
  static Set<String> methodsOf(Class<?> kind) {
    return Stream.of(kind.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(method -> written(kind, method))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String written(Class<?> kind, Method method) {
    return Stream.of(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(
            Collectors.joining(", ", kind.getSimpleName() + "." + method.getName() + "(", ")"));
  }

  private Object standIn(Object original) {
    return standIns.computeIfAbsent(
        original,
        _ -> {
          var kinds = kindsOf(original.getClass());
          Object standIn =
              Proxy.newProxyInstance(
                  CriteriaBuilder.class.getClassLoader(),
                  kinds.toArray(Class<?>[]::new),
                  (self, method, arguments) -> call(self, original, kinds, method, arguments));
          originals.put(standIn, original);
          return standIn;
        });
  }

  private @Nullable Object call(
      Object self, Object original, List<Class<?>> kinds, Method method, Object[] arguments)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> self == arguments[0];
        case "hashCode" -> System.identityHashCode(self);
        default -> original.toString();
      };
    }
    // Here a fetch is also a join, which is more than the interface asks for.
    (kinds.contains(Fetch.class) ? List.<Class<?>>of(Fetch.class) : kinds)
        .forEach(kind -> called.add(written(kind, method)));
    try {
      return wrapped(method.invoke(original, (Object[]) unwrapped(arguments)));
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /// The interfaces of the API that a class has and of which it has none below.
  private static List<Class<?>> kindsOf(Class<?> type) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> one = type; one != null; one = one.getSuperclass()) {
      gather(one, all);
    }
    return all.stream()
        .filter(one -> all.stream().noneMatch(other -> other != one && one.isAssignableFrom(other)))
        .toList();
  }

  private static void gather(Class<?> type, Set<Class<?>> found) {
    for (Class<?> above : type.getInterfaces()) {
      if (above.getPackageName().equals(API)) {
        found.add(above);
      }
      gather(above, found);
    }
  }

  private @Nullable Object wrapped(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Set<?> items ->
          items.stream().map(this::wrapped).collect(Collectors.toCollection(LinkedHashSet::new));
      case List<?> items -> new ArrayList<>(items.stream().map(this::wrapped).toList());
      case Object item -> kindsOf(item.getClass()).isEmpty() ? item : standIn(item);
    };
  }

  private @Nullable Object unwrapped(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Object[] items -> {
        var copy = (Object[]) Array.newInstance(items.getClass().getComponentType(), items.length);
        for (int i = 0; i < items.length; i++) {
          copy[i] = unwrapped(items[i]);
        }
        yield copy;
      }
      case Set<?> items ->
          items.stream().map(this::unwrapped).collect(Collectors.toCollection(LinkedHashSet::new));
      case Collection<?> items -> new ArrayList<>(items.stream().map(this::unwrapped).toList());
      case Object item -> originals.getOrDefault(item, item);
    };
  }
}
