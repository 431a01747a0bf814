package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atLeast;
import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.marc.DataField;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.lab.bench.json.model.Instance;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rows 10, 11 and 12: what the planner estimates, which index it takes, and what the indexes take
/// on disk.
final class Plans {
  private static final int OF_EACH = 4;
  private static final double MOST_SHARE = 0.95;
  private static final Pattern ROWS = Pattern.compile("rows=(\\d+)");

  private final Library library;
  private final Connection connection;
  private final List<Asked> suite = new ArrayList<>();

  /// A query and the indexes of which one has to serve it.
  private record Asked(CqlProfile profile, CqlQuery query, List<String> indexes) {}

  private record Estimate(String query, double estimated, double actual) {
    /// How many times too many or too few.
    double error() {
      double least = Math.max(1, Math.min(estimated, actual));
      return Math.max(1, Math.max(estimated, actual)) / least;
    }

    @Override
    public String toString() {
      return "%sx: %s, estimated %.0f, found %.0f"
          .formatted(Finding.figure(error()), query, estimated, actual);
    }
  }

  Plans(Library library) {
    this.library = library;
    connection = library.connect();
    var random = new SplittableRandom(library.seed());
    var instances = new Instances(library.seed());
    for (int i = 0; i < OF_EACH; i++) {
      askInstances(instances.instance(random.nextLong(library.instanceCount())));
      askRecords(random.nextLong(library.records()));
    }
  }

  private void askInstances(Instance one) {
    String[] words = one.title().split(" ", -1);
    instances("hrid == " + one.hrid(), "hrid_text");
    instances("hrid == " + one.hrid().substring(0, one.hrid().length() - 2) + "*", "hrid_text");
    instances("source == " + one.source(), "source_text");
    instances("status == " + one.statusId(), "status_text");
    instances("source <> " + one.source(), "source_text");
    instances("year = " + one.publicationYear(), "year_number");
    instances("year > " + one.publicationYear(), "year_number");
    instances(
        "year within \"%d %d\"".formatted(one.publicationYear() - 5, one.publicationYear()),
        "year_number");
    instances("sorttitle == \"" + one.indexTitle().substring(0, 2) + "*\"", "sorttitle_text");
    instances("title = " + words[1], "title_words");
    instances("title adj \"%s %s\"".formatted(words[0], words[1]), "title_words");
    instances("title any \"%s %s\"".formatted(words[0], words[2]), "title_words");
    instances("title all \"%s %s\"".formatted(words[1], words[2]), "title_words");
    instances("language == " + one.languages().getFirst(), "language_text");
    instances("identifier == " + one.identifiers().getFirst().value(), "identifier_text");
    instances("source == FOLIO and status == " + one.statusId(), "source_text", "status_text");
    instances(
        "title = %s and year > %d".formatted(words[0], one.publicationYear()),
        "title_words",
        "year_number");
    instances(
        "hrid == %s or year = %d".formatted(one.hrid(), one.publicationYear()),
        "hrid_text",
        "year_number");
  }

  private void instances(String query, String... indexes) {
    suite.add(
        new Asked(
            Library.INSTANCES_PROFILE,
            CqlQuery.parse(query),
            List.of(indexes).stream().map(index -> "instances_" + index).toList()));
  }

  private void askRecords(long number) {
    var record = new MarcGenerator(library.seed()).record(number);
    String leader = CqlString.literal(record.leader()).raw();
    records("leader == \"%s\"".formatted(leader), "leader_text");
    records("leader == \"%s*\"".formatted(leader.substring(0, 5)), "leader_text");
    var last = (DataField) record.fields().getLast();
    String instance = last.subfields().getFirst().value();
    records("instance == " + instance, "instance_text");
    records("language == ger", "language_text");
  }

  private void records(String query, String index) {
    suite.add(
        new Asked(Library.RECORDS_PROFILE, CqlQuery.parse(query), List.of("records_" + index)));
  }

  /// Row 10.
  Finding estimates() {
    List<Estimate> estimates = new ArrayList<>();
    for (Asked asked : suite) {
      var search = new DocumentSearch(connection, asked.profile());
      DocumentSearch.Statement statement = search.countStatement(asked.query());
      String rows = statement.sql().replaceFirst("^select count\\(\\*\\)", "select 1");
      estimates.add(
          new Estimate(
              asked.query().toString(),
              estimated(rows, statement.parameters().toArray()),
              search.count(asked.query())));
    }
    estimates.sort(Comparator.comparingDouble(Estimate::error));
    double most = estimates.getLast().error();
    double nearlyMost = estimates.get((int) (estimates.size() * MOST_SHARE)).error();
    return new Finding(
        10,
        "estimates of rows over %d queries in CQL".formatted(estimates.size()),
        List.of(
            atMost("q-error that 95 % of the queries keep to", 2, nearlyMost),
            atMost("greatest q-error", 10, most)),
        null,
        estimates.reversed().stream().limit(5).map(Estimate::toString).toList());
  }

  private double estimated(String sql, Object... parameters) {
    Matcher matcher =
        ROWS.matcher(Library.explain(connection, "costs", sql, parameters).getFirst());
    if (!matcher.find()) {
      throw new IllegalStateException("the plan tells no rows");
    }
    return Double.parseDouble(matcher.group(1));
  }

  /// Row 11.
  Finding indexes() {
    connection.script("set enable_seqscan = off");
    List<String> missed = new ArrayList<>();
    for (Asked asked : suite) {
      DocumentSearch.Statement statement =
          new DocumentSearch(connection, asked.profile()).countStatement(asked.query());
      List<String> plan =
          Library.explain(
              connection, "costs off", statement.sql(), statement.parameters().toArray());
      boolean isServed =
          asked.indexes().stream()
              .anyMatch(index -> plan.stream().anyMatch(line -> line.contains(index)));
      if (!isServed || plan.stream().noneMatch(line -> line.contains("Index Cond:"))) {
        missed.add("missed: " + asked.query() + " " + plan);
      }
    }
    connection.script("reset enable_seqscan");
    double share = 100 - 100.0 * missed.size() / suite.size();
    return new Finding(
        11,
        "generated predicates that use the intended index",
        List.of(atLeast("percent of %d queries in CQL".formatted(suite.size()), 100, share)),
        null,
        missed);
  }

  /// Row 12.
  Finding disk() {
    List<String> names =
        Library.RECORDS.paths().stream()
            .flatMap(
                path ->
                    path.kinds().stream().map(kind -> path.index(Library.RECORDS.table(), kind)))
            .toList();
    double table = library.number("select pg_table_size('records')::float8");
    double indexes = 0;
    List<String> details = new ArrayList<>();
    for (String name : names) {
      double size = library.number("select pg_relation_size($1::text::regclass)::float8", name);
      indexes += size;
      details.add("%-24s %8.1f MB".formatted(name, size / 1e6));
    }
    details.add("%-24s %8.1f MB".formatted("the table", table / 1e6));
    return new Finding(
        12,
        "disk of the indexes of 10 mapped paths",
        List.of(atMost("percent of the table", 15, 100 * indexes / table)),
        null,
        details);
  }
}
