package io.tiercel.jpa.schema;

import jakarta.persistence.PersistenceException;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Writes statements to a script target (Jakarta Persistence 3.2, section 9.4: the properties
/// `jakarta.persistence.schema-generation.scripts.create-target` and `…drop-target`).
public final class SchemaScript {
  private SchemaScript() {}

  /// Writes one statement a line, each with its semicolon.
  ///
  /// @param target a `Writer`, which stays open, or a `Path`, `File`, path or `file:` URL as text,
  ///     which is replaced; PersistenceException names the target that cannot be written
  public static void write(Object target, List<String> statements) {
    String script = String.join("", statements.stream().map(sql -> sql + ";\n").toList());
    try {
      if (target instanceof Writer writer) {
        writer.write(script);
        writer.flush();
      } else {
        Files.writeString(path(target), script);
      }
    } catch (IOException e) {
      throw new PersistenceException("could not write the schema script to " + target, e);
    }
  }

  private static Path path(Object target) {
    return switch (target) {
      case Path path -> path;
      case File file -> file.toPath();
      case String text when text.startsWith("file:") -> Path.of(URI.create(text));
      case String text -> Path.of(text);
      default ->
          throw new PersistenceException(
              "a schema script target is a Writer, a path or a file: URL, got "
                  + target.getClass().getName());
    };
  }
}
