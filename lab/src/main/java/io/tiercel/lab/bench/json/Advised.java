package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import io.tiercel.json.advisor.Advice;
import io.tiercel.json.advisor.Advisor;
import io.tiercel.json.advisor.AdvisorOptions;
import io.tiercel.json.advisor.Applied;
import io.tiercel.json.advisor.Arrival;
import io.tiercel.json.advisor.CandidateAdvice;
import io.tiercel.json.advisor.CandidateKind;
import io.tiercel.json.advisor.TableAdvice;
import io.tiercel.json.advisor.workload.ObservedStatement;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.wire.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Row 13: what the advisor predicts for documents that have nothing to do with the others, of
/// another schema and another seed; then its advice is followed, and undone.
final class Advised {
  private static final int MIN_ROWS = 2_000;
  private static final int MAX_ROWS = 30_000;
  private static final int SAMPLED_SHARE = 6;

  private static final String TABLE =
      "create table parcels (code uuid primary key default gen_random_uuid(), body jsonb not null,"
          + " depot text)";

  private static final String ROWS =
      """
      insert into parcels (body, depot)
      select jsonb_build_object(
          'tracking', md5(n::text || $2::text),
          'state', (array['delivered', 'delivered', 'delivered', 'delivered', 'delivered', 'moving',
            'moving', 'stuck', 'lost'])[1 + floor(power(random(), 2) * 9)::int],
          'sender', jsonb_build_object('city', 'c' || floor(power(random(), 3) * 400)::int,
            'mail', 'm' || n % 9001 || '@example.org'),
          'grams', floor(random() * 30000)::int,
          'events', (select jsonb_agg(jsonb_build_object('at', n + i, 'hub', 'h' || (n * i) % 700))
            from generate_series(1, 3 + n % 9) i),
          'label', (select string_agg(md5(random()::text), '')
            from generate_series(1, 20 + floor(random() * 160)::int + n % 2) i)),
        'd' || n % 40
      from generate_series(1, $1::text::int) n
      """;

  private static final String CATALOG =
      """
      select concat_ws(' ', 'column', a.attname, format_type(a.atttypid, a.atttypmod), a.attstorage,
          a.attcompression, a.attgenerated) from pg_attribute a
        where a.attrelid = 'parcels'::regclass and a.attnum > 0 and not a.attisdropped
      union all select pg_get_indexdef(i.indexrelid) from pg_index i
        where i.indrelid = 'parcels'::regclass
      union all select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s
        where s.stxrelid = 'parcels'::regclass
      union all select concat_ws(' ', 'options', reloptions) from pg_class
        where oid = 'parcels'::regclass
      order by 1
      """;

  private static final List<ObservedStatement> STATEMENTS =
      List.of(
          statement(30_000, "select code, body from parcels where body->>'tracking' = $1"),
          statement(
              4_000,
              "select p.code from parcels p where p.body->'sender'->>'city' = $1"
                  + " order by (p.body->>'grams')::int desc limit 10"),
          statement(
              2_500, "select code from parcels where body @> '{\"events\": [{\"hub\": \"h77\"}]}'"),
          statement(
              900, "select count(*) from parcels where body->>'state' = 'lost' and depot = $1"),
          statement(
              600,
              "select code from parcels where (body->>'grams')::int between $1 and $2 limit 50"),
          statement(
              300, "select code from parcels where lower(body#>>'{sender,mail}') = lower($1)"),
          statement(4, "select body->>'state', count(*) from parcels group by body->>'state'"));

  private Advised() {}

  private static ObservedStatement statement(double callsPerDay, String sql) {
    return new ObservedStatement(sql, callsPerDay, null, ObservedStatement.Source.GIVEN);
  }

  static Finding find(Library library) {
    int rows = Math.clamp(library.records(), MIN_ROWS, MAX_ROWS);
    return find(library.connect(), rows, ~library.seed());
  }

  /// Makes the documents in a database, and drops them.
  static Finding find(Connection connection, int rows, long seed) {
    connection.execute(TABLE);
    connection.execute("select setseed(0.4711)");
    connection.execute(ROWS, Integer.toString(rows), Long.toString(seed));
    connection.execute("vacuum analyze parcels");
    List<String> before = catalog(connection);

    AdvisorOptions options =
        AdvisorOptions.defaults()
            .withSampleRows(rows / SAMPLED_SHARE)
            .withStatementTimeout(Duration.ofSeconds(60))
            .allowing(false, 1);
    var advisor = new Advisor(connection, options, line -> {});
    var collector = new WorkloadCollector(connection, advisor.columns());
    collector.add(STATEMENTS);
    Advice advice =
        advisor.advise(collector.collect(), column -> column.table().last().equals("parcels"));
    if (advice.tables().size() != 1) {
      throw new IllegalStateException("the advisor has nothing to say: " + advice.notes());
    }
    TableAdvice table = advice.tables().getFirst();

    var applied = new Applied(connection, command -> {});
    applied.apply(advice.chosen());
    List<Arrival> arrivals = Arrival.measure(connection, table, options.statementTimeout());
    List<String> details = new ArrayList<>(table.notes());
    double size = sizes(connection, table, details);
    applied.undo(advice.chosen());
    List<String> changed = catalog(connection);
    int differences = changed.equals(before) ? 0 : Math.max(1, changed.size() - before.size());
    connection.execute("drop table parcels");

    double promised = 0;
    double arrived = 0;
    for (Arrival arrival : arrivals) {
      if (arrival.promisedMillis() < arrival.beforeMillis()) {
        promised += arrival.callsPerDay() * arrival.promisedMillis();
        arrived += arrival.callsPerDay() * arrival.arrivedMillis();
      }
      details.add(
          "%8s ms before, %8s promised, %8s now: %s"
              .formatted(
                  Finding.figure(arrival.beforeMillis()),
                  Finding.figure(arrival.promisedMillis()),
                  Finding.figure(arrival.arrivedMillis()),
                  WorkloadCollector.oneLine(arrival.sql())));
    }
    return new Finding(
        13,
        "what the advisor predicts, and its undo",
        List.of(
            atMost("time saved, off from the promise by a factor", 2, Arrival.factor(arrivals)),
            atMost(
                "time left of advised statements, off from the promise by a factor",
                2,
                factor(promised, arrived)),
            atMost("bytes of an index, off by a factor at worst", 1.2, size),
            atMost("differences in the catalog after the undo", 0, differences)),
        null,
        details);
  }

  private static double factor(double a, double b) {
    return a > 0 && b > 0 ? Math.max(a / b, b / a) : Double.NaN;
  }

  private static List<String> catalog(Connection connection) {
    return connection.queryList(CATALOG, row -> Objects.requireNonNull(row.getString(0)));
  }

  /// By what factor the size of an index is off, at worst.
  private static double sizes(Connection connection, TableAdvice table, List<String> details) {
    double worst = 1;
    for (CandidateAdvice chosen : table.chosen()) {
      if (chosen.candidate().kind() != CandidateKind.INDEX) {
        continue;
      }
      long bytes =
          connection
              .queryList(
                  "select pg_relation_size($1::text::regclass)",
                  row -> row.getLong(0),
                  chosen.candidate().object())
              .getFirst();
      worst = Math.max(worst, factor((double) bytes, (double) chosen.bytes()));
      details.add(
          "%,12d bytes promised, %,12d now: %s"
              .formatted(chosen.bytes(), bytes, chosen.candidate().definition()));
    }
    return worst;
  }
}
