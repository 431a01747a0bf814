package io.tiercel.wire;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// libpq's connection service file: sections `[name]` of lines `setting=value`; lines that begin
/// with `#` are comments.
final class ServiceFile {
  private ServiceFile() {}

  /// The settings of a service: from the user's file, or else from the system's.
  ///
  /// @throws UsageException if no file defines it, or a line is malformed
  static Map<String, String> read(String service, Surroundings surroundings) {
    for (Path file : files(surroundings)) {
      if (Files.exists(file)) {
        Map<String, String> settings = section(service, file);
        if (settings != null) {
          return settings;
        }
      }
    }
    throw new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        "service \"%s\" is not defined in %s\nHint: add a section [%s] there, or set PGSERVICEFILE."
            .formatted(service, files(surroundings), service));
  }

  private static List<Path> files(Surroundings surroundings) {
    var files = new ArrayList<Path>();
    String named = surroundings.variable("PGSERVICEFILE");
    files.add(named == null ? surroundings.home().resolve(".pg_service.conf") : Path.of(named));
    String directory = surroundings.variable("PGSYSCONFDIR");
    if (directory != null) {
      files.add(Path.of(directory).resolve("pg_service.conf"));
    }
    return files;
  }

  private static @Nullable Map<String, String> section(String service, Path file) {
    Map<String, String> settings = null;
    int number = 0;
    for (String line : lines(file)) {
      number++;
      String text = line.strip();
      if (text.startsWith("[")) {
        if (settings != null) {
          return settings;
        }
        if (text.equals("[" + service + "]")) {
          settings = new LinkedHashMap<>();
        }
      } else if (settings != null && !text.isEmpty() && !text.startsWith("#")) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
          throw malformed(file, number, "expected setting=value");
        }
        String name = text.substring(0, equals).strip();
        if (name.equals("service")) {
          throw malformed(file, number, "a service cannot refer to another one");
        }
        settings.put(name, text.substring(equals + 1).strip());
      }
    }
    return settings;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UsageException(
          SqlState.INVALID_PARAMETER_VALUE,
          "could not read service file %s: %s".formatted(file, e.getMessage()),
          e);
    }
  }

  private static UsageException malformed(Path file, int line, String reason) {
    return new UsageException(
        SqlState.INVALID_PARAMETER_VALUE,
        "malformed line %d of service file %s: %s".formatted(line, file, reason));
  }
}
