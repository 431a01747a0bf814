package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.marc.DataField;
import io.tiercel.json.marc.MarcRecord;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.lab.bench.json.Meter.Contender;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Rows 1, 2 and 4: equality on a path to one value, on one in an array, and on one that has no
/// index.
final class Lookups {
  private static final int CALLS = 1_000;
  private static final double MILLISECOND = 1e6;
  private static final Pattern BUFFERS = Pattern.compile("shared(?: hit=(\\d+))?(?: read=(\\d+))?");

  private final Library library;
  private final Meter meter;
  private final Connection plain;
  private final Connection mapped;
  private final Connection unadvised;
  private final List<String> leaders = new ArrayList<>();
  private final List<String> instances = new ArrayList<>();

  Lookups(Library library, Meter meter) {
    this.library = library;
    this.meter = meter;
    plain = library.connect();
    mapped = library.connect();
    unadvised = library.connect();
    unadvised.script("set enable_indexscan = off");
    unadvised.script("set enable_bitmapscan = off");
    unadvised.script("set enable_indexonlyscan = off");
    var generator = new MarcGenerator(library.seed());
    var random = new SplittableRandom(library.seed());
    for (int i = 0; i < CALLS; i++) {
      MarcRecord record = generator.record(random.nextLong(library.records()));
      leaders.add(record.leader());
      instances.add(((DataField) record.fields().getLast()).subfields().getFirst().value());
    }
  }

  /// All three rows.
  List<Finding> find(Units units) throws Exception {
    return List.of(equality(units), array(), scan());
  }

  private static final String PLAIN = "plain column, its index";
  private static final String BY_HAND = "pgjdbc by hand, index on ->>";
  private static final String HIBERNATE = "Hibernate, path of an aggregate";
  private static final String UNADVISED = "ours, no index of the path";
  private static final String MAPPED = "ours, mapped path (CQL)";

  private Map<String, Meter.Figures> scalar(Units units) throws Exception {
    try (var manager = units.hibernate().createEntityManager();
        var byHand =
            library
                .connectByHand()
                .prepareStatement("select count(*) from records where content->>'leader' = ?")) {
      var hibernate =
          manager.createQuery(
              "select count(*) from HibernateRecord r where r.content.leader = :leader",
              Long.class);
      List<Long> expected = new ArrayList<>();
      for (String leader : leaders) {
        expected.add(plainCount("leader", leader));
      }
      return meter.measure(
          List.of(
              new Contender(
                  PLAIN,
                  CALLS,
                  () -> {
                    for (int i = 0; i < CALLS; i++) {
                      require(expected, i, plainCount("leader", leaders.get(i)), PLAIN);
                    }
                  }),
              new Contender(
                  BY_HAND,
                  CALLS,
                  () -> {
                    for (int i = 0; i < CALLS; i++) {
                      byHand.setString(1, leaders.get(i));
                      try (var row = byHand.executeQuery()) {
                        row.next();
                        require(expected, i, row.getLong(1), BY_HAND);
                      }
                    }
                  }),
              new Contender(
                  HIBERNATE,
                  CALLS,
                  () -> {
                    for (int i = 0; i < CALLS; i++) {
                      hibernate.setParameter("leader", leaders.get(i));
                      require(expected, i, hibernate.getSingleResult(), HIBERNATE);
                    }
                  }),
              new Contender(
                  MAPPED,
                  CALLS,
                  () -> {
                    for (int i = 0; i < CALLS; i++) {
                      require(expected, i, count(mapped, "leader", leaders.get(i)), MAPPED);
                    }
                  })));
    }
  }

  private static void require(List<Long> expected, int i, long actual, String who) {
    Meter.requireEqual(expected.get(i), actual, who);
  }

  private long plainCount(String column, String value) {
    return plain
        .queryList(
            "select count(*) from plain where %s = $1".formatted(column),
            row -> row.getLong(0),
            value)
        .getFirst();
  }

  private static CqlQuery equal(String index, String value) {
    return CqlQuery.parse("%s == \"%s\"".formatted(index, CqlString.literal(value).raw()));
  }

  private static long count(Connection connection, String index, String value) {
    return new DocumentSearch(connection, Library.RECORDS_PROFILE).count(equal(index, value));
  }

