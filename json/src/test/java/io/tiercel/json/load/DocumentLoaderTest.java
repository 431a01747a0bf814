package io.tiercel.json.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.SqlName;
import io.tiercel.json.marc.BadRecord;
import io.tiercel.json.marc.BadRecordException;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.MarcJson;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ServerException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class DocumentLoaderTest {
  private static final SqlName TABLE = SqlName.of("public", "marc \"records\"");
  private static final String CREATE =
      "create table %s (id bigint generated always as identity primary key, content jsonb not null)"
          .formatted(TABLE);

  private final List<BadRecord> bad = new ArrayList<>();

  private static DocumentLoader loader(Connection connection) {
    return new DocumentLoader(connection, TABLE, SqlName.of("content"));
  }

  private static long count(Connection connection) {
    return connection.queryList("select count(*) from " + TABLE, row -> row.getLong(0)).getFirst();
  }

  @EveryPostgres
  void generated_records_are_stored_as_they_are_and_mostly_out_of_line(TestServer server)
      throws IOException {
    try (TestDatabase database = server.newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(CREATE);
      var generator = new MarcGenerator(5);
      List<LoadProgress> told = new ArrayList<>();

      LoadProgress end =
          loader(connection).load(generator.reader(100, 2_500), BadRecords.reject(), told::add);

      assertEquals(2_500, end.met());
      assertEquals(2_500, end.sent());
      assertEquals(List.of(1_000L, 2_000L, 2_500L), told.stream().map(LoadProgress::sent).toList());
      List<String> documents =
          connection.queryList(
              "select content from %s order by id".formatted(TABLE),
              row -> String.valueOf(row.getString(0)));
      for (int i = 0; i < 2_500; i++) {
        assertEquals(generator.record(100 + i), MarcJson.read(documents.get(i)));
      }
      // TOAST moves out what makes a row longer than about 2 kB.
      long outOfLine =
          connection
              .queryList(
                  "select count(*) from %s where pg_column_size(content) > 2000".formatted(TABLE),
                  row -> row.getLong(0))
              .getFirst();
      assertTrue(outOfLine > 2_500 * 0.6, () -> outOfLine + " of 2,500 are out of line");
    }
  }

  private static final String XML =
      """
      <collection>
      <record><leader>00925njm a22002777a 4500</leader><controlfield tag="001">1</controlfield></record>
      <record><leader>short</leader></record>
      <record><leader>00925njm a22002777a 4500</leader><controlfield tag="001">3</controlfield></record>
      </collection>
      """;

  @Test
  void bad_records_are_left_out_and_counted_or_nothing_is_stored() throws IOException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(CREATE);
      byte[] xml = XML.getBytes(StandardCharsets.UTF_8);
      try (MarcReader reader = MarcReader.xml(new ByteArrayInputStream(xml), BadRecords.reject())) {
        assertThrows(
            BadRecordException.class,
            () -> loader(connection).load(reader, BadRecords.reject(), progress -> {}));
      }
      assertEquals(0, count(connection));

      BadRecords skip = BadRecords.skip(bad::add);
      try (MarcReader reader = MarcReader.xml(new ByteArrayInputStream(xml), skip)) {
        LoadProgress end = loader(connection).load(reader, skip, progress -> {});
        assertEquals(3, end.met());
        assertEquals(1, end.bad());
      }
      assertEquals(2, count(connection));
      assertEquals(List.of(2L), bad.stream().map(BadRecord::number).toList());
    }
  }

  @Test
  void a_character_that_jsonb_refuses_makes_a_record_bad() throws IOException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(CREATE);

      String leader = "00000nam a2200037 i 4500";
      for (String value : List.of("a\u0000b", "\\u0000", "\\\\u0000", "\\\u0000")) {
        byte[] field = (value + "\u001e").getBytes(StandardCharsets.UTF_8);
        String record =
            "%05d".formatted(37 + field.length + 1)
                + leader.substring(5, 12)
                + "00037"
                + leader.substring(17)
                + "001%04d00000\u001e".formatted(field.length)
                + value
                + "\u001e\u001d";
        BadRecords skip = BadRecords.skip(bad::add);
        try (MarcReader reader =
            MarcReader.binary(
                new ByteArrayInputStream(record.getBytes(StandardCharsets.UTF_8)), skip)) {
          loader(connection).load(reader, skip, progress -> {});
        }
      }
      assertEquals(2, bad.size(), bad::toString);
      assertEquals(
          List.of("\\u0000", "\\\\u0000"),
          connection.queryList(
              "select content #>> '{fields,0,001}' from %s order by id".formatted(TABLE),
              row -> String.valueOf(row.getString(0))));
    }
  }

  @Test
  void what_the_server_refuses_leaves_nothing_and_a_usable_connection() throws IOException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(CREATE);
      connection.execute("alter table %s add check (id < 1500)".formatted(TABLE));
      assertThrows(
          ServerException.class,
          () ->
              loader(connection)
                  .load(
                      new MarcGenerator(5).reader(0, 2_000), BadRecords.reject(), progress -> {}));
      assertEquals(0, count(connection));
    }
  }

  @Test
  void the_bar_says_how_far_it_is() {
    var bar = new ProgressBar(System.out, 2_000);
    var half = new LoadProgress(1_000, 990, 4_000_000, Duration.ofSeconds(2));
    assertEquals(
        "[###############...............]  50 %  1,000 records, 10 bad, 495/s", bar.line(half));
  }
}
