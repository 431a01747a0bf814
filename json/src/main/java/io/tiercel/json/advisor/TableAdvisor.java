package io.tiercel.json.advisor;

import io.tiercel.json.advisor.workload.DocumentColumn;
import io.tiercel.json.advisor.workload.DocumentColumns;
import io.tiercel.json.advisor.workload.PathUse;
import io.tiercel.json.advisor.workload.Workload;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.wire.Connection;
import io.tiercel.wire.error.ServerException;
import io.tiercel.wire.row.RowConsumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/// Advises on one column of documents. Confined to the thread of its connection.
final class TableAdvisor {
  private static final int HELD_BACK = 400;

  private final Connection connection;
  private final DocumentColumns columns;
  private final AdvisorOptions options;
  private final Consumer<String> progress;
  private final Proposals.Features features;
  private final DocumentColumn document;
  private final List<String> notes = new ArrayList<>();

  TableAdvisor(
      Connection connection,
      DocumentColumns columns,
      AdvisorOptions options,
      Consumer<String> progress,
      Proposals.Features features,
      DocumentColumn document) {
    this.connection = connection;
    this.columns = columns;
    this.options = options;
    this.progress = progress;
    this.features = features;
    this.document = document;
  }

  /// A statement that can be tried, and its runs on the whole table.
  ///
  /// @param whole empty if they took too long
  private record Measured(BoundStatement bound, List<PlanMeasure> whole) {}

  TableAdvice advise(List<Workload.Entry> entries) {
    TableFacts facts = TableFacts.read(connection, document);
    progress.accept("%s: %,d rows, a sample of them".formatted(document, facts.rows()));
    try (var sample = SampleTable.take(connection, facts, options.sampleRows(), HELD_BACK)) {
      if (sample.rows() == 0) {
        notes.add("the table is empty: nothing can be tried");
        return new TableAdvice(facts, 0, List.of(), List.of(), List.of(), notes);
      }
      return advise(entries, facts, sample);
    }
  }

  private TableAdvice advise(List<Workload.Entry> entries, TableFacts facts, SampleTable sample) {
    var trial = new Trial(connection, sample, facts, columns);
    List<StatementAdvice> untried = new ArrayList<>();
    List<BoundStatement> bound = bind(entries, sample, trial, untried);
    List<PathFacts> paths = paths(entries, sample);
    var proposals = new Proposals(facts, features, taken());
    List<Candidate> candidates =
        proposals.propose(
            bound.stream().map(BoundStatement::entry).toList(), types(entries, sample));
    notes.addAll(proposals.notes());
    if (candidates.size() > options.maxCandidates()) {
      notes.add(
          "%d candidates were not tried".formatted(candidates.size() - options.maxCandidates()));
      candidates = candidates.subList(0, options.maxCandidates());
    }
    List<Measured> measured = whole(bound);
    var selection =
        new Selection(
            facts,
            options,
            trial,
            sample,
            measured.stream().map(Measured::bound).toList(),
            measured.stream().map(Measured::whole).toList(),
            progress);
    List<CandidateAdvice> advised = selection.choose(candidates);
    notes.addAll(selection.notes());
    List<StatementAdvice> statements = new ArrayList<>(selection.statements());
    statements.addAll(untried);
    statements.sort(Comparator.comparingDouble(statement -> -statement.millisPerDay()));
    return new TableAdvice(facts, sample.rows(), paths, statements, advised, notes);
  }

  /// All names of the schema, whatever they name, and those of the table's columns.
  private Set<String> taken() {
    return Set.copyOf(
        connection.queryList(
            """
            select relname from pg_class where relnamespace =
                (select relnamespace from pg_class where oid = to_regclass($1))
            union select stxname from pg_statistic_ext
            union select attname from pg_attribute where attrelid = to_regclass($1)
            """,
            row -> Objects.requireNonNull(row.getString(0)),
            document.table().toString()));
  }

