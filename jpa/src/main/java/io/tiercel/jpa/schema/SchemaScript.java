package io.tiercel.jpa.schema;

import jakarta.persistence.PersistenceException;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
    write(target, statements, StandardOpenOption.TRUNCATE_EXISTING);
  }

  /// As [#write], but behind what is in the file.
  public static void append(Object target, List<String> statements) {
    write(target, statements, StandardOpenOption.APPEND);
  }

  private static void write(Object target, List<String> statements, OpenOption option) {
    String script = String.join("", statements.stream().map(sql -> sql + ";\n").toList());
    try {
      if (target instanceof Writer writer) {
        writer.write(script);
        writer.flush();
      } else {
        Files.writeString(
            path(target), script, StandardOpenOption.CREATE, StandardOpenOption.WRITE, option);
      }
    } catch (IOException | IllegalArgumentException e) {
      throw new PersistenceException("could not write the schema script to " + target, e);
    }
  }

  /// Whether both are the same file or writer.
  public static boolean isSameTarget(Object one, Object other) {
    if (one instanceof Writer || other instanceof Writer) {
      return one == other;
    }
    return path(one).toAbsolutePath().normalize().equals(path(other).toAbsolutePath().normalize());
  }

  private static Path path(Object target) {
    return switch (target) {
      case Path path -> path;
      case File file -> file.toPath();
      case URI uri -> Path.of(uri);
      case String text when text.startsWith("file:") -> fileUrl(URI.create(text));
      case String text -> Path.of(text);
      default ->
          throw new PersistenceException(
              "a schema script target is a Writer, a path or a file: URL, got "
                  + target.getClass().getName());
    };
  }

  /// A `file:` URL without a slash is relative.
  private static Path fileUrl(URI uri) {
    return uri.isOpaque() ? Path.of(uri.getSchemeSpecificPart()) : Path.of(uri);
  }
}
