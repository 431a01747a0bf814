package io.tiercel.cache;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tiercel.testkit.ArchitectureRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  @Test
  void packages_depend_one_way() {
    ArchitectureRules.noPackageCycles("io.tiercel.cache");
  }

  /// It may jump, and two machines have two: no promise may rest on it.
  @Test
  void nobody_looks_at_the_wall_clock() throws IOException {
    Pattern wallClock =
        Pattern.compile(
            "currentTimeMillis|\\bClock\\b|(Instant|Local\\w+|Zoned\\w+|Offset\\w+)\\.now\\(|new"
                + " Date\\(");
    try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      assertFalse(sources.isEmpty());
      for (Path source : sources) {
        assertFalse(
            wallClock.matcher(Files.readString(source)).find(),
            () -> source + " looks at the wall clock; count by System.nanoTime()");
      }
    }
  }

  @Test
  void public_types_are_documented() {
    ArchitectureRules.publicTypesAreDocumented(Path.of("src/main/java"));
  }
}
