package io.tiercel.inside;

import static io.tiercel.inside.Failures.execute;
import static io.tiercel.inside.Failures.scalar;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.testkit.DocumentedExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The example of the manual, as it stands there.
class DocumentedTest {
  private static final Path PAGE = Path.of("../docs/inside.md");
  private static final Pattern SQL = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

  @Test
  void the_class_is_the_one_that_is_tested() throws IOException {
    Path tested = Files.createTempFile("samples", ".java");
    try {
      String samples = "src/test/java/io/tiercel/inside/samples/";
      Files.writeString(
          tested,
          Files.readString(Path.of(samples, "Prices.java"))
              + Files.readString(Path.of(samples, "Items.java")));
      DocumentedExamples.assertAllStandIn(tested, PAGE);
    } finally {
      Files.delete(tested);
    }
  }

  @Test
  void its_statements_return_what_the_manual_says() throws IOException, SQLException {
    var example = SQL.matcher(Files.readString(PAGE));
    assertEquals(true, example.find());
    try (var database = InsideServer.orSkip().newDatabase();
        var connection = database.connect()) {
      execute(connection, example.group(1).replace("create extension pgjava;", ""));
      assertEquals("11.89", scalar(connection, "select with_tax(9.99, 19)"));
      assertEquals(
          "1:33.33 2:33.33 3:33.34",
          scalar(
              connection,
              "select string_agg(number || ':' || amount, ' ' order by number) from"
                  + " instalments(100, 3)"));
      execute(
          connection,
          "create table item (name text, price numeric)",
          "insert into item values ('pen', 2)");
      assertEquals("1", scalar(connection, "select raise(10)"));
      assertEquals("2.20", scalar(connection, "select round(price, 2) from item"));
    }
  }

  @Test
  void triggers_aggregates_and_jdbc_do_what_the_manual_says() throws IOException, SQLException {
    var example = SQL.matcher(Files.readString(PAGE));
    String statements = "";
    while (example.find()) {
      statements = example.group(1).contains("returns trigger") ? example.group(1) : statements;
    }
    try (var database = InsideServer.orSkip().newDatabase();
        var connection = database.connect()) {
      execute(connection, statements);
      assertEquals(
          "ink,pen", scalar(connection, "select string_agg(name, ',' order by name) from item"));
      assertEquals("4", scalar(connection, "select round(geometric_mean(price)) from item"));
      assertEquals("pen", scalar(connection, "select cheapest()"));
    }
  }
}
