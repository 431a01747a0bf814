package io.tiercel.inside;

import static io.tiercel.inside.Failures.assertFails;
import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.deploy.PgJava;
import io.tiercel.testkit.TestDatabase;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/// Code that is deployed into the database: versions, who sees them, and when.
@Timeout(60)
class DeploymentTest {
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

  private DataSource source() {
    var source = new PGSimpleDataSource();
    source.setUrl(database.jdbcUrl("postgresql"));
    source.setUser(database.user());
    source.setPassword(database.password());
    return source;
  }

  /// A class `shop.Prices` whose methods call `shop.Rounding`.
  private Class<?> prices(String methods) {
    return Sources.compile(
            directory,
            Map.of(
                "Prices.java",
                """
                package shop;
                import io.tiercel.inside.*;
                import io.tiercel.inside.PgFunction.*;
                import java.math.*;
                import java.util.stream.*;
                public class Prices {
                  static int calls;
                """
                    + methods.replace("@PgFunction ", "@PgFunction(trust = Trust.UNSANDBOXED) ")
                    + "}",
                "Rounding.java",
                """
                package shop;
                import java.math.*;
                class Rounding {
                  static BigDecimal cents(BigDecimal value) {
                    return value.setScale(2, RoundingMode.HALF_UP);
                  }
                }
                """),
            List.of())
        .load("shop.Prices");
  }

  private static final String WITH_TAX =
      """
      @PgFunction public static BigDecimal withTax(BigDecimal net, int percent) {
        return Rounding.cents(net.multiply(BigDecimal.valueOf(100 + percent)).movePointLeft(2));
      }
      """;

  @Test
  void a_method_is_a_function_with_all_the_classes_it_needs() throws SQLException {
    var deployment = PgJava.deploy(source(), prices(WITH_TAX));
    assertEquals("Prices", deployment.jar());
    assertEquals(1, deployment.version());
    assertTrue(deployment.isChanged());
    assertEquals("11.89", scalar(connection, "select with_tax(net => 9.99, percent => 19)"));
    var jar = PgJava.list(source()).getFirst();
    assertEquals("Prices", jar.name());
    assertEquals(1, jar.versions());
  }

  @Test
  void by_default_a_function_is_confined() throws SQLException {
    PgJava.deploy(
        source(),
        prices(
            WITH_TAX.replace("@PgFunction", "@PgFunction(trust = Trust.SANDBOXED)")
                + "@PgFunction(trust = Trust.SANDBOXED) public static String read() throws"
                + " java.io.IOException { return"
                + " java.nio.file.Files.readString(java.nio.file.Path.of(\"/etc/passwd\")); }"));
    assertEquals("11.89", scalar(connection, "select with_tax(9.99, 19)"));
    assertFails(connection, "select read()", "38000", "AccessDeniedException: /etc/passwd");
  }

  @Test
  void the_same_again_changes_nothing() throws SQLException {
    PgJava.deploy(source(), prices(WITH_TAX));
    String before = scalar(connection, "select xmin from pg_proc where proname = 'with_tax'");
    var again = PgJava.deploy(source(), prices(WITH_TAX));
    assertFalse(again.isChanged());
    assertEquals(1, again.version());
    assertEquals(before, scalar(connection, "select xmin from pg_proc where proname = 'with_tax'"));
  }

  @Test
  void a_session_that_called_the_old_version_calls_the_new_one_next() throws SQLException {
    PgJava.deploy(source(), prices("@PgFunction public static int edition() { return 1; }"));
    assertEquals("1", scalar(connection, "select edition()"));
    execute(connection, "begin");
    assertEquals("1", scalar(connection, "select edition()"));
    execute(connection, "commit");
    PgJava.deploy(source(), prices("@PgFunction public static int edition() { return 2; }"));
    assertEquals("2", scalar(connection, "select edition()"));
  }

  @Test
  void a_jar_replaced_without_its_functions_is_called_anew() throws SQLException {
    PgJava.deploy(source(), prices("@PgFunction public static int one() { return 1; }"));
    assertEquals("1", scalar(connection, "select one()"));
    String install = scalar(connection, "select install from pgjava.jar_version");
    PgJava.deploy(source(), "other", prices("@PgFunction public static int one() { return 2; }"));
    execute(
        connection,
        "create or replace function one() returns int language javau as 'Prices!shop.Prices.one'");
    assertEquals("1", scalar(connection, "select one()"));
    try (var second = database.connect()) {
      execute(
          second,
          "update pgjava.jar_version set content = (select content from pgjava.jar_version where"
              + " jar = 'other') where jar = 'Prices'",
          "update pgjava.jar set version = 1 where name = 'Prices'");
    }
    assertEquals("2", scalar(connection, "select one()"));
    assertNotEquals("{}", install);
  }

