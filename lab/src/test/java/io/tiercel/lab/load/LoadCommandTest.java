package io.tiercel.lab.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.lab.cli.FailureReport;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The command as a user runs it.
@Timeout(120)
class LoadCommandTest {
  private static final String RECORD = "00041nam a2200037 i 4500001000300000\u001ex1\u001e\u001d";
  private static final String XML =
      """
      <collection xmlns="http://www.loc.gov/MARC21/slim"><record>
      <leader>00000nam a2200000 i 4500</leader><controlfield tag="001">y7</controlfield>
      </record></collection>
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    var command = new CommandLine(new LoadCommand());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setExecutionExceptionHandler(
        (failure, line, parsed) -> {
          FailureReport.print(failure, false, line.getErr());
          return 1;
        });
    return command.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)).execute(arguments);
  }

  private static List<String> texts(TestDatabase database, String sql) {
    try (Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      return connection.queryList(sql, row -> String.valueOf(row.getString(0)));
    }
  }

  @Test
  void good_records_are_stored_and_bad_ones_told_of(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("records.mrc");
    Files.writeString(file, RECORD + "rubbish\u001d" + RECORD, StandardCharsets.US_ASCII);
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      assertEquals(0, run("marc", file.toString(), "--url", database.jdbcUrl()), err::toString);
      assertTrue(out.toString().contains("2 records stored in \"records\", a new table, 1 bad"));
      assertTrue(err.toString().contains("bad: record 2 (byte 41"), err::toString);
      assertEquals(
          List.of("x1", "x1"),
          texts(database, "select content->'fields'->0->>'001' from records order by id"));

      assertEquals(0, run("marc", file.toString(), "--url", database.jdbcUrl()));
      assertEquals(List.of("4"), texts(database, "select count(*)::text from records"));
    }
  }

  @Test
  void a_bad_record_that_is_rejected_leaves_nothing(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("records.mrc");
    Files.writeString(file, RECORD + "rubbish\u001d" + RECORD, StandardCharsets.US_ASCII);
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      assertEquals(1, run("marc", file.toString(), "--url", database.jdbcUrl(), "--bad", "reject"));
      assertTrue(err.toString().contains("nothing was stored: record 2"), err::toString);
      assertEquals(
          List.of("gone"),
          texts(database, "select coalesce(to_regclass('records')::text, 'gone')"));
    }
  }

  @Test
  void a_file_of_something_else_stores_nothing_and_makes_no_table(@TempDir Path directory)
      throws IOException {
    Path file = Files.writeString(directory.resolve("letter.txt"), "Dear librarian");
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      assertEquals(1, run("marc", file.toString(), "--url", database.jdbcUrl()));
      assertTrue(err.toString().contains("nothing was stored: none of 1 records"), err::toString);
      assertEquals(
          List.of("gone"),
          texts(database, "select coalesce(to_regclass('records')::text, 'gone')"));
    }
  }

  @Test
  void xml_that_is_compressed_is_known_by_its_first_bytes(@TempDir Path directory)
      throws IOException {
    Path file = directory.resolve("records.xml.gz");
    try (var compressed = new GZIPOutputStream(Files.newOutputStream(file))) {
      compressed.write(XML.getBytes(StandardCharsets.UTF_8));
    }
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      database.execute("create schema library");
      assertEquals(
          0,
          run(
              "marc",
              file.toString(),
              "--url",
              database.jdbcUrl(),
              "--table",
              "library.books",
              "--column",
              "record"),
          err::toString);
      assertEquals(
          List.of("y7"), texts(database, "select record->'fields'->0->>'001' from library.books"));
    }
  }

  @Test
  void records_are_made_up() {
    try (TestDatabase database = TestServer.v18().newDatabase()) {
      assertEquals(
          0, run("sample", "300", "--seed", "5", "--url", database.jdbcUrl()), err::toString);
      assertEquals(
          List.of("300"), texts(database, "select count(distinct content)::text from records"));
    }
  }

  @Test
  void a_file_that_is_not_there_is_told() {
    assertEquals(1, run("marc", "/no/such/file"));
    assertEquals("tiercel: there is no file /no/such/file", err.toString().strip());
  }
}
