package io.tiercel.lab.inside;

import io.tiercel.lab.cli.CommandFailure;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The classes of a jar file that have functions, as its annotation processor listed them. They are
/// loaded, but not initialized. Close it when they are not needed any more.
record JarFileClasses(URLClassLoader loader, List<Class<?>> classes) implements AutoCloseable {
  private static final String INDEX = "META-INF/pgjava.classes";

  static JarFileClasses open(Path jar) throws IOException {
    var loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, JarFileClasses.class.getClassLoader());
    try {
      List<Class<?>> classes = new ArrayList<>();
      for (String name : index(jar, loader)) {
        classes.add(Class.forName(name, false, loader));
      }
      return new JarFileClasses(loader, classes);
    } catch (ClassNotFoundException e) {
      loader.close();
      throw new CommandFailure(
          "%s lists class %s and does not have it".formatted(jar, e.getMessage()), null, e);
    } catch (IOException | CommandFailure e) {
      loader.close();
      throw e;
    }
  }

  private static List<String> index(Path jar, URLClassLoader loader) throws IOException {
    URL index = loader.findResource(INDEX);
    if (index == null) {
      throw new CommandFailure(
          "%s has no %s".formatted(jar, INDEX),
          "Compile it with the annotation processor of tiercel-inside.");
    }
    var connection = index.openConnection();
    connection.setUseCaches(false); // or the file would stay open, and be read when it has changed
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isBlank())
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
