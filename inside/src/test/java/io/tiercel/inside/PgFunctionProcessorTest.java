package io.tiercel.inside;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.ddl.ReflectedRoutines;
import io.tiercel.inside.ddl.RoutineSql;
import io.tiercel.inside.jar.JarDescriptor;
import io.tiercel.inside.jar.Packing;
import io.tiercel.inside.processor.PgFunctionProcessor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the annotation processor reports and writes. Needs no PostgreSQL.
class PgFunctionProcessorTest {
  private static final String GOOD =
      """
      package shop;
      import io.tiercel.inside.*;
      import io.tiercel.inside.PgFunction.*;
      import java.math.BigDecimal;
      import java.time.*;
      import java.util.*;
      import java.util.stream.*;
      public class Shop {
        public record Line(int number, BigDecimal netAmount, @PgType("jsonb") String data) {}
        public static class Inner {
          @PgFunction(schema = "my shop", name = "it's", settings = "search_path = shop")
          public static void nothing() {}
        }
        @PgFunction(volatility = Volatility.IMMUTABLE, strict = true, parallelSafe = true, cost = 5)
        public static BigDecimal withTAXRate(BigDecimal net, int percent) { return net; }
        @PgFunction(rows = 7, securityDefiner = true)
        public static Stream<Line> lines(LocalDate day, byte[] raw, int[][] grid) { return null; }
        @PgFunction public static Line line(@PgType("my_row") Line in) { return in; }
        @PgFunction public static List<String> words(String... in) { return null; }
        @PgFunction public static Iterator<byte[]> raws() { return null; }
        @PgFunction @PgType("jsonb") public static String json(Instant at, UUID id) { return ""; }
        @PgFunction(trust = Trust.UNSANDBOXED)
        public static io.tiercel.wire.codec.Interval age(double d, short s, float f, long l,
            Boolean b, OffsetDateTime t, LocalTime lt, OffsetTime ot, LocalDateTime ldt) {
          return null;
        }
        @PgProcedure public static void clean(int days) {}
      }
      """;

  @SuppressWarnings("NullAway.Init") // JUnit fills it
  @TempDir
  private Path directory;

  private Sources compile(String source) {
    return Sources.compile(
        directory, Map.of("Shop.java", source), List.of(new PgFunctionProcessor()));
  }

  @Test
  void compiler_and_reflection_write_the_same_statements() throws IOException {
    Sources sources = compile(GOOD);
    assertTrue(sources.isCompiled(), sources::messages);
    Class<?> shop = sources.load("shop.Shop");
    Set<String> reflected = new TreeSet<>();
    for (Class<?> type : List.of(shop, sources.load("shop.Shop$Inner"))) {
      for (var routine : ReflectedRoutines.of(type)) {
        var sql = RoutineSql.of(routine, null, null);
        reflected.add(sql.create());
        reflected.add(sql.drop());
      }
    }
    Path written = sources.directory().resolve(JarDescriptor.WRITTEN);
    var descriptor = descriptor(Files.readString(written));
    Set<String> compiled = new TreeSet<>(descriptor.install());
    compiled.addAll(descriptor.remove());
    assertEquals(
        reflected.stream().collect(Collectors.joining("\n")),
        compiled.stream().collect(Collectors.joining("\n")));
    assertEquals(18, compiled.size());
    assertTrue(
        compiled.contains(
            "create or replace function \"with_tax_rate\"(\"net\" numeric, \"percent\" integer)"
                + " returns numeric language java immutable strict parallel safe cost 5 as"
                + " 'shop.Shop.withTAXRate(java.math.BigDecimal, int)'"),
        compiled::toString);
    assertEquals(
        "shop.Shop\nshop.Shop$Inner\n",
        Files.readString(sources.directory().resolve(PgFunctionProcessor.CLASSES)));
  }

  /// By the way that SQL reads it.
  private static JarDescriptor descriptor(String text) throws IOException {
    var bytes = new java.io.ByteArrayOutputStream();
    try (var out = new java.util.zip.ZipOutputStream(bytes)) {
      out.putNextEntry(new java.util.zip.ZipEntry(JarDescriptor.WRITTEN));
      out.write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return JarDescriptor.read(bytes.toByteArray());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@PgFunction public static int a(Thread t) { return 0; } | parameter \"t\" of shop.Shop.a",
        "@PgFunction public static Object a() { return 0; } | the result of shop.Shop.a: no SQL",
        "@PgFunction static int a() { return 0; } | must be a public static method",
        "@PgFunction public int a() { return 0; } | must be a public static method",
        "@PgProcedure public static int a() { return 0; } | a procedure returns nothing",
        "@PgFunction public static <T> int a() { return 0; } | has no type parameters",
        "public record R(int x) {} @PgFunction public static R a() { return null; } | 1 components",
        "@PgFunction public static int aB() { return 0; } @PgFunction(name = \"a_b\") public static"
            + " int c() { return 0; } | the same function in SQL",
      })
  void bad_signatures_are_reported_when_they_are_compiled(String method, String message) {
    Sources sources =
        compile("package shop; import io.tiercel.inside.*; public class Shop { " + method + " }");
    assertFalse(sources.isCompiled());
    assertTrue(sources.messages().contains(message), sources::messages);
    assertTrue(sources.messages().contains("Shop.java:1: error"), sources::messages);
  }

  @Test
  void packing_the_same_classes_gives_the_same_bytes_and_leaves_the_workers_out()
      throws IOException {
    Class<?> first = compile(GOOD).load("shop.Shop");
    Class<?> second = compile(GOOD).load("shop.Shop");
    byte[] jar = Packing.pack(List.of(first));
    assertEquals(-1, java.util.Arrays.mismatch(jar, Packing.pack(List.of(second))));
    assertEquals(
        Set.of("shop/Shop.class", "shop/Shop$Line.class", "shop/Shop$Inner.class"),
        io.tiercel.inside.jar.JarEntries.read(jar).files().keySet());
  }
}
