package io.tiercel.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The README's example does what the README says, with nothing on the class path but what its
/// dependency snippet brings.
class ReadmeTest {
  private static final int DEADLINE_SECONDS = 120;
  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern OUTPUT =
      Pattern.compile("It prints:\n+```\n(.*?)```", Pattern.DOTALL);

  @Test
  void the_example_compiles_runs_and_prints_what_the_readme_says(@TempDir Path directory)
      throws Exception {
    String readme = Files.readString(Path.of("..", "README.md"));
    Path source = directory.resolve("Library.java");
    Files.writeString(source, group(EXAMPLE, readme));
    run(
        directory,
        "javac",
        "-Xlint:all",
        "-cp",
        classPath(),
        "-d",
        directory.toString(),
        source.toString());
    String classPath = directory + File.pathSeparator + classPath();
    assertEquals(group(OUTPUT, readme), run(directory, "java", "-cp", classPath, "Library"));
  }

  private static String run(Path directory, String tool, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", tool).toString());
    command.addAll(List.of(arguments));
    Path output = directory.resolve(tool + ".out");
    Path errors = directory.resolve(tool + ".err");
    var builder = new ProcessBuilder(command);
    // The embedded server's data must not be those of whoever runs the tests.
    builder.environment().put("XDG_DATA_HOME", directory.resolve("data").toString());
    var process = builder.redirectOutput(output.toFile()).redirectError(errors.toFile()).start();
    boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      process.destroyForcibly();
    }
    String said = Files.readString(output);
    assertTrue(ended && process.exitValue() == 0, () -> tool + " failed:\n" + said + read(errors));
    return said;
  }

  /// Without the peers, which are providers, too, and would be asked for the persistence unit.
  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !entry.contains("hibernate") && !entry.contains("eclipselink"))
        .filter(entry -> !entry.contains("/lab/target/") && !entry.contains("/testkit/target/"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String group(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    assertTrue(matcher.find(), () -> "the README has no " + pattern);
    return matcher.group(1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
