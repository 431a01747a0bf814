package io.tiercel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.load.DocumentLoader;
import io.tiercel.json.load.LoadProgress;
import io.tiercel.json.load.ProgressBar;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The examples of `docs/json.md`.
@Timeout(60)
class ManualTest {
  static void load(Path file, Connection connection) throws IOException {
    connection.execute(
        "create table records (id bigint generated always as identity primary key, content jsonb)");
    BadRecords bad = BadRecords.skip(System.err::println);
    var bar = new ProgressBar(System.out, 0);
    try (MarcReader reader = MarcReader.binary(Files.newInputStream(file), bad)) {
      var loader = new DocumentLoader(connection, SqlName.of("records"), SqlName.of("content"));
      LoadProgress end = loader.load(reader, bad, bar);
      bar.end();
      System.out.println(end.met() + " records, " + end.bad() + " bad");
    }
  }

  static String whatIsWrong(String query) {
    try {
      return "nothing with " + CqlQuery.parse(query);
    } catch (CqlException e) {
      return e.type().uri() + " at " + e.position() + ": " + e.details();
    }
  }

  @Test
  void queries_are_read_or_answered_with_a_diagnostic() {
    assertEquals("nothing with dc.title any fish", whatIsWrong("dc.title any fish"));
    assertEquals("info:srw/diagnostic/1/13 at 0: 0", whatIsWrong("(dog or cat"));
  }

  @Test
  void records_are_loaded(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("records.mrc");
    String record = "00041nam a2200037 i 4500001000300000\u001ex1\u001e\u001d";
    Files.writeString(file, record + record + "rubbish\u001d", StandardCharsets.US_ASCII);
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      load(file, connection);
      assertEquals(
          List.of(2L), connection.queryList("select count(*) from records", row -> row.getLong(0)));
    }
  }

  @Test
  void the_manual_shows_what_is_tested() throws IOException {
    DocumentedExamples.assertAllStandIn(
        Path.of("src/test/java/io/tiercel/json/ManualTest.java"), Path.of("../docs/json.md"));
  }
}
