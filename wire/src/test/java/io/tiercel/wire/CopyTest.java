package io.tiercel.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tiercel.testkit.TestServer;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.error.UsageException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CopyTest {
  private Connection connection;

  @BeforeEach
  void open() {
    connection = Databases.open(TestServer.v18().defaultDatabase());
    connection.script("create temp table t (id int primary key, name text)");
  }

  @AfterEach
  void close() {
    connection.close();
  }

  private long count() {
    return connection.queryList("select count(*) from t", row -> row.getLong(0)).getFirst();
  }

  @Test
  void typed_rows_go_in_and_come_out() {
    try (CopyWriter writer =
        connection.copyIn("copy t from stdin (format binary)", Oids.INT4, Oids.TEXT)) {
      for (int i = 0; i < 20_000; i++) {
        writer.startRow();
        writer.put(i);
        writer.put(i % 3 == 0 ? null : "ä" + i);
      }
      assertEquals(20_000, writer.finish());
    }
    List<String> names = new ArrayList<>();

    long rows =
        connection.copyOutRows(
            "copy (select * from t order by id) to stdout (format binary)",
            new int[] {Oids.INT4, Oids.TEXT},
            row -> names.add(row.getInt(0) + "=" + row.getString(1)));

    assertEquals(20_000, rows);
    assertEquals(List.of("0=null", "1=ä1", "2=ä2", "3=null"), names.subList(0, 4));
    assertEquals(20_000, names.size());
  }

  @Test
  void no_row_at_all_is_a_copy_too() {
    try (CopyWriter writer =
        connection.copyIn("copy t(id) from stdin (format binary)", Oids.INT4)) {
      assertEquals(0, writer.finish());
    }
    try (CopyWriter writer = connection.copyIn("copy t(id) from stdin")) {
      assertEquals(0, writer.finish());
    }
    assertEquals(0, count());
  }

  @Test
  void raw_text_goes_in_and_comes_out() {
    byte[] text = "1\tone\n2\t\\N\n".getBytes(StandardCharsets.UTF_8);
    try (CopyWriter writer = connection.copyIn("copy t from stdin")) {
      writer.write(text, 0, 5);
      writer.write(text, 5, text.length - 5);
      assertEquals(2, writer.finish());
    }
    var out = new StringBuilder();
    connection.copyOut(
        "copy t to stdout",
        (source, offset, length) ->
            out.append(new String(source, offset, length, StandardCharsets.UTF_8)));
    assertEquals("1\tone\n2\t\\N\n", out.toString());
  }

  @Test
  void a_copy_that_is_not_finished_stores_nothing() {
    try (CopyWriter writer = connection.copyIn("copy t from stdin (format binary)", Oids.INT4)) {
      writer.startRow();
      writer.put(1);
    }
    assertEquals(0, count());
  }

  @Test
  void a_row_that_the_server_refuses_fails_the_copy() {
    var writer = connection.copyIn("copy t(id) from stdin (format binary)", Oids.INT4);
    var failure =
        assertThrows(
            ServerException.class,
            () -> {
              for (int i = 0; i < 1_000_000; i++) {
                writer.startRow();
                writer.put(i % 1000);
              }
              writer.finish();
            });
    writer.close();
    assertEquals("23505", failure.sqlState());
    assertEquals(0, count());
  }

  @Test
  void a_row_with_too_few_columns_is_refused_before_it_is_sent() {
    try (var writer = connection.copyIn("copy t from stdin (format binary)", Oids.INT4)) {
      writer.startRow();
      writer.put(1);
      var failure = assertThrows(UsageException.class, writer::startRow);
      Failures.assertMentions("row 1 of COPY has 1 columns, expected 2", failure);
    }
    assertEquals(0, count());
  }

  @Test
  void a_value_that_cannot_be_encoded_tears_the_row() {
    try (var writer = connection.copyIn("copy t(id) from stdin (format binary)", Oids.INT4)) {
      writer.startRow();
      assertThrows(CodecException.class, () -> writer.put(Long.MAX_VALUE));
      assertThrows(UsageException.class, writer::finish);
    }
    assertEquals(0, count());
  }

  @Test
  void what_is_no_copy_is_refused() {
    assertThrows(UsageException.class, () -> connection.copyIn("select 1"));
    assertThrows(UsageException.class, () -> connection.copyIn("copy t to stdout"));
    assertThrows(
        UsageException.class, () -> connection.copyOut("select 1", (source, offset, length) -> {}));
    assertThrows(
        UsageException.class,
        () -> connection.copyOut("copy t from stdin", (source, offset, length) -> {}));
    assertThrows(ServerException.class, () -> connection.copyIn("copy nowhere from stdin"));
    assertEquals(0, count());
  }

  @Test
  void copy_as_an_ordinary_statement_is_refused_and_the_connection_stays_usable() {
    assertThrows(UsageException.class, () -> connection.execute("copy t from stdin"));
    assertThrows(UsageException.class, () -> connection.execute("copy t to stdout"));
    assertThrows(UsageException.class, () -> connection.script("copy t from stdin"));
    assertEquals(0, count());
  }

  @Test
  void copy_in_the_middle_of_a_pipeline_is_refused_with_all_that_goes_with_it() {
    for (String copy :
        List.of(
            "copy t from stdin",
            "/* data /* of */ t */ -- x\n Copy t from stdin",
            "copy t to stdout",
            "copy (insert into t values (2) returning *) to stdout")) {
      String kind = copy.endsWith("stdin") ? "COPY FROM STDIN" : "COPY TO STDOUT";
      try (var pipeline = connection.pipeline()) {
        pipeline.add("insert into t values (1)");
        var failure = assertThrows(UsageException.class, () -> pipeline.add(copy));
        Failures.assertMentions(kind + " as an ordinary statement", failure);
      }
      assertEquals(0, count());
      assertThrows(UsageException.class, () -> connection.execute(copy));
      assertEquals(0, count());
    }
  }

  @Test
  void a_copy_of_a_file_goes_with_a_pipeline() {
    try (var pipeline = connection.pipeline()) {
      pipeline.add("insert into t values (1)");
      Pending copied = pipeline.add("copy t from '/dev/null'");
      pipeline.add("insert into t values (2)");
      pipeline.await();
      assertEquals("COPY 0", copied.tag().text());
    }
    assertEquals(2, count());
  }
}
