package io.tiercel.lab.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.xml.sax.InputSource;
import picocli.CommandLine;

/// The command as a user runs it.
@Timeout(240)
class DoctorCommandTest {
  private static final String WORKLOAD =
      """
      -- the counter
      -- calls: 9000
      select id from shop.orders where data->>'number' = $1;
      -- calls: 200
      select count(*) from shop.orders o where o.data @> '{"lines": [{"item": "i77"}]}';
      -- calls: 5
      select data->>'state', count(*) from shop.orders group by 1;
      select data->>$1 from shop.orders where data->>$1 = 'x';
      """;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final TestDatabase database = TestServer.v18().newDatabase();
  private final Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));

  @TempDir private Path directory = Path.of("");

  @BeforeEach
  void load() {
    connection.script(
        """
        create schema shop;
        create table shop.orders (id uuid primary key default gen_random_uuid(), data jsonb);
        insert into shop.orders (data)
        select jsonb_build_object('number', n, 'state', 's' || n % 5,
          'lines', jsonb_build_array(jsonb_build_object('item', 'i' || n % 3000, 'n', 1)),
          'text', (select string_agg(md5(n::text || i), '') from generate_series(1, 100) i))
        from generate_series(1, 6000) n;
        """);
    connection.execute("vacuum analyze shop.orders");
  }

  @AfterEach
  void close() {
    connection.close();
    database.close();
  }

  private int run(String... arguments) {
    return new CommandLine(new DoctorCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private List<String> indexes() {
    return connection.queryList(
        "select indexdef from pg_indexes where schemaname = 'shop' order by 1",
        row -> Objects.requireNonNull(row.getString(0)));
  }

  @Test
  void it_advises_writes_migrations_applies_and_undoes() throws Exception {
    Path workload = Files.writeString(directory.resolve("workload.sql"), WORKLOAD);
    Path html = directory.resolve("report.html");
    Path undo = directory.resolve("undo.sql");
    Path changelog = directory.resolve("changelog.sql");
    List<String> before = indexes();
    int code =
        run(
            "json",
            "--url",
            database.jdbcUrl(),
            "--workload",
            workload.toString(),
            "--sample",
            "2000",
            "--disk",
            "200",
            "--html",
            html.toString(),
            "--flyway",
            directory.toString(),
            "--flyway-version",
            "7.1",
            "--liquibase",
            changelog.toString(),
            "--apply",
            "--undo-file",
            undo.toString());
    assertEquals(0, code, () -> out + "\n" + err);
    String text = out.toString();
    assertTrue(text.contains("Do nothing: "), text);
    assertTrue(text.contains("DO    index on data->>'number', for = on number"), text);
    assertTrue(text.contains("DO    index on data, for @> on lines[*].item"), text);
    assertTrue(text.contains("HOT 100 % to 0 %"), text);
    assertTrue(text.contains("not understood, the path is $1"), text);
    assertTrue(text.contains("the time saved each day differs from what was promised by"), text);

    List<String> after = indexes();
    assertEquals(before.size() + 2, after.size(), after::toString);
    assertTrue(
        after.stream().anyMatch(index -> index.contains("btree (((data ->> 'number'::text)))")),
        after::toString);

    var page =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(Files.readString(html))));
    assertEquals(4, page.getElementsByTagName("svg").getLength());
    assertTrue(page.getElementsByTagName("table").item(1).getTextContent().contains("do nothing"));

    String up = Files.readString(directory.resolve("V7.1__advised_documents.sql"));
    assertTrue(up.contains("create index concurrently \"orders_number_idx\""), up);
    assertEquals(
        "executeInTransaction=false\n",
        Files.readString(directory.resolve("V7.1__advised_documents.sql.conf")));
    String down = Files.readString(directory.resolve("U7.1__advised_documents.sql"));
    assertTrue(
        down.contains("drop index concurrently if exists \"shop\".\"orders_number_idx\";"), down);
    String liquibase = Files.readString(changelog);
    assertTrue(liquibase.startsWith("--liquibase formatted sql\n"), liquibase);
    assertTrue(
        liquibase.contains("--rollback drop index concurrently if exists \"shop\"."), liquibase);

    assertEquals(0, run("undo", "--url", database.jdbcUrl(), undo.toString()));
    assertEquals(before, indexes());
  }

  @Test
  void without_apply_nothing_changes_and_a_rewrite_is_advised_on_request() throws Exception {
    Path workload =
        Files.writeString(
            directory.resolve("workload.sql"),
            "-- calls: 50\n"
                + "select data->>'state', count(*) from shop.orders group by data->>'state'");
    List<String> before = indexes();
    String[] command = {
      "json",
      "--url",
      database.jdbcUrl(),
      "--workload",
      workload.toString(),
      "--sample",
      "2000",
      "--table",
      "shop.orders",
      "--disk",
      "200"
    };
    assertEquals(0, run(command), err::toString);
    assertTrue(out.toString().contains("leave stored column on data->>'state'"), out::toString);
    out.getBuffer().setLength(0);
    String[] rewrites = java.util.Arrays.copyOf(command, command.length + 1);
    rewrites[command.length] = "--rewrites";
    assertEquals(0, run(rewrites), err::toString);
    assertTrue(out.toString().contains("DO    stored column on data->>'state'"), out::toString);
    assertTrue(out.toString().contains("ACCESS EXCLUSIVE"), out::toString);
    assertEquals(before, indexes());
  }

  @Test
  void an_undo_that_is_there_is_never_written_over() throws Exception {
    Path workload = Files.writeString(directory.resolve("workload.sql"), WORKLOAD);
    Path undo = Files.writeString(directory.resolve("undo.sql"), "drop index of_before;");
    String url = database.jdbcUrl();
    List<String> before = indexes();
    assertEquals(
        1,
        run(
            "json",
            "--url",
            url,
            "--workload",
            workload.toString(),
            "--apply",
            "--undo-file",
            undo.toString()));
    assertEquals("drop index of_before;", Files.readString(undo));
    assertEquals(before, indexes());
    assertFalse(err.toString().contains("measuring"), err::toString);
  }

  @Test
  void a_table_without_documents_is_told_and_a_workload_asked_for() {
    assertEquals(1, run("json", "--url", database.jdbcUrl(), "--table", "shop.order"));
    assertFalse(out.toString().contains("PostgreSQL"), out::toString);
    // Of this database no statement has been recorded.
    assertEquals(0, run("json", "--url", database.jdbcUrl(), "--table", "shop.orders"));
    assertTrue(out.toString().contains("Hint: give statements by --workload FILE"), out::toString);
  }

  @Test
  void a_wrong_file_or_option_is_told() {
    assertEquals(
        1, run("json", "--url", database.jdbcUrl(), "--workload", directory + "/none.sql"));
    assertEquals(1, run("undo", "--url", database.jdbcUrl(), directory + "/none.sql"));
    assertEquals(1, run("json", "--url", database.jdbcUrl(), "--sample", "1"));
    assertEquals(2, run("json"));
    assertFalse(out.toString().contains("DO "), out::toString);
  }
}
