package io.tiercel.json.advisor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.workload.StatementUses;
import io.tiercel.json.advisor.workload.Workload;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ServerException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/// What is advised for a workload, and that nothing stays of finding it out.
@Timeout(240)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdvisorTest {
  private TestDatabase database = TestServer.v18().newDatabase();
  private Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));

  @BeforeAll
  void create() {
    Instances.create(connection, Instances.ROWS, 1);
  }

  @AfterAll
  void close() {
    connection.close();
    database.close();
  }

  private Advice advise(AdvisorOptions options) {
    return Instances.advise(connection, options, Instances.statements());
  }

  private static AdvisorOptions options() {
    return AdvisorOptions.defaults().withSampleRows(3_000).allowing(false, 3);
  }

  private static CandidateAdvice found(Advice advice, CandidateKind kind, String definition) {
    return advice.tables().getFirst().candidates().stream()
        .filter(c -> c.candidate().kind() == kind && c.candidate().definition().equals(definition))
        .findFirst()
        .orElseThrow(() -> new AssertionError(kind + " " + definition + " is not among " + advice));
  }

  @Test
  void each_statement_gets_the_index_that_serves_it_and_nothing_stays_of_finding_out() {
    List<String> before = Catalog.of(connection);
    Advice advice = advise(options());
    assertEquals(before, Catalog.of(connection));
    assertEquals(1, advice.tables().size(), advice::toString);

    CandidateAdvice hrid = found(advice, CandidateKind.INDEX, "using btree ((doc->>'hrid'))");
    assertTrue(hrid.isChosen(), hrid::reason);
    assertEquals(0, hrid.writes().hotShare(), "an index on an expression ends HOT");
    assertEquals(1, hrid.writesBefore().hotShare());
    assertTrue(hrid.writes().insertWalBytes() > hrid.writesBefore().insertWalBytes());
    assertTrue(hrid.bytes() > 100_000 && hrid.bytes() < 2_000_000, () -> "bytes=" + hrid.bytes());
    assertTrue(hrid.estimateErrorBefore() > 5 && hrid.estimateErrorAfter() < 2, hrid::toString);

    CandidateAdvice ids = found(advice, CandidateKind.INDEX, "using gin ((doc) jsonb_path_ops)");
    assertTrue(ids.isChosen(), ids::reason);
    CandidateAdvice sorted =
        found(advice, CandidateKind.INDEX, "using btree ((doc->>'status'), (doc->>'title'))");
    assertTrue(sorted.isChosen(), sorted::reason);

    CandidateAdvice column =
        found(
            advice, CandidateKind.STORED_COLUMN, "text generated always as (doc->>'hrid') stored");
    assertEquals(1, column.writes().hotShare(), "an index on a stored column keeps HOT");
    assertTrue(!column.isChosen() && column.reason().contains("--rewrites"), column::reason);
    CandidateAdvice title = found(advice, CandidateKind.INDEX, "using btree ((doc->>'title'))");
    assertTrue(!title.isChosen() && title.gains().isEmpty(), title::toString);
    CandidateAdvice estimates = found(advice, CandidateKind.STATISTICS, "(doc->>'status')");
    assertTrue(
        estimates.estimateErrorBefore() > 5 && estimates.estimateErrorAfter() < 2,
        estimates::toString);

    PathFacts status =
        advice.tables().getFirst().paths().stream()
            .filter(path -> path.expression().equals("doc->>'status'"))
            .findFirst()
            .orElseThrow();
    assertEquals(1, status.present());
    assertEquals(4, status.distinct());
    assertEquals(0.9, status.mostCommon(), 0.05);
  }

  @Test
  void what_is_applied_is_used_and_its_undo_leaves_the_catalog_as_it_was() {
    try (TestDatabase other = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(other.jdbcUrl()))) {
      Instances.create(connection, 6_000, 7);
      connection.script(
          "create index instances_twin_a on instances ((doc->>'x')); create index instances_twin_b"
              + " on instances ((doc->>'x'));");
      List<String> before = Catalog.of(connection);
      Advice advice =
          Instances.advise(connection, options().allowing(true, 10), Instances.statements());
      assertTrue(
          advice.chosen().stream().anyMatch(c -> c.kind() == CandidateKind.STORED_COLUMN)
              || advice.chosen().stream().anyMatch(c -> c.kind() == CandidateKind.INDEX),
          advice.chosen()::toString);
      assertEquals(
          List.of("instances_twin_b"),
          advice.chosen().stream()
              .filter(c -> c.kind() == CandidateKind.DROP_INDEX)
              .map(Candidate::object)
              .toList());

      var applied = new Applied(connection, command -> {});
      applied.apply(advice.chosen());
      assertNotEquals(before, Catalog.of(connection));
      TableAdvice table = advice.tables().getFirst();
      List<Arrival> arrivals =
          Arrival.measure(connection, table, AdvisorOptions.defaults().statementTimeout());
      assertEquals(5, arrivals.size());
      for (StatementAdvice statement : table.statements().subList(0, 2)) {
        for (String sql : statement.advisedRuns()) {
          PlanMeasure plan = new Explain(connection).once(sql, "instances");
          assertTrue(!plan.isScan() && !plan.indexes().isEmpty(), () -> sql + plan);
        }
      }
      applied.undo(advice.chosen());
      assertEquals(before, Catalog.of(connection));
    }
  }

  @Test
  void an_index_that_is_there_is_not_advised_again_and_a_view_is_told() {
    try (TestDatabase other = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(other.jdbcUrl()))) {
      Instances.create(connection, 3_000, 7);
      connection.script(
          "create index mine on instances ((doc ->> 'hrid')); create view books as select * from"
              + " instances; analyze instances");
      Advice advice =
          Instances.advise(
              connection,
              options(),
              List.of(
                  Instances.statement(900, "select id from instances where doc->>'hrid' = $1"),
                  Instances.statement(900, "select id from books where doc->>'hrid' = 'in1'")));
      assertEquals(List.of(), advice.chosen());
      List<String> notes = advice.tables().getFirst().notes();
      assertTrue(notes.stream().anyMatch(n -> n.contains("is there already")), notes::toString);
      assertTrue(
          advice.notes().stream().anyMatch(n -> n.startsWith("public.books.doc: a partitioned")),
          advice.notes()::toString);
    }
  }

  @Test
  void every_kind_of_candidate_is_undone() {
    List<String> before = Catalog.of(connection);
    var applied = new Applied(connection, command -> {});
    var facts = TableFacts.read(connection, Instances.document(connection));
    var proposals = new Proposals(facts, new Proposals.Features(false, false), Set.of());
    var advisor = new Advisor(connection, options(), line -> {});
    var entries =
        Instances.statements().stream()
            .map(
                statement ->
                    new Workload.Entry(
                        statement, StatementUses.of(statement.sql(), advisor.columns())))
            .toList();
    List<Candidate> candidates = proposals.propose(entries, Map.of("doc->>'status'", "text"));
    assertEquals(
        Set.of(
            CandidateKind.INDEX,
            CandidateKind.STATISTICS,
            CandidateKind.STORED_COLUMN,
            CandidateKind.TOAST_TARGET),
        candidates.stream().map(Candidate::kind).collect(Collectors.toSet()));
    for (Candidate candidate : candidates) {
      applied.apply(List.of(candidate));
      assertNotEquals(before, Catalog.of(connection), candidate::toString);
      applied.undo(List.of(candidate));
      assertEquals(before, Catalog.of(connection), candidate::toString);
    }
  }

  @Test
  void a_command_that_fails_undoes_those_before_it() {
    List<String> before = Catalog.of(connection);
    SqlName table = SqlName.of("public", "instances");
    var good =
        new Candidate(
            CandidateKind.INDEX, table, "good_idx", "doc", "using btree ((doc->>'x'))", "", "");
    var bad =
        new Candidate(
            CandidateKind.INDEX,
            table,
            "bad_idx",
            "doc",
            "using btree (((doc->>'title')::int))",
            "",
            "");
    var applied = new Applied(connection, command -> {});
    assertThrows(ServerException.class, () -> applied.apply(List.of(good, bad)));
    assertEquals(before, Catalog.of(connection), "an invalid index stays of a failed build");
  }

  /// What would be undone by its name is never anybody else's.
  @Test
  void what_is_called_as_a_candidate_is_neither_touched_nor_undone() {
    connection.script(
        "create table other (n int); create index instances_hrid_idx on other (n);"
            + " create statistics instances_stat on (n + 1) from other");
    List<String> before = Catalog.of(connection);
    SqlName table = SqlName.of("public", "instances");
    var applied = new Applied(connection, command -> {});
    for (var candidate :
        List.of(
            named(CandidateKind.INDEX, "instances_hrid_idx", "using btree ((doc->>'hrid'))"),
            named(CandidateKind.STATISTICS, "instances_stat", "(doc->>'hrid')"),
            named(CandidateKind.STORED_COLUMN, "id", "text generated always as ('x') stored"),
            named(CandidateKind.STORED_COLUMN, "other", "text generated always as ('x') stored"))) {
      if (candidate.object().equals("other")) {
        connection.execute("create index other_key on other (n)");
        before = Catalog.of(connection);
      }
      var refused =
          assertThrows(
              IllegalStateException.class,
              () ->
                  applied.apply(
                      List.of(
                          named(CandidateKind.STATISTICS, "first_stat", "(doc->>'a')"),
                          candidate)));
      assertTrue(refused.toString().contains("called so already"), refused::toString);
      assertEquals(before, Catalog.of(connection), candidate::toString);
    }
    var twice = named(CandidateKind.STATISTICS, "first_stat", "(doc->>'a')");
    assertThrows(IllegalStateException.class, () -> applied.apply(List.of(twice, twice)));
    Advice advice =
        Instances.advise(
            connection,
            options(),
            List.of(
                Instances.statement(9_000, "select id from instances where doc->>'hrid' = $1")));
    assertEquals(
        List.of("instances_hrid_idx2"),
        advice.chosen().stream().map(Candidate::object).toList(),
        advice::toString);
    assertEquals(table, advice.chosen().getFirst().table());
    connection.script("drop table other");
  }

  private static Candidate named(CandidateKind kind, String object, String definition) {
    return new Candidate(
        kind, SqlName.of("public", "instances"), object, "doc", definition, "", "");
  }

  @Test
  void statements_that_write_or_run_too_long_change_nothing() {
    connection.execute("create table if not exists log (n int)");
    connection.execute(
        "create or replace function logs() returns boolean language sql volatile as 'insert into"
            + " public.log values (1) returning true'");
    Advice advice =
        Instances.advise(
            connection,
            options().withStatementTimeout(Duration.ofMillis(100)),
            List.of(
                Instances.statement(
                    9, "select id from instances where doc->>'status' = 'ok' and logs()"),
                Instances.statement(8, "delete from instances where doc->>'hrid' = 'in1'"),
                Instances.statement(
                    7,
                    "with gone as (delete from instances where doc->>'hrid' = 'in2' returning 1)"
                        + " select * from gone"),
                Instances.statement(
                    6, "select pg_sleep(1) from instances where doc->>'status' = 'ok'"),
                Instances.statement(5, "select id from instances where doc->>'b' = my_own($1)")));
    assertEquals(
        List.of(0L, (long) Instances.ROWS),
        List.of(count("log"), count("instances")),
        advice::toString);
    List<String> notes =
        advice.tables().getFirst().statements().stream()
            .map(StatementAdvice::note)
            .filter(note -> !note.isEmpty())
            .toList();
    assertTrue(notes.contains("not tried: it writes"), notes::toString);
    assertTrue(
        notes.contains("not tried: canceling statement due to statement timeout"), notes::toString);
    assertTrue(notes.stream().anyMatch(n -> n.contains("read-only transaction")), notes::toString);
    connection.script("drop table log; drop function logs()");
  }

  private long count(String table) {
    return connection.queryList("select count(*) from " + table, row -> row.getLong(0)).getFirst();
  }
}
