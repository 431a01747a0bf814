package io.tiercel.jpa.orm;

import io.tiercel.jpa.xml.XmlElement;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the classes that a mapping file names: by their full name, or within its package.
///
/// @param packageName of names without a dot, null for none
record XmlTypes(ClassLoader loader, @Nullable String packageName) {
  private static final Map<String, Class<?>> PRIMITIVES =
      Map.of(
          "boolean", boolean.class,
          "byte", byte.class,
          "short", short.class,
          "char", char.class,
          "int", int.class,
          "long", long.class,
          "float", float.class,
          "double", double.class,
          "void", void.class);

  Class<?> load(String name, XmlElement element) {
    Class<?> primitive = PRIMITIVES.get(name);
    if (primitive != null) {
      return primitive;
    }
    Class<?> found = packageName == null ? null : find(packageName + "." + name);
    if (found == null) {
      found = find(name);
    }
    if (found == null) {
      found = find("java.lang." + name);
    }
    if (found == null) {
      throw element.refusal(
          "class %s is not on the class path".formatted(name),
          "write its full name, or its name within <package>.");
    }
    return found;
  }

  private @Nullable Class<?> find(String name) {
    try {
      return Class.forName(name, false, loader);
    } catch (ClassNotFoundException absent) {
      return null;
    }
  }
}