  /// Gives statements their values; those that cannot be run on the sample are told and left out.
  private List<BoundStatement> bind(
      List<Workload.Entry> entries,
      SampleTable sample,
      Trial trial,
      List<StatementAdvice> untried) {
    var values = new ParameterValues(connection, sample);
    List<BoundStatement> bound = new ArrayList<>();
    for (Workload.Entry entry : entries) {
      String reason;
      try {
        if (!entry.uses().isQuery()) {
          reason = "it writes";
        } else if (bound.size() == options.maxStatements()) {
          reason = "there are more frequent ones";
        } else {
          var statement =
              new BoundStatement(entry, values.draw(entry.uses(), options.valuesPerStatement()));
          sample.undone("checked", () -> checked(trial, statement));
          bound.add(statement);
          continue;
        }
      } catch (ParameterValues.NoValue e) {
        reason = Objects.requireNonNull(e.getMessage());
      } catch (ServerException e) {
        reason = e.error().message();
      }
      double known = Objects.requireNonNullElse(entry.statement().meanMillis(), 0.0);
      untried.add(
          new StatementAdvice(
              entry, List.of(), List.of(), known, known, known > 0, 0, 1, "not tried: " + reason));
    }
    return bound;
  }

  /// Runs a statement once on the sample, read only and not for long.
  private List<PlanMeasure> checked(Trial trial, BoundStatement statement) {
    restrict();
    return trial.check(statement);
  }

  /// Until the savepoint is rolled back.
  private void restrict() {
    connection.execute("set local transaction_read_only = on");
    connection.execute("set local statement_timeout = " + options.statementTimeout().toMillis());
  }

  /// Runs statements on the whole table: read only, and not for long. The transaction of the sample
  /// is open, so a savepoint stands for one of its own.
  private List<Measured> whole(List<BoundStatement> bound) {
    var explain = new Explain(connection);
    List<Measured> measured = new ArrayList<>();
    for (BoundStatement statement : bound) {
      progress.accept(
          "measuring " + WorkloadCollector.oneLine(statement.entry().statement().sql()));
      List<PlanMeasure> plans = new ArrayList<>();
      connection.execute("savepoint whole");
      try {
        restrict();
        for (String sql : statement.sql(columns, document.table(), document.table(), Map.of())) {
          plans.add(explain.best(sql, document.table().last(), 2));
        }
      } catch (ServerException e) {
        plans.clear();
        notes.add(
            "computed from the sample, for on the table it failed (%s): %s"
                .formatted(
                    e.error().message(),
                    WorkloadCollector.oneLine(statement.entry().statement().sql())));
      } finally {
        if (connection.isOpen()) {
          connection.execute("rollback to savepoint whole");
        }
      }
      measured.add(new Measured(statement, plans));
    }
    return measured;
  }

  /// The types of expressions that may become columns, those with one value for a document.
  private Map<String, String> types(List<Workload.Entry> entries, SampleTable sample) {
    Map<String, String> types = new LinkedHashMap<>();
    for (String expression : expressions(entries)) {
      ask(
          "select pg_typeof((%s))::text from %s limit 1".formatted(expression, sample.table()),
          row -> types.put(expression, Objects.requireNonNull(row.getString(0))));
    }
    return types;
  }

  private List<PathFacts> paths(List<Workload.Entry> entries, SampleTable sample) {
    List<PathFacts> facts = new ArrayList<>();
    for (String expression : expressions(entries)) {
      ask(
          """
          with v as materialized (select (%s)::text as v from %s),
            g as (select v, count(*) as n from v where v is not null group by v)
          select (select count(*) from v)::float8, coalesce(sum(n), 0)::float8, count(*),
            coalesce(max(n), 0)::float8, coalesce(sum(n * octet_length(v)), 0)::float8 from g
          """
              .formatted(expression, sample.table()),
          row -> {
            double present = row.getDouble(1);
            facts.add(
                new PathFacts(
                    expression,
                    present / row.getDouble(0),
                    row.getLong(2),
                    present == 0 ? 0 : row.getDouble(3) / present,
                    present == 0 ? 0 : row.getDouble(4) / present));
          });
    }
    return facts;
  }

  private List<String> expressions(List<Workload.Entry> entries) {
    return entries.stream()
        .flatMap(entry -> entry.uses().uses().stream())
        .filter(use -> use.column().equals(document) && use.isIndexable() && use.path() != null)
        .filter(use -> !use.expression().equals(document.column()))
        .map(PathUse::expression)
        .distinct()
        .toList();
  }

  /// Asks the sample; an expression that fails on some document is told.
  private void ask(String sql, RowConsumer rows) {
    connection.execute("savepoint ask");
    try {
      connection.query(sql, rows);
    } catch (ServerException e) {
      notes.add("fails on the sample: " + e.error().message());
    } finally {
      if (connection.isOpen()) {
        connection.execute("rollback to savepoint ask");
      }
    }
  }
}
