package io.tiercel.inside;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.annotation.processing.Processor;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/// Classes that a test compiles: those of an application, which the worker's class path does not
/// have.
///
/// @param directory of the class files
/// @param messages of the compiler
public record Sources(Path directory, boolean isCompiled, String messages) {

  /// Compiles sources by the names of their files.
  public static Sources compile(
      Path directory, Map<String, String> sources, List<Processor> processors) {
    var compiler = ToolProvider.getSystemJavaCompiler();
    var messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      Path sourceDirectory = Files.createTempDirectory(directory, "src");
      Path classes = Files.createTempDirectory(directory, "classes");
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      for (var source : sources.entrySet()) {
        Files.writeString(sourceDirectory.resolve(source.getKey()), source.getValue());
      }
      var paths = sources.keySet().stream().map(sourceDirectory::resolve).toArray(Path[]::new);
      var task =
          compiler.getTask(
              messages,
              files,
              null,
              List.of("-parameters", "-Xlint:all,-processing,-path,-serial"),
              null,
              files.getJavaFileObjects(paths));
      task.setProcessors(processors);
      return new Sources(classes, task.call(), messages.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A compiled class, of a loader of its own.
  public Class<?> load(String name) {
    if (!isCompiled) {
      throw new AssertionError(messages);
    }
    try {
      var loader =
          new URLClassLoader(new URL[] {directory.toUri().toURL()}, Sources.class.getClassLoader());
      return Class.forName(name, true, loader);
    } catch (ClassNotFoundException | MalformedURLException e) {
      throw new AssertionError(e);
    }
  }
}
