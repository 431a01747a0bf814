package io.tiercel.json.advisor;

import io.tiercel.json.SqlName;
import io.tiercel.json.advisor.workload.DocumentColumns;
import io.tiercel.json.promotion.DdlCommand;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tries candidates on a sample: real commands, real statements, real values, and all of it rolled
/// back. Confined to the thread of its connection.
final class Trial {
  private static final int RUNS = 3;

  private final Connection connection;
  private final Explain explain;
  private final SampleTable sample;
  private final TableFacts facts;
  private final DocumentColumns columns;
  private final Map<String, SqlName> rewrites = new HashMap<>();

  Trial(Connection connection, SampleTable sample, TableFacts facts, DocumentColumns columns) {
    this.connection = connection;
    this.explain = new Explain(connection);
    this.sample = sample;
    this.facts = facts;
    this.columns = columns;
  }

  /// What a state of the sample does to statements and writes.
  ///
  /// @param plans for each statement, in the order that they were given, one for each of its values
  /// @param bytes of the sample with its indexes
  /// @param bytesPerRow that a row more takes in an index that was made; 0 if none was
  record Outcome(
      List<List<PlanMeasure>> plans,
      long bytes,
      double bytesPerRow,
      double buildSeconds,
      WriteCost writes) {
    Outcome {
      plans = List.copyOf(plans);
    }
  }

  /// The texts of a statement on the table itself.
  ///
  /// @param isAdvised whether with the columns of what was kept
  List<String> onTable(BoundStatement statement, boolean isAdvised) {
    return statement.sql(columns, facts.table(), facts.table(), isAdvised ? rewrites : Map.of());
  }

  /// Runs a statement once, so that one which cannot be run is known before it is measured.
  List<PlanMeasure> check(BoundStatement statement) {
    List<PlanMeasure> plans = new ArrayList<>();
    for (String sql : statement.sql(columns, facts.table(), sample.table(), rewrites)) {
      plans.add(explain.once(sql, sample.table().last()));
    }
    return plans;
  }

  /// Measures things as they are.
  Outcome now(List<BoundStatement> statements) {
    return measured(statements, sample.table(), 0, 0);
  }

  /// Measures a candidate, and takes it back.
  Outcome with(Candidate candidate, List<BoundStatement> statements) {
    return sample.undone("candidate", () -> done(candidate, statements));
  }

  /// Whether the table has an index already that is made as a candidate's: tried on a table without
  /// rows.
  boolean isThere(Candidate candidate) {
    if (candidate.kind() != CandidateKind.INDEX) {
      return false;
    }
    return sample.undone(
        "twin",
        () -> {
          SqlName empty = sample.table().sibling("tiercel_twin");
          sample.create(empty, sample.table());
          apply(candidate, empty);
          return connection
              .queryList(
                  "with made as (select indexrelid, substring(pg_get_indexdef(indexrelid) from"
                      + " ' USING .*') as how from pg_index where indrelid = $1::text::regclass)"
                      + " select count(*) > 1 from made where how ="
                      + " (select how from made order by indexrelid desc limit 1)",
                  row -> row.getBoolean(0),
                  empty.toString())
              .getFirst();
        });
  }

  /// Does a candidate to the sample for good: what comes next is measured with it.
  void keep(Candidate candidate) {
    apply(candidate, sample.table());
    if (candidate.needsRewrite()) {
      rewrites.put(candidate.expression(), candidate.column());
    }
  }

  private Outcome done(Candidate candidate, List<BoundStatement> statements) {
    SqlName table = sample.table();
    if (candidate.isForNewDocuments()) {
      // What is stored stays as it is: the rows are stored anew beside it.
      table = sample.table().sibling("tiercel_anew");
      sample.create(table, sample.table());
      apply(candidate, table);
      connection.execute(
          "insert into %s (%s) overriding system value select %s from %s"
              .formatted(
                  table, String.join(", ", sample.columnList()), storedAnew(), sample.table()));
      connection.execute("analyze " + table);
      return measured(statements, table, 0, 0);
    }
    long start = System.nanoTime();
    apply(candidate, table);
    double seconds = (System.nanoTime() - start) / 1e9;
    if (!candidate.needsRewrite()) {
      return measured(statements, table, bytesPerRow(candidate), seconds);
    }
    rewrites.put(candidate.expression(), candidate.column());
    try {
      return measured(statements, table, 0, seconds);
    } finally {
      rewrites.remove(candidate.expression());
    }
  }

