package io.tiercel.inside.jar;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The loaders of all databases of a worker: static state is never shared between databases, be
/// their jars the same. Safe for any thread.
public final class DatabaseLoaders {
  private final ClassLoader parent;
  private final Map<String, JarLoaders> byDatabase = new ConcurrentHashMap<>();

  /// @param parent has the worker's classes and those of `pgjava.class_path`
  public DatabaseLoaders(ClassLoader parent) {
    this.parent = parent;
  }

  /// The loaders of one database.
  public JarLoaders ofDatabase(String database) {
    return byDatabase.computeIfAbsent(database, _ -> new JarLoaders(parent));
  }
}
