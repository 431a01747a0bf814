package io.tiercel.lab.bench.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tiercel.inside.deploy.PgJava;
import io.tiercel.inside.processor.PgFunctionProcessor;
import io.tiercel.jpa.TiercelPersistenceProvider;
import io.tiercel.lab.cli.CommandFailure;
import io.tiercel.lab.inside.InsideCommand;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;
import picocli.CommandLine;

/// `tiercel inside` and JPQL on a server with the extension, as a user has them; and the benchmark.
@Timeout(300)
class DeployedFunctionsTest {
  private static final String PRICES =
      """
      package shop;
      import io.tiercel.inside.PgFunction;
      public class Prices {
        @PgFunction public static int withTax(int net, int percent) {
          return net * (100 + percent) / 100;
        }
      }
      """;

  /// An entity whose price goes through a function.
  @Entity(name = "Item")
  @NullUnmarked
  static class Item {
    @Id private long id;

    @SuppressWarnings("UnusedVariable") // the query reads it
    private int price;

    Item() {}

    Item(long id, int price) {
      this.id = id;
      this.price = price;
    }

    long id() {
      return id;
    }
  }

  @Test
  void a_jar_is_deployed_by_the_command_and_its_function_called_in_jpql(@TempDir Path directory)
      throws Exception {
    Path jar = jar(directory, PRICES);
    try (var server = serverOrSkip()) {
      String url = server.url("tiercel");
      assertEquals("prices is version 1 now", run("deploy", "--url", url, jar.toString()));
      assertEquals("prices was version 1 already", run("deploy", "--url", url, jar.toString()));
      assertTrue(run("list", "--url", url).contains("prices"));
      var unit =
          new PersistenceConfiguration("deployed")
              .provider(TiercelPersistenceProvider.class.getName())
              .property("jakarta.persistence.jdbc.url", url)
              .property("jakarta.persistence.schema-generation.database.action", "create")
              .managedClass(Item.class);
      try (var factory = unit.createEntityManagerFactory()) {
        factory.runInTransaction(em -> em.persist(new Item(1, 200)));
        assertEquals(
            238,
            factory.<Integer>callInTransaction(
                em ->
                    em.createQuery(
                            "select function('with_tax', i.price, 19) from Item i"
                                + " where function('with_tax', i.price, 0) = 200",
                            Integer.class)
                        .getSingleResult()));
      }
      assertTrue(run("status", "--url", url).contains("ready"));
      Path changed = jar(directory, PRICES.replace("/ 100", "/ 100 + 1"));
      assertEquals("prices is version 2 now", run("deploy", "--url", url, changed.toString()));
      assertEquals("prices is version 1 now", run("rollback", "--url", url, "prices"));
      assertEquals("prices is removed", run("remove", "--url", url, "prices"));
      var source = new PGSimpleDataSource();
      source.setUrl(server.url("postgresql"));
      assertEquals(List.of(), PgJava.list(source));
    }
  }

  private static ExtensionServer serverOrSkip() throws Exception {
    try {
      return ExtensionServer.start();
    } catch (CommandFailure e) {
      String reason = "JAVA INSIDE POSTGRESQL IS NOT TESTED: " + e.getMessage();
      System.out.println(reason);
      assumeTrue(false, reason);
      throw e;
    }
  }

  private static String run(String... arguments) {
    var out = new StringWriter();
    var err = new StringWriter();
    int exit =
        new CommandLine(new InsideCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err))
            .execute(arguments);
    assertEquals(0, exit, err::toString);
    return out.toString().strip();
  }

  private static Path jar(Path directory, String source) throws IOException {
    var compiler = ToolProvider.getSystemJavaCompiler();
    Path classes = Files.createTempDirectory(directory, "classes");
    Path file = Files.writeString(classes.resolve("Prices.java"), source);
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(classes));
      var task = compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(file));
      task.setProcessors(List.of(new PgFunctionProcessor()));
      assertTrue(task.call());
    }
    Path jar = directory.resolve("prices.jar");
    try (var out = new JarOutputStream(Files.newOutputStream(jar));
        var paths = Files.walk(classes)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        Files.copy(path, out);
      }
    }
    return jar;
  }

  @Test
  void the_benchmark_checks_its_results_and_judges_by_targets() throws Exception {
    var out = new StringWriter();
    try {
      InsideBench.run(new PrintWriter(out), 2, true);
    } catch (CommandFailure e) {
      String reason = "JAVA INSIDE POSTGRESQL IS NOT TESTED: " + e.getMessage();
      System.out.println(reason);
      assumeTrue(false, reason);
    }
    System.out.println(out);
    for (String part :
        List.of(
            "scalar call            java ",
            "scalar call            javau",
            "call with one query",
            "100 values a message",
            "first call of a session, ms: ",
            "20 sessions at once, all answered, ms: ",
            "20 sessions at once, MB more than plain sessions: ")) {
      assertTrue(out.toString().contains(part), () -> part + " is missing in\n" + out);
    }
  }

  @Test
  void the_benchmark_of_xml_checks_its_results_and_judges_by_targets() throws Exception {
    var out = new StringWriter();
    try {
      XmlBench.run(new PrintWriter(out), 1, true);
    } catch (CommandFailure e) {
      String reason = "JAVA INSIDE POSTGRESQL IS NOT TESTED: " + e.getMessage();
      System.out.println(reason);
      assumeTrue(false, reason);
    }
    System.out.println(out);
    for (String part :
        List.of(
            "cold worker, ms ",
            "warm worker, new session, ms ",
            "native          wall, CPU ",
            "stream          wall, CPU ",
            "saxon, one tree wall, CPU ",
            "stream, first call of a session / native: ",
            "saxon, call 2 / native: ")) {
      assertTrue(out.toString().contains(part), () -> part + " is missing in\n" + out);
    }
  }
}
