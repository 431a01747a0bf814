package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// What make compiles again. It is asked, and compiles nothing.
class MakefileTest {
  @Test
  void every_object_is_compiled_again_when_a_header_changes() throws Exception {
    Path libraries = InsideServer.orSkip().libraries();
    Set<String> objects = names(libraries, ".o");
    assertFalse(objects.isEmpty());
    assertEquals(Set.of(), compiled(libraries));
    for (String header : names(Path.of("pgjava"), ".h")) {
      Path changed = Path.of("pgjava", header + ".h").toAbsolutePath();
      assertEquals(objects, compiled(libraries, "-W", changed.toString()), header);
    }
  }

  /// What make would compile.
  private static Set<String> compiled(Path libraries, String... arguments)
      throws IOException, InterruptedException {
    String[] dryRun = Stream.concat(Stream.of("-n"), Stream.of(arguments)).toArray(String[]::new);
    return InsideServer.make(libraries, dryRun)
        .lines()
        .filter(line -> line.contains(" -c "))
        .map(line -> line.replaceFirst(".* -o (\\S+)\\.o .*", "$1"))
        .collect(Collectors.toSet());
  }

  private static Set<String> names(Path directory, String extension) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> Objects.requireNonNull(file.getFileName()).toString())
          .filter(name -> name.endsWith(extension))
          .map(name -> name.substring(0, name.length() - extension.length()))
          .collect(Collectors.toSet());
    }
  }
}
