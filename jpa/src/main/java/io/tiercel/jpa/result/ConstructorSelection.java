package io.tiercel.jpa.result;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.query.EntitySelection;
import io.tiercel.jpa.query.Selection;
import jakarta.persistence.PersistenceException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The constructor that `new View(a, b)` means: the one whose parameters take the arguments' types
/// (Jakarta Persistence 3.2, section 4.8.2).
public final class ConstructorSelection {
  private ConstructorSelection() {}

  /// Makes sure that there is one; IllegalArgumentException with those there are, else.
  public static void check(Selection.Constructed constructed) {
    var unused = constructor(constructed);
  }

  private static Constructor<?> constructor(Selection.Constructed constructed) {
    Class<?> type = constructed.type();
    for (Selection argument : constructed.arguments()) {
      if (argument instanceof Selection.Embedded embedded && embedded.owner() != null) {
        throw new IllegalArgumentException(
            "%s cannot be an argument of the constructor of %s: its collections and inverse sides are read after it\nHint: select it as an item of an Object[] or a Tuple, or select the entity that has it."
                .formatted(embedded.attribute().javaType().getName(), type.getName()));
      }
    }
    List<Class<?>> arguments =
        constructed.arguments().stream().<Class<?>>map(ConstructorSelection::type).toList();
    return Arrays.stream(type.getDeclaredConstructors())
        .filter(candidate -> accepts(candidate.getParameterTypes(), arguments))
        .findFirst()
        .orElseThrow(() -> noConstructor(type, arguments));
  }

  /// A handle that takes an `Object[]` of the arguments.
  static MethodHandle handle(Selection.Constructed constructed) {
    Constructor<?> constructor = constructor(constructed);
    try {
      constructor.setAccessible(true);
      return MethodHandles.lookup()
          .unreflectConstructor(constructor)
          .asType(constructorType(constructor).changeReturnType(Object.class))
          .asSpreader(Object[].class, constructor.getParameterCount())
          .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (IllegalAccessException e) {
      throw new PersistenceException("cannot call " + constructor, e);
    }
  }

  private static MethodType constructorType(Constructor<?> constructor) {
    return MethodType.methodType(Object.class, constructor.getParameterTypes());
  }

  static Object invoke(MethodHandle constructor, Class<?> type, @Nullable Object[] arguments) {
    try {
      return (Object) constructor.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new PersistenceException("the constructor of " + type.getName() + " failed", e);
    }
  }

  private static IllegalArgumentException noConstructor(Class<?> type, List<Class<?>> arguments) {
    String wanted =
        arguments.stream().map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ")"));
    String present =
        Arrays.stream(type.getDeclaredConstructors())
            .map(
                constructor ->
                    Arrays.stream(constructor.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", ", "(", ")")))
            .collect(Collectors.joining(" "));
    return new IllegalArgumentException(
        "%s has no constructor for the selected types %s, it has %s"
            .formatted(type.getName(), wanted, present));
  }

  private static Class<?> type(Selection selection) {
    return switch (selection) {
      case EntitySelection entity -> entity.mapping().javaType();
      case Selection.Scattered entity -> entity.mapping().javaType();
      case Selection.Constructed constructed -> constructed.type();
      case Selection.Embedded embedded -> embedded.attribute().javaType();
      // What a conversion makes of a column is known only to itself.
      case Selection.Scalar scalar -> hasConversion(scalar) ? Object.class : scalar.columnType();
    };
  }

  private static boolean hasConversion(Selection.Scalar scalar) {
    Conversion conversion = scalar.conversion();
    return conversion != null;
  }

  private static boolean accepts(Class<?>[] parameters, List<Class<?>> arguments) {
    if (parameters.length != arguments.size()) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      Class<?> boxed = MethodType.methodType(parameters[i]).wrap().returnType();
      Class<?> argument = arguments.get(i);
      if (argument != Object.class && !boxed.isAssignableFrom(argument)) {
        return false;
      }
    }
    return true;
  }
}