  /// The select list in which the document is made of its text, so that it is compressed again.
  private String storedAnew() {
    String name =
        connection
            .queryList(
                "select quote_ident($1)",
                row -> Objects.requireNonNull(row.getString(0)),
                facts.document().column())
            .getFirst();
    List<String> items = new ArrayList<>();
    for (String column : sample.columnList()) {
      items.add(column.equals(name) ? name + "::text::" + facts.document().type() : column);
    }
    return String.join(", ", items);
  }

  private void apply(Candidate candidate, SqlName table) {
    if (candidate.kind() == CandidateKind.DROP_INDEX) {
      connection.execute("drop index " + twin(candidate, table));
      return;
    }
    for (DdlCommand command : candidate.up(table, false)) {
      connection.execute(command.sql());
    }
  }

  /// The sample's index that is made as one of the table is.
  private String twin(Candidate candidate, SqlName table) {
    SqlName index = facts.table().sibling(candidate.object());
    return connection
        .queryList(
            "select i.indexrelid::regclass::text from pg_index i where i.indrelid ="
                + " $1::text::regclass and substring(pg_get_indexdef(i.indexrelid) from ' USING"
                + " .*') = substring(pg_get_indexdef($2::text::regclass) from ' USING .*')",
            row -> Objects.requireNonNull(row.getString(0)),
            table.toString(),
            index.toString())
        .getFirst();
  }

  /// What a row more takes in an index. A key that many rows share is stored once, and a page is a
  /// page: so an index does not grow as its table does, but from its size over half of the sample
  /// to that over all of it as it will go on.
  private double bytesPerRow(Candidate candidate) {
    if (candidate.kind() != CandidateKind.INDEX) {
      return 0;
    }
    apply(candidate, sample.half());
    String size =
        "select pg_relation_size(indexrelid) from pg_index where indrelid = $1::text::regclass"
            + " order by indexrelid desc limit 1";
    double more =
        sample.bytes(size, sample.table().toString())
            - sample.bytes(size, sample.half().toString());
    return Math.max(0, more / Math.max(1, sample.rows() - sample.halfRows()));
  }

  private Outcome measured(
      List<BoundStatement> statements, SqlName table, double bytesPerRow, double seconds) {
    List<List<PlanMeasure>> plans = new ArrayList<>();
    for (BoundStatement statement : statements) {
      List<PlanMeasure> of = new ArrayList<>();
      for (String sql : statement.sql(columns, facts.table(), table, rewrites)) {
        of.add(explain.best(sql, table.last(), RUNS));
      }
      plans.add(of);
    }
    long bytes =
        sample.bytes("select pg_total_relation_size($1::text::regclass)", table.toString());
    return new Outcome(plans, bytes, bytesPerRow, seconds, writes(table));
  }

  /// What writes take, in a table that is made as the sample is, with room for HOT: the sample
  /// itself
  /// stays as it is, for what is rolled back leaves its place in the files. The quickest of some
  /// runs.
  private WriteCost writes(SqlName table) {
    double rows = Math.max(1, sample.heldRows());
    WriteCost best = null;
    for (int i = 0; i < RUNS; i++) {
      WriteCost next = sample.undone("probe", () -> probe(table, rows));
      best =
          best == null
              ? next
              : new WriteCost(
                  Math.min(best.insertMicros(), next.insertMicros()),
                  next.insertWalBytes(),
                  Math.min(best.updateMicros(), next.updateMicros()),
                  next.hotShare());
    }
    return Objects.requireNonNull(best);
  }

  /// Inserts the rows that were held back, then changes a member of each document.
  private WriteCost probe(SqlName table, double rows) {
    SqlName probe = table.sibling("tiercel_probe");
    sample.create(probe, table);
    connection.execute("alter table " + probe + " set (fillfactor = 40)");
    PlanMeasure insert = sample.insertHeld(probe);
    String document = SqlName.of(facts.document().column()).toString();
    String changed =
        "case when jsonb_typeof(%s::jsonb) = 'object' then (%s::jsonb || '{\"tiercel_probe\": 1}')::%s else %s end"
            .formatted(document, document, facts.document().type(), document);
    PlanMeasure update =
        explain.once("update %s set %s = %s".formatted(probe, document, changed), probe.last());
    long hot =
        sample.bytes(
            "select pg_stat_get_xact_tuples_hot_updated($1::text::regclass)", probe.toString());
    return new WriteCost(
        insert.millis() * 1000 / rows,
        insert.walBytes() / rows,
        update.millis() * 1000 / rows,
        hot / rows);
  }
}
