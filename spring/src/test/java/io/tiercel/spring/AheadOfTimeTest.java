package io.tiercel.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestServer;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplicationAotProcessor;

/// Ahead-of-time processing as `spring-boot:process-aot` does it: the context is described by
/// generated classes, and the application is started from them on a JVM.
@NullUnmarked // a null where none is expected fails the test by itself
class AheadOfTimeTest {
  private static final Path SAMPLE = Path.of("src/test/java/io/tiercel/spring/sample");
  private static final String MAIN =
      """
      package io.tiercel.spring.sample;

      import org.springframework.aot.AotDetector;
      import org.springframework.boot.SpringApplication;

      public class Start {
        public static void main(String[] args) {
          try (var context = SpringApplication.run(Application.class, args)) {
            var writer = new Writer("Ann");
            writer.write("First", 1990);
            context.getBean(Writers.class).save(writer);
            var books = context.getBean(Books.class);
            System.out.println(
                AotDetector.useGeneratedArtifacts()
                    + " " + books.findByTitleContainingIgnoreCaseOrderByTitle("FIR").size()
                    + " " + books.of("Ann").size()
                    + " " + books.cards(1900).size()
                    + " " + books.titlesAfter(1900)
                    + " " + books.existsByTitle("First"));
          }
        }
      }
      """;

  @TempDir Path directory;

  @ParameterizedTest(name = "Hibernate on the class path: {0}")
  @ValueSource(booleans = {true, false})
  void an_application_starts_from_what_was_generated(boolean hibernate) throws Exception {
    String libraries = libraries(hibernate);
    Path main = Files.writeString(directory.resolve("Start.java"), MAIN);
    List<Path> sources = new ArrayList<>(List.of(main));
    try (var files = Files.list(SAMPLE)) {
      files.filter(file -> !file.endsWith("package-info.java")).forEach(sources::add);
    }
    Path application = compiled("application", libraries, sources);
    Path generated = Files.createDirectory(directory.resolve("generated"));
    Path classes = Files.createDirectory(directory.resolve("generated-classes"));
    Path resources = Files.createDirectory(directory.resolve("generated-resources"));
    String classPath = application + File.pathSeparator + libraries;
    java(
        classPath,
        "-Dspring.datasource.url=jdbc:tiercel://localhost:1/nothing",
        SpringApplicationAotProcessor.class.getName(),
        "io.tiercel.spring.sample.Start",
        generated.toString(),
        resources.toString(),
        classes.toString(),
        "io.tiercel",
        "sample");
    List<Path> beans;
    try (var files = Files.walk(generated)) {
      beans = files.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertTrue(
        beans.stream().anyMatch(file -> file.toString().contains("TiercelJpaConfiguration__")),
        beans.toString());
    assertEquals(hibernate, beans.stream().anyMatch(f -> f.toString().contains("__AotRepository")));
    String processed = classes + File.pathSeparator + resources + File.pathSeparator + classPath;
    Path compiled = compiled("beans", processed, beans);
    try (var database = TestServer.v18().newDatabase()) {
      String output =
          java(
              compiled + File.pathSeparator + processed,
              "-Dspring.aot.enabled=true",
              "-Dspring.datasource.url=" + database.jdbcUrl(),
              "-Dspring.jpa.hibernate.ddl-auto=create",
              "-Dspring.flyway.enabled=false",
              "io.tiercel.spring.sample.Start");
      assertTrue(output.contains("true 1 1 1 [First] true"), output);
    }
  }

  /// The class path of this test without its own classes.
  private static String libraries(boolean hibernate) {
    // Surefire starts from a jar that names the class path, and tells it by a property.
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Arrays.stream(all.split(File.pathSeparator))
        .filter(entry -> !Files.exists(Path.of(entry, "io/tiercel/spring/sample")))
        .filter(entry -> hibernate || !entry.contains("hibernate-core"))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private Path compiled(String name, String classPath, List<Path> sources) throws IOException {
    Path target = Files.createDirectory(directory.resolve(name));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-nowarn",
                "-parameters",
                "-proc:none",
                "-classpath",
                classPath,
                "-d",
                target.toString()));
    sources.forEach(source -> arguments.add(source.toString()));
    var said = new StringWriter();
    var out = new PrintWriter(said);
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    assertEquals(0, status, () -> name + ": " + said);
    return target;
  }

  /// Runs Java; what it prints.
  private String java(String classPath, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath));
    command.addAll(List.of(arguments));
    Path output = directory.resolve("output.txt");
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(process.waitFor(5, TimeUnit.MINUTES), "it has not ended");
    } finally {
      process.destroyForcibly();
    }
    String printed = Files.readString(output);
    assertEquals(0, process.exitValue(), printed);
    return printed;
  }
}