  @Test
  void a_call_that_runs_stays_with_its_version() throws Exception {
    String slow =
        """
        @PgFunction public static Stream<Integer> numbers() {
          return Stream.iterate(1, i -> i + 1).limit(3).map(i -> {
            PgSession.current().query(String.class, "select pg_advisory_xact_lock_shared(1)::text");
            return %s;
          });
        }
        """;
    PgJava.deploy(source(), prices(slow.formatted("Rounding.class.hashCode() * 0 + 1")));
    execute(connection, "select pg_advisory_lock(1)");
    try (var other = database.connect();
        var executor = Executors.newSingleThreadExecutor()) {
      Callable<String> call =
          () -> scalar(other, "select string_agg(n::text, ' ') from numbers() n");
      var running = executor.submit(call);
      awaitWaiting();
      PgJava.deploy(source(), prices(slow.formatted("2")));
      execute(connection, "select pg_advisory_unlock(1)");
      assertEquals("1 1 1", running.get(30, TimeUnit.SECONDS));
      assertEquals("2 2 2", call.call());
    }
  }

  private void awaitWaiting() throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    String waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted";
    while (scalar(connection, waiting).equals("0")) {
      assertTrue(System.nanoTime() < deadline, "nobody waits");
      Thread.sleep(10);
    }
  }

  @Test
  void functions_that_the_new_version_does_not_have_are_dropped_and_come_back_by_rollback()
      throws SQLException {
    PgJava.deploy(
        source(),
        prices(
            "@PgFunction public static int a() { return 1; }"
                + "@PgFunction public static int b() { return 1; }"));
    execute(connection, "create view of_a as select a()");
    PgJava.deploy(source(), prices("@PgFunction public static int a() { return 2; }"));
    assertEquals("2", scalar(connection, "select * from of_a"));
    assertFails(connection, "select b()", "42883", "function b() does not exist");
    assertEquals(1, PgJava.rollback(source(), "Prices"));
    assertEquals("1 1", scalar(connection, "select a || ' ' || b() from of_a"));
    var failure = assertThrows(SQLException.class, () -> PgJava.rollback(source(), "Prices"));
    assertEquals("P0002", failure.getSQLState());
  }

  @Test
  void another_result_type_replaces_the_function_unless_something_uses_it() throws SQLException {
    PgJava.deploy(source(), prices("@PgFunction public static int a() { return 1; }"));
    PgJava.deploy(source(), prices("@PgFunction public static String a() { return \"x\"; }"));
    assertEquals("x", scalar(connection, "select a()"));
    execute(connection, "create view of_a as select a()");
    var failure =
        assertThrows(
            SQLException.class,
            () ->
                PgJava.deploy(source(), prices("@PgFunction public static int a() { return 3; }")));
    assertEquals("2BP01", failure.getSQLState(), failure::toString);
    assertEquals("x", scalar(connection, "select a from of_a"));
    assertEquals("2", scalar(connection, "select version from pgjava.jar"));
  }

  @Test
  void what_fails_to_deploy_leaves_nothing() throws SQLException {
    var failure =
        assertThrows(
            SQLException.class,
            () ->
                PgJava.deploy(
                    source(),
                    prices(
                        "@PgFunction public static int a() { return 1; } @PgFunction"
                            + " public static @PgType(\"nonsense\") String b() { return null; }")));
    assertEquals("42704", failure.getSQLState());
    assertEquals("0", scalar(connection, "select count(*) from pgjava.jar"));
    assertFails(connection, "select a()", "42883", "function a() does not exist");
  }

  @Test
  void removing_drops_functions_and_jar() throws SQLException {
    PgJava.deploy(source(), prices("@PgFunction public static int a() { return 1; }"));
    PgJava.remove(source(), "Prices");
    assertEquals("0", scalar(connection, "select count(*) from pgjava.jar_version"));
    assertFails(connection, "select a()", "42883", "function a() does not exist");
    var failure = assertThrows(SQLException.class, () -> PgJava.remove(source(), "Prices"));
    assertEquals("42704", failure.getSQLState());
  }

  @Test
  void all_kinds_of_results_and_parameters() throws SQLException {
    PgJava.deploy(
        source(),
        prices(
            """
            public record Part(int number, BigDecimal amount) {}
            @PgFunction public static Part part(int n) { return new Part(n, BigDecimal.ONE); }
            @PgFunction public static Stream<Part> parts(int n) {
              return IntStream.rangeClosed(1, n).mapToObj(i -> new Part(i, BigDecimal.TEN));
            }
            @PgFunction public static java.util.List<String> words() {
              return java.util.List.of("a", "b");
            }
            @PgFunction public static int sum(int... all) { return IntStream.of(all).sum(); }
            @PgFunction public static @PgType("jsonb") String sameJson(@PgType("jsonb") String in) {
              return in;
            }
            @PgFunction public static int @PgType("int[]") [] dimensions(int[][] in) {
              return new int[] {in.length, in[0].length};
            }
            @PgFunction public static ClassLoader loader() { return null; }
            """
                .replace("int @PgType(\"int[]\") []", "int[]")
                .replaceAll("@PgFunction public static ClassLoader.*\\n", "")));
    assertEquals("7 1", scalar(connection, "select number || ' ' || amount from part(7)"));
    assertEquals("3", scalar(connection, "select count(*) from parts(3) where amount = 10"));
    assertEquals("ab", scalar(connection, "select string_agg(w, '') from words() w"));
    assertEquals("6", scalar(connection, "select sum(1, 2, 3)"));
    assertEquals("{\"a\": 1}", scalar(connection, "select same_json('{\"a\":1}')"));
    assertEquals("{2,3}", scalar(connection, "select dimensions('{{1,2,3},{4,5,6}}')"));
  }

  @Test
  void static_state_and_resources_belong_to_a_version() throws SQLException {
    String counting =
        "@PgFunction public static int counted() { return ++calls; }"
            + "@PgFunction public static boolean resource() { var l ="
            + " Thread.currentThread().getContextClassLoader(); return"
            + " l == Prices.class.getClassLoader() &&"
            + " l.getResource(\"shop/Rounding.class\") != null; }";
    PgJava.deploy(source(), prices(counting + WITH_TAX));
    assertEquals("1", scalar(connection, "select counted()"));
    try (var other = database.connect()) {
      assertEquals("2", scalar(other, "select counted()"));
    }
    assertEquals("t", scalar(connection, "select resource()"));
    PgJava.deploy(
        source(), prices(counting + WITH_TAX + "@PgFunction public static int x() { return 0; }"));
    assertEquals("1", scalar(connection, "select counted()"));
  }

  @Test
  void a_method_that_cannot_be_a_function_is_refused_before_anything_happens() {
    var failure =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                PgJava.deploy(
                    source(), prices("@PgFunction public static int a(Thread t) { return 1; }")));
    assertTrue(failure.toString().contains("parameter \"t\" of shop.Prices.a"));
    assertTrue(failure.toString().contains("@PgType"));
  }

  @Test
  void a_jar_belongs_to_its_owner() throws SQLException {
    PgJava.deploy(source(), prices(WITH_TAX));
    execute(
        connection,
        "create role deployer",
        "select pgjava.grant_deployment('deployer')",
        "set role deployer");
    try {
      assertEquals("0", scalar(connection, "select count(*) from pgjava.jar"));
      assertEquals("0", scalar(connection, "select count(*) from pgjava.jar_version"));
      assertFails(
          connection,
          "select pgjava.deploy('Prices', '\\x00', '{}', '{}')",
          "42501",
          "jar \"Prices\" belongs to another role");
      assertFails(connection, "select sqlj.remove_jar('Prices', true)", "42704", "no jar");
      // A name that has become free does not bring other code into an untrusted function.
      execute(
          connection,
          "reset role",
          "create function taken(numeric, int) returns numeric language javau as"
              + " 'Prices!shop.Prices.withTax'",
          "update pgjava.jar set owner = 'deployer'");
      assertFails(connection, "select taken(9.99, 19)", "42501", "have different owners");
      execute(connection, "update pgjava.jar set owner = '" + database.user() + "'");
      execute(connection, "set role deployer");
      // Calling needs no right on the tables.
      assertEquals("11.89", scalar(connection, "select with_tax(9.99, 19)"));
    } finally {
      execute(connection, "reset role", "drop owned by deployer", "drop role deployer");
    }
  }
}
