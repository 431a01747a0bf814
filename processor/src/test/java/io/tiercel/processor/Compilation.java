package io.tiercel.processor;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/// The compilation of one source with the processor. It must succeed without warnings, generated
/// classes included.
///
/// @param directory of the generated sources
record Compilation(Path directory) {

  static Compilation of(Path directory, String source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    Path file = Files.writeString(directory.resolve("Source.java"), source);
    var messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
      files.setLocationFromPaths(StandardLocation.SOURCE_OUTPUT, List.of(directory));
      var task =
          compiler.getTask(
              messages,
              files,
              null,
              List.of("-Xlint:all,-processing,-serial,-rawtypes,-auxiliaryclass,-path"),
              null,
              files.getJavaFileObjects(file));
      task.setProcessors(List.of(new MetamodelProcessor()));
      if (!task.call() || messages.toString().contains("warning")) {
        throw new AssertionError(messages.toString());
      }
    }
    return new Compilation(directory);
  }

  /// The generated source of that class.
  String generated(String className) throws IOException {
    String source = find(className);
    if (source == null) {
      throw new AssertionError(className + " was not generated");
    }
    return source;
  }

  /// The generated source of that class, or null.
  @Nullable String find(String className) throws IOException {
    Path file = directory.resolve(className.replace('.', '/') + ".java");
    return Files.exists(file) ? Files.readString(file) : null;
  }
}
