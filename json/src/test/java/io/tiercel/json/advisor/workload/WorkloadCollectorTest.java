package io.tiercel.json.advisor.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.advisor.Advisor;
import io.tiercel.json.advisor.AdvisorOptions;
import io.tiercel.json.advisor.workload.ObservedStatement.Source;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Where statements come from and how often they are run.
@Timeout(60)
class WorkloadCollectorTest {
  private static final String BY_A = "select id from notes where doc->>'a' = $1";
  private static final String BY_B = "select id from notes where doc->>'b' = $1";

  private static Connection open(TestDatabase database) {
    return Connection.open(ConnectionConfig.parse(database.jdbcUrl()));
  }

  private static Map<String, Double> calls(Workload workload) {
    return workload.statements().stream()
        .map(Workload.Entry::statement)
        .collect(
            Collectors.toMap(
                ObservedStatement::sql, statement -> (double) Math.round(statement.callsPerDay())));
  }

  @EveryPostgres
  void the_servers_count_is_divided_among_the_texts_that_share_it(TestServer server) {
    try (TestDatabase database = server.newDatabase();
        Connection connection = open(database);
        Connection application = open(database)) {
      connection.script(
          "create extension pg_stat_statements; create table notes (id int, doc jsonb)");
      for (int i = 0; i < 20; i++) {
        application.execute(BY_A, "x");
      }
      for (int i = 0; i < 10; i++) {
        application.execute(BY_B, "x");
      }
      application.execute("select count(*) from notes where doc @> '{\"c\": 1}'");
      var collector = new WorkloadCollector(connection, DocumentColumns.read(connection));
      collector.add(
          List.of(
              new ObservedStatement(BY_A, 0, null, Source.GIVEN),
              new ObservedStatement(BY_B, 0, null, Source.GIVEN)));
      collector.sampleActivity();
      Workload workload = collector.collect();
      Map<String, Double> calls = calls(workload);
      double a = calls.getOrDefault(BY_A, -1.0);
      // Both texts have one identifier, and 30 calls together; each was seen once.
      assertTrue(a > 0 && Math.abs(a - calls.getOrDefault(BY_B, -1.0)) <= 1, calls::toString);
      assertTrue(
          workload.notes().stream().anyMatch(n -> n.contains("2 texts share one line")),
          workload.notes()::toString);
      // The last statement of the application's session is still in pg_stat_activity.
      Workload.Entry seen =
          workload.statements().stream()
              .filter(entry -> entry.statement().sql().contains("@>"))
              .findFirst()
              .orElseThrow();
      assertEquals(Source.ACTIVITY, seen.statement().source());
      assertEquals("c", seen.uses().uses().getFirst().pathText());
      assertTrue(seen.statement().callsPerDay() > 0);
    }
  }

  @Test
  void what_only_the_statistics_have_is_listed_with_its_hidden_path() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = open(database)) {
      connection.script(
          "create extension pg_stat_statements; create table notes (id int, doc jsonb)");
      connection.execute("select id from notes where doc->>'a' = 'secret'");
      Workload workload =
          new WorkloadCollector(connection, DocumentColumns.read(connection)).collect();
      ObservedStatement only = workload.statements().getFirst().statement();
      assertEquals(Source.STATISTICS, only.source());
      assertTrue(only.callsPerDay() > 0 && only.meanMillis() != null);
      assertTrue(
          workload.notes().stream().anyMatch(n -> n.contains("the path is $1")),
          workload.notes()::toString);
    }
  }

  @Test
  void what_the_advisor_ran_is_no_workload() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = open(database)) {
      connection.script(
          """
          create extension pg_stat_statements;
          create table notes (id int primary key, doc jsonb);
          insert into notes select n, jsonb_build_object('a', n::text) from generate_series(1, 500) n;
          analyze notes;
          """);
      var advisor = new Advisor(connection, AdvisorOptions.defaults(), _ -> {});
      var collector = new WorkloadCollector(connection, advisor.columns());
      collector.add(List.of(new ObservedStatement(BY_A, 1000, null, Source.GIVEN)));
      advisor.advise(collector.collect(), _ -> true);
      List<String> ran =
          connection.queryList(
              "select query from pg_stat_statements where query like 'insert into%tiercel_held_%'"
                  + " and dbid = (select oid from pg_database where datname = current_database())",
              row -> String.valueOf(row.getString(0)));
      assertEquals(1, ran.size(), ran::toString);
      Workload workload =
          new WorkloadCollector(connection, DocumentColumns.read(connection)).collect();
      assertEquals(
          List.of(),
          workload.statements().stream()
              .map(entry -> entry.statement().sql())
              .filter(sql -> sql.contains("tiercel_"))
              .toList());
    }
  }

  @Test
  void a_recorder_counts_what_a_connection_runs() {
    var recorder = new WorkloadRecorder(2);
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection =
            Connection.open(
                ConnectionConfig.parse(database.jdbcUrl()).toBuilder()
                    .statementListener(recorder)
                    .build())) {
      connection.execute("select 1");
      connection.execute("select 1");
      connection.execute("select 2");
      connection.execute("select 3");
      assertEquals(
          Map.of("select 1", 4.0, "select 2", 2.0),
          recorder.snapshot(Duration.ofHours(12)).stream()
              .collect(Collectors.toMap(ObservedStatement::sql, ObservedStatement::callsPerDay)));
      assertEquals(1, recorder.others());
    }
  }

  @Test
  void a_workload_is_written_and_read(@TempDir Path directory) throws IOException {
    Path json = directory.resolve("w.jsonl");
    List<ObservedStatement> statements =
        List.of(
            new ObservedStatement("select 'a;\n\"b' from t", 2.5, null, Source.RECORDED),
            new ObservedStatement("select 2", 7, null, Source.RECORDED));
    WorkloadFile.write(json, statements);
    assertEquals(statements, WorkloadFile.read(json));

    Path sql = directory.resolve("w.sql");
    Files.writeString(
        sql, "-- calls: 12.5\nselect ';' from t; /* - */ select 2;\n-- calls: 3\nselect 2");
    assertEquals(
        List.of("select ';' from t 12.5", "select 2 0.0", "select 2 3.0"),
        WorkloadFile.read(sql).stream().map(s -> s.sql() + " " + s.callsPerDay()).toList());
    Files.writeString(sql, "-- calls: many\nselect 1");
    assertThrows(IllegalArgumentException.class, () -> WorkloadFile.read(sql));
    Files.writeString(sql, "{\"sql\": 1}");
    assertThrows(IllegalArgumentException.class, () -> WorkloadFile.read(sql));
  }
}
