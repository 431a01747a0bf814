package io.tiercel.inside;

import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.inside.deploy.PgJava;
import io.tiercel.inside.processor.PgFunctionProcessor;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/// The manual's class, as the page has it: compiled with the annotation processor, deployed, and
/// called by SQL and as plain Java.
@Timeout(60)
class DocumentedDeploymentTest {
  private static final Path PAGE = Path.of("../docs/inside.md");
  private static final Pattern DEPLOYED = Pattern.compile("(?s)```java deployed\n(.*?)```");

  @Test
  void the_manuals_class_is_deployed_and_called(@TempDir Path directory) throws Exception {
    var code = DEPLOYED.matcher(Files.readString(PAGE));
    assertTrue(code.find());
    var sources =
        Sources.compile(
            directory, Map.of("Prices.java", code.group(1)), List.of(new PgFunctionProcessor()));
    assertTrue(sources.isCompiled() && sources.messages().isEmpty(), sources::messages);
    Class<?> prices = sources.load("com.example.shop.Prices");
    assertEquals(
        new BigDecimal("11.89"),
        prices
            .getMethod("withTax", BigDecimal.class, int.class)
            .invoke(null, new BigDecimal("9.99"), 19));
    try (var database = InsideServer.orSkip().newDatabase()) {
      var source = new PGSimpleDataSource();
      source.setUrl(database.jdbcUrl("postgresql"));
      source.setUser(database.user());
      source.setPassword(database.password());
      PgJava.deploy(source, prices);
      try (var connection = database.connect()) {
        assertEquals("11.89", scalar(connection, "select with_tax(9.99, 19)"));
        assertEquals(
            "1:33.33 2:33.33 3:33.34",
            scalar(
                connection,
                "select string_agg(number || ':' || amount, ' ' order by number) from"
                    + " instalments(100, 3)"));
      }
    }
  }
}
