package io.tiercel.jpa.sql;

import io.tiercel.jpa.sql.ResultSetMapping.ClassItem;
import io.tiercel.jpa.sql.ResultSetMapping.ColumnItem;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The classes that the columns of a constructor result are read as: those that the mapping names,
/// else those of the constructor's parameters.
final class ConstructorParameters {
  private ConstructorParameters() {}

  /// The classes in the order of the columns; IllegalArgumentException when no constructor takes
  /// them.
  static List<Class<?>> of(ClassItem item) {
    return Arrays.stream(item.type().getDeclaredConstructors())
        .map(Constructor::getParameterTypes)
        .filter(parameters -> accepts(parameters, item.columns()))
        .findFirst()
        .map(parameters -> classes(parameters, item.columns()))
        .orElseThrow(() -> none(item));
  }

  private static boolean accepts(Class<?>[] parameters, List<ColumnItem> columns) {
    if (parameters.length != columns.size()) {
      return false;
    }
    for (int i = 0; i < parameters.length; i++) {
      Class<?> type = columns.get(i).type();
      if (type != null && !boxed(parameters[i]).isAssignableFrom(boxed(type))) {
        return false;
      }
    }
    return true;
  }

  private static List<Class<?>> classes(Class<?>[] parameters, List<ColumnItem> columns) {
    Class<?>[] classes = new Class<?>[parameters.length];
    for (int i = 0; i < classes.length; i++) {
      Class<?> type = columns.get(i).type();
      classes[i] = boxed(type == null ? parameters[i] : type);
    }
    return List.of(classes);
  }

  private static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }

  private static IllegalArgumentException none(ClassItem item) {
    String wanted =
        item.columns().stream()
            .map(ColumnItem::type)
            .map(type -> type == null ? "?" : type.getSimpleName())
            .collect(Collectors.joining(", ", "(", ")"));
    return new IllegalArgumentException(
        "%s has no constructor that takes %s\nHint: name the types of the columns in @ColumnResult."
            .formatted(item.type().getName(), wanted));
  }
}