  private Finding equality(Units units) throws Exception {
    Map<String, Meter.Figures> figures = scalar(units);
    double time = cost(figures, MAPPED) / cost(figures, PLAIN);
    String leader = leaders.get(1);
    double plainBuffers = buffers(plain, "select count(*) from plain where leader = $1", leader);
    DocumentSearch.Statement statement =
        new DocumentSearch(mapped, Library.RECORDS_PROFILE).countStatement(equal("leader", leader));
    double ourBuffers = buffers(mapped, statement.sql(), statement.parameters().toArray());
    List<String> details = new ArrayList<>(Meter.lines(figures, "query"));
    details.add(
        "buffers of a query: %.0f of the plain column, %.0f of the mapped path"
            .formatted(plainBuffers, ourBuffers));
    return new Finding(
        1,
        "equality on a mapped path to one value",
        List.of(
            atMost("time, times that of the plain column", 1.2, time),
            atMost("buffers, times those of the plain column", 2, ourBuffers / plainBuffers)),
        null,
        details);
  }

  private Finding array() throws Exception {
    List<Long> expected = instances.stream().map(value -> plainCount("instance", value)).toList();
    String plainName = "plain column, its index";
    Map<String, Meter.Figures> figures =
        meter.measure(
            List.of(
                new Contender(
                    plainName,
                    CALLS,
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        require(expected, i, plainCount("instance", instances.get(i)), plainName);
                      }
                    }),
                new Contender(
                    MAPPED,
                    CALLS,
                    () -> {
                      for (int i = 0; i < CALLS; i++) {
                        require(expected, i, count(mapped, "instance", instances.get(i)), MAPPED);
                      }
                    })));
    DocumentSearch.Statement statement =
        new DocumentSearch(mapped, Library.RECORDS_PROFILE)
            .countStatement(equal("instance", instances.getFirst()));
    List<String> plan =
        Library.explain(mapped, "costs off", statement.sql(), statement.parameters().toArray());
    double scans = plan.stream().mapToInt(line -> line.contains("Seq Scan") ? 1 : 0).sum();
    return new Finding(
        2,
        "equality on a mapped path in an array (999 $i)",
        List.of(
            atMost("milliseconds a query", 0.5, cost(figures, MAPPED) / MILLISECOND),
            atMost("sequential scans in the plan", 0, scans)),
        null,
        Meter.lines(figures, "query"));
  }

  /// Nothing but scans here: they leave no cache warm for anybody else.
  private Finding scan() throws Exception {
    String leader = leaders.getFirst();
    long expected = plainCount("leader", leader);
    int documents = (int) library.records();
    String byHand = "->> by hand";
    Map<String, Meter.Figures> figures =
        meter.measure(
            List.of(
                new Contender(
                    UNADVISED,
                    documents,
                    () ->
                        Meter.requireEqual(
                            expected, count(unadvised, "leader", leader), UNADVISED)),
                new Contender(
                    byHand,
                    documents,
                    () ->
                        Meter.requireEqual(
                            expected,
                            unadvised
                                .queryList(
                                    "select count(*) from records where content->>'leader' = $1",
                                    row -> row.getLong(0),
                                    leader)
                                .getFirst(),
                            byHand))));
    List<String> details = new ArrayList<>(Meter.lines(figures, "document"));
    details.add(
        "documents are compressed by "
            + library.connection().simpleQuery("show default_toast_compression").getFirst());
    return new Finding(
        4,
        "a path that nobody advised, scanned",
        List.of(atMost("µs a document", 7, cost(figures, UNADVISED) / 1e3)),
        "the log line that names the remedy",
        details);
  }

  private static double cost(Map<String, Meter.Figures> figures, String name) {
    Meter.Figures of = figures.get(name);
    return of == null ? Double.NaN : of.cost();
  }

  /// Pages touched by the second execution.
  private static double buffers(Connection connection, String sql, Object... parameters) {
    Library.explain(connection, "analyze, buffers", sql, parameters);
    for (String line : Library.explain(connection, "analyze, buffers", sql, parameters)) {
      Matcher matcher = BUFFERS.matcher(line);
      if (line.strip().startsWith("Buffers:") && matcher.find()) {
        return number(matcher.group(1)) + number(matcher.group(2));
      }
    }
    throw new IllegalStateException("the plan tells no buffers");
  }

  private static double number(@org.jspecify.annotations.Nullable String digits) {
    return digits == null ? 0 : Double.parseDouble(digits);
  }
}
