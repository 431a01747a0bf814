package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.inside.jar.Packing;
import io.tiercel.testkit.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Jars by the functions of SQL/JRT, as PL/Java has them.
@Timeout(60)
class SqljTest {
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  @TempDir
  private Path directory;

  private TestDatabase database;
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    database = InsideServer.orSkip().newDatabase();
    connection = database.connect();
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) { // not where the test is skipped
      connection.close();
      database.close();
    }
  }

  /// A jar with a class `shop.Greeting` whose method `hello` returns that text.
  private Map<String, byte[]> classes(String text) throws IOException {
    Class<?> type =
        Sources.compile(
                directory,
                Map.of(
                    "Greeting.java",
                    "package shop; public class Greeting { public static String hello() { return \""
                        + text
                        + "\"; } }"),
                List.of())
            .load("shop.Greeting");
    var files = new LinkedHashMap<String, byte[]>();
    io.tiercel.inside.jar.JarEntries.read(Packing.pack(List.of(type))).files().forEach(files::put);
    return files;
  }

  private static String literal(Map<String, byte[]> files) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new ZipOutputStream(bytes)) {
      for (var file : files.entrySet()) {
        out.putNextEntry(new ZipEntry(file.getKey()));
        out.write(file.getValue());
        out.closeEntry();
      }
    }
    return "'\\x" + HexFormat.of().formatHex(bytes.toByteArray()) + "'::bytea";
  }

  private Map<String, byte[]> withDescriptor(String text, String actions) throws IOException {
    var files = new LinkedHashMap<String, byte[]>();
    files.put(
        "META-INF/MANIFEST.MF",
        "Manifest-Version: 1.0\r\n\r\nName: deploy/shop.ddr\r\nSQLJDeploymentDescriptor: TRUE\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII));
    files.put("deploy/shop.ddr", actions.getBytes(StandardCharsets.UTF_8));
    files.putAll(classes(text));
    return files;
  }

  @Test
  void the_class_path_of_a_schema_is_where_its_functions_have_their_classes() throws Exception {
    execute(
        connection,
        "select sqlj.install_jar(" + literal(classes("hello")) + ", 'greeting', false)",
        "create schema shop",
        "select sqlj.set_classpath('shop', 'greeting')");
    assertEquals("greeting", scalar(connection, "select sqlj.get_classpath('shop')"));
    String create =
        "create function %s.hello() returns text language javau as 'shop.Greeting.hello'";
    execute(connection, create.formatted("shop"));
    assertEquals("hello", scalar(connection, "select shop.hello()"));
    assertFails(connection, create.formatted("public"), "42883", "the Java worker has no class");
    execute(
        connection,
        "select sqlj.replace_jar(" + literal(classes("good day")) + ", 'greeting', false)");
    assertEquals("good day", scalar(connection, "select shop.hello()"));
    execute(connection, "select sqlj.set_classpath('shop', '')");
    assertFails(connection, "select shop.hello()", "42883", "the Java worker has no class");
    execute(connection, "select sqlj.set_classpath('shop', 'greeting')");
    assertEquals("good day", scalar(connection, "select shop.hello()"));
    execute(connection, "select sqlj.remove_jar('greeting', false)");
    assertEquals(null, scalar(connection, "select sqlj.get_classpath('shop')"));
    assertFails(connection, "select shop.hello()", "42883", "the Java worker has no class");
  }

  @Test
  void a_deployment_descriptor_is_carried_out_and_undone() throws Exception {
    String actions =
        """
        SQLActions[] = {
          "BEGIN INSTALL
             CREATE SCHEMA "Sho""p"; -- a comment; with a semicolon
             BEGIN PostgreSQL
               CREATE FUNCTION "Sho""p".answer() RETURNS text LANGUAGE sql AS $x$ select 'a;b' $x$
             END PostgreSQL;
             BEGIN Oracle CREATE NONSENSE; END Oracle;
           END INSTALL",
          "BEGIN REMOVE
             DROP SCHEMA "Sho""p" CASCADE;
           END REMOVE"
        }
        """
            .replace("NONSENSE;", "NONSENSE");
    execute(
        connection,
        "select sqlj.install_jar(" + literal(withDescriptor("x", actions)) + ", 'shop', true)");
    assertEquals("a;b", scalar(connection, "select \"Sho\"\"p\".answer()"));
    assertFails(
        connection,
        "select sqlj.install_jar(" + literal(classes("x")) + ", 'shop', true)",
        "42710",
        "jar \"shop\" is installed already");
    execute(
        connection,
        "select sqlj.replace_jar("
            + literal(withDescriptor("y", actions.replace("a;b", "c")))
            + ", 'shop', true)");
    assertEquals("c", scalar(connection, "select \"Sho\"\"p\".answer()"));
    execute(connection, "select sqlj.remove_jar('shop', true)");
    assertFails(connection, "select \"Sho\"\"p\".answer()", "3F000", "does not exist");
  }

  @Test
  void what_is_no_jar_or_no_descriptor_is_refused() throws Exception {
    assertFails(
        connection,
        "select sqlj.install_jar('\\x1234'::bytea, 'a', false)",
        "22023",
        "this is no jar");
    for (String broken :
        List.of(
            "SQLActions[] = { \"BEGIN INSTALL select 1 END INSTALL\" }",
            "SQLActions = {}",
            "SQLActions[] = { \"BEGIN INSTALL select 'x; END INSTALL\" }",
            "SQLActions[] = { \"BEGIN INSTALL END INSTALL\" } more")) {
      assertFails(
          connection,
          "select sqlj.install_jar(" + literal(withDescriptor("x", broken)) + ", 'a', true)",
          "42601",
          "deployment descriptor \"deploy/shop.ddr\", line 1");
    }
    assertFails(
        connection,
        "select sqlj.install_jar('https://example.com/a.jar', 'a', true)",
        "0A000",
        "only file: is supported");
    assertFails(
        connection, "select sqlj.set_classpath('public', 'none')", "42704", "there is no jar");
    assertFails(connection, "select sqlj.set_classpath('none', '')", "3F000", "there is no schema");
    assertEquals("0", scalar(connection, "select count(*) from pgjava.jar"));
  }

  @Test
  void a_file_is_read_by_those_who_may_read_files() throws Exception {
    execute(connection, "create role reader", "select pgjava.grant_deployment('reader')");
    try {
      execute(connection, "set role reader");
      assertFails(
          connection,
          "select sqlj.install_jar('file:///etc/hostname', 'a', false)",
          "42501",
          "permission denied");
      execute(connection, "reset role");
      assertFails(
          connection,
          "select sqlj.install_jar('file:///etc/hostname', 'a', false)",
          "22023",
          "this is no jar");
    } finally {
      execute(connection, "reset role", "drop owned by reader", "drop role reader");
    }
  }
}
