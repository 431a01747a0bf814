package io.tiercel.jdbc.contract;

import io.tiercel.jdbc.TiercelDriver;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// The interfaces that JDBC 4.3 has, as the JDK at hand lists them, and the classes of the driver.
final class JdbcInterfaces {
  private static final List<String> MODULES = List.of("java.sql", "java.transaction.xa");
  private static final String SUFFIX = ".class";

  private JdbcInterfaces() {}

  /// All of `java.sql`, `javax.sql` and `javax.transaction.xa`, by name.
  static List<Class<?>> all() throws IOException {
    var found = Stream.<Class<?>>builder();
    for (String name : MODULES) {
      try (var module = ModuleFinder.ofSystem().find(name).orElseThrow().open();
          var files = module.list()) {
        files
            .filter(file -> file.matches("javax?/(sql|transaction/xa)/\\w+\\.class"))
            .map(JdbcInterfaces::named)
            .filter(type -> type.isInterface() && Modifier.isPublic(type.getModifiers()))
            .forEach(found);
      }
    }
    return found.build().sorted(Comparator.comparing(Class::getName)).toList();
  }

  /// The methods that objects have by an interface, those with a body of their own too.
  static List<Method> methods(Class<?> type) {
    return Stream.of(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .toList();
  }

  /// The classes of the driver that implement an interface.
  static List<String> implementers(Class<?> type) throws IOException, URISyntaxException {
    Path root =
        Path.of(TiercelDriver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (var files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(file -> file.endsWith(SUFFIX) && !file.startsWith("module-info"))
          .map(JdbcInterfaces::named)
          .filter(found -> type.isAssignableFrom(found) && !found.isInterface())
          .map(Class::getSimpleName)
          .sorted()
          .toList();
    }
  }

  private static Class<?> named(String file) {
    String name = file.substring(0, file.length() - SUFFIX.length()).replace('/', '.');
    try {
      return Class.forName(name, false, JdbcInterfaces.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
