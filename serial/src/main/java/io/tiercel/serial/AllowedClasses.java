package io.tiercel.serial;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The classes of which a converter's graphs may hold instances, those of the JDK included.
/// Immutable.
final class AllowedClasses {
  private final Class<?> converter;
  private final List<Class<?>> listed;
  private final Set<Class<?>> classes = new HashSet<>(JdkClasses.ALL);
  private final Set<String> names = new HashSet<>();

  AllowedClasses(Class<?> converter, GraphType type, List<Class<?>> more) {
    this.converter = converter;
    Set<Class<?>> all = new LinkedHashSet<>();
    type.classes().forEach(each -> all.add(element(each)));
    more.forEach(each -> all.add(element(each)));
    all.removeIf(each -> each.isPrimitive() || JdkClasses.ALL.contains(each));
    this.listed = List.copyOf(new ArrayList<>(all));
    for (Class<?> each : listed) {
      for (Class<?> at = each; at != null && at != Object.class; at = at.getSuperclass()) {
        classes.add(at);
      }
    }
    classes.forEach(each -> names.add(each.getName()));
  }

  /// Those that were listed, and are not of the JDK, in the order in which they were: the
  /// attribute's own first.
  List<Class<?>> listed() {
    return listed;
  }

  /// Whether instances of the class, or arrays of them, are allowed.
  boolean contains(Class<?> type) {
    Class<?> element = element(type);
    return element.isPrimitive() || classes.contains(element) || isConstant(element);
  }

  /// As above, by the binary name, without loading the class.
  boolean contains(String name) {
    int dimensions = name.lastIndexOf('[') + 1;
    if (dimensions == 0) {
      return names.contains(name);
    }
    boolean isReference = name.charAt(dimensions) == 'L' && name.endsWith(";");
    return !isReference || names.contains(name.substring(dimensions + 1, name.length() - 1));
  }

  /// @throws ClassNotAllowedException when it is not among them
  void require(Class<?> type) {
    if (!contains(type)) {
      throw refusal(type.getName(), null);
    }
  }

  /// @throws ClassNotAllowedException when it is not among them
  void require(String name) {
    if (!contains(name)) {
      throw refusal(name, null);
    }
  }

  ClassNotAllowedException refusal(
      String name, @org.jspecify.annotations.Nullable Throwable cause) {
    return new ClassNotAllowedException(converter, name, cause);
  }

  /// The class loader that knows the attribute's class.
  ClassLoader loader() {
    return converter.getClassLoader();
  }

  /// A constant of an enum that has a body is of a class of its own.
  private boolean isConstant(Class<?> type) {
    return Enum.class.isAssignableFrom(type)
        && type.getSuperclass() != null
        && type.getSuperclass().isEnum()
        && classes.contains(type.getSuperclass());
  }

  private static Class<?> element(Class<?> type) {
    Class<?> element = type;
    while (element.isArray()) {
      element = element.componentType();
    }
    return element;
  }
}
