package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atLeast;
import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.json.search.FacetCount;
import io.tiercel.lab.bench.json.Meter.Contender;
import io.tiercel.lab.bench.json.Meter.Figures;
import io.tiercel.lab.bench.json.model.HibernateInstance;
import io.tiercel.lab.bench.json.model.Instance;
import io.tiercel.lab.bench.json.model.Six;
import io.tiercel.lab.bench.json.model.StoredInstance;
import io.tiercel.wire.Connection;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Rows 3, 5, 6 and 7: reading many documents, or some members of each.
final class Reads {
  private static final double SECOND = 1e9;
  private static final int FETCH_SIZE = 1_000;
  private static final String COLUMNS =
      "\"hrid\", \"source\", \"title\", \"indexTitle\", \"statusId\", \"publicationYear\"";
  private static final String PATHS =
      "content->>'hrid', content->>'source', content->>'title', content->>'indexTitle',"
          + " content->>'statusId', (content->>'publicationYear')::int";
  private static final String AS_RECORD =
      "from instances, jsonb_to_record(content) as d(\"hrid\" text, \"source\" text, \"title\""
          + " text, \"indexTitle\" text, \"statusId\" text, \"publicationYear\" int)";
  private static final String NEW_SIX =
      "select new io.tiercel.lab.bench.json.model.Six(i.content.hrid, i.content.source,"
          + " i.content.title, i.content.indexTitle, i.content.statusId,"
          + " i.content.publicationYear) from ";

  private final Library library;
  private final Meter meter;
  private final int count;
  private final Connection wire;
  private final java.sql.Connection byHand;
  private final long checksum;
  private final long years;

  Reads(Library library, Meter meter) throws SQLException {
    this.library = library;
    this.meter = meter;
    count = (int) library.instanceCount();
    wire = library.connect();
    byHand = library.connectByHand();
    byHand.setAutoCommit(false);
    var instances = new Instances(library.seed());
    long checksum = 0;
    long years = 0;
    for (int i = 0; i < count; i++) {
      Instance instance = instances.instance(i);
      checksum += instance.checksum();
      years += instance.publicationYear();
    }
    this.checksum = checksum;
    this.years = years;
  }

  /// `group by` of a path and of a column.
  Finding groups() throws Exception {
    String plain = "plain column, narrow table, scanned";
    String beside = "plain column beside the document, scanned";
    String promoted = "ours, promoted path (facet)";
    String large = "ours, promoted path of large documents (facet)";
    var all = CqlQuery.parse("cql.allRecords = 1");
    var inColumns = new DocumentSearch(wire, Library.PROMOTED_PROFILE);
    var inLarge = new DocumentSearch(wire, Library.LARGE_PROMOTED_PROFILE);
    var inDocuments = new DocumentSearch(wire, Library.INSTANCES_PROFILE);
    List<FacetCount> expected = sources("instance_columns");
    List<FacetCount> ofLarge = inLarge.facet(all, "source", 9);
    long before = toastPages();
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender(plain, count, () -> require(expected, sources("instance_columns"))),
                new Contender(beside, count, () -> require(expected, sources("instance_beside"))),
                new Contender(
                    promoted, count, () -> require(expected, inColumns.facet(all, "source", 9))),
                new Contender(
                    large,
                    (int) library.largeCount(),
                    () -> require(ofLarge, inLarge.facet(all, "source", 9))),
                new Contender(
                    "ours, path that is not promoted (facet)",
                    count,
                    () -> require(expected, inDocuments.facet(all, "source", 9)))));
    return new Finding(
        3,
        "group on a path that is promoted to a stored column with its index",
        List.of(
            atMost(
                "time, times that of the plain column in a narrow table",
                1.2,
                cost(figures, promoted) / cost(figures, plain)),
            atMost(
                "pages of documents out of line that are touched",
                0,
                (double) toastPages() - before)),
        null,
        Meter.lines(figures, "document"));
  }

  private List<FacetCount> sources(String table) {
    return wire.queryList(
        "select source, count(*) from %s group by 1 order by 2 desc".formatted(table),
        row -> new FacetCount(String.valueOf(row.getString(0)), row.getLong(1)));
  }

  /// Pages out of line that were touched so far, of the large documents with promoted paths.
  private long toastPages() {
    wire.query("select pg_stat_force_next_flush()", _ -> {});
    return wire.queryList(
            "select toast_blks_hit + toast_blks_read from pg_statio_all_tables"
                + " where relid = 'large_promoted'::regclass",
            row -> row.getLong(0))
        .getFirst();
  }

  private static void require(List<FacetCount> expected, List<FacetCount> actual) {
    if (!expected.equals(actual)) {
      throw new IllegalStateException("the facet is %s, not %s".formatted(actual, expected));
    }
  }

  private static double cost(Map<String, Figures> figures, String name) {
    Figures of = figures.get(name);
    return of == null ? Double.NaN : of.cost();
  }

  /// Several paths of a document that are not promoted.
  Finding paths(Units units) throws Exception {
    int large = (int) library.largeCount();
    String one = "ours, 1 path of large documents";
    String six = "ours, 6 paths of large documents";
    String first = "select i.content.title from LargeInstance i";
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender(one, large, () -> rows(units, first, large)),
                new Contender(six, large, () -> rows(units, NEW_SIX + "LargeInstance i", large)),
                new Contender(
                    "6 paths of large documents, ->> by hand",
                    large,
                    () -> rows(PATHS + " from large_instances", large)),
                new Contender(
                    "ours, 1 path of small ones",
                    count,
                    () -> rows(units, "select i.content.title from StoredInstance i", count)),
                new Contender(
                    "ours, 6 paths of small ones",
                    count,
                    () -> rows(units, NEW_SIX + "StoredInstance i", count)),
                new Contender(
                    "6 paths of small ones, ->> by hand",
                    count,
                    () -> rows(PATHS + " from instances", count))));
    return new Finding(
        5,
        "6 paths of one document that are not promoted (large: 5 KB out of line, small: 1.6 KB)",
        List.of(
            atMost(
                "time, times that of 1 path of large documents",
                1.3,
                cost(figures, six) / cost(figures, one))),
        null,
        Meter.lines(figures, "document"));
  }

  private static void rows(Units units, String query, long expected) {
    try (var manager = units.ours().createEntityManager();
        Stream<Object> rows = manager.createQuery(query, Object.class).getResultStream()) {
      Meter.requireEqual(expected, rows.filter(Objects::nonNull).count(), query);
    }
  }

  private void rows(String select, long expected) {
    long rows = wire.query("select " + select, _ -> {});
    Meter.requireEqual(expected, rows, select);
  }

  /// Six members to Java records.
  Finding six(Units units) throws Exception {
    String columns = "6 plain columns, our driver";
    String unpromoted = "ours, JPQL, 6 paths";
    String promoted = "ours, JPQL, 6 promoted paths";
    String beside = "6 plain columns beside the document";
    String pgjdbc = "6 plain columns, pgjdbc by hand";
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender(
                    columns, count, () -> wireSix("select " + COLUMNS + " from instance_columns")),
                new Contender(
                    beside, count, () -> wireSix("select " + COLUMNS + " from instance_beside")),
                new Contender(
                    unpromoted, count, () -> jpqlSix(units, NEW_SIX + "StoredInstance i")),
                new Contender(
                    promoted, count, () -> jpqlSix(units, NEW_SIX + "PromotedInstance i")),
                new Contender(
                    "6 paths, jsonb_to_record, our driver",
                    count,
                    () -> wireSix("select " + COLUMNS + " " + AS_RECORD)),
                new Contender(
                    "6 paths, ->>, pgjdbc by hand",
                    count,
                    () -> handSix("select " + PATHS + " from instances")),
                new Contender(
                    pgjdbc, count, () -> handSix("select " + COLUMNS + " from instance_columns"))));
    return new Finding(
        6,
        "six members of a document to Java records",
        List.of(
            atLeast(
                "rate, times that of columns in a narrow table, not promoted",
                0.7,
                both(figures, columns) / both(figures, unpromoted)),
            atLeast(
                "rate, times that of columns in a narrow table, promoted",
                0.95,
                both(figures, columns) / both(figures, promoted)),
            atLeast(
                "rate, times that of columns beside the document, promoted",
                0.95,
                both(figures, beside) / both(figures, promoted)),
            atLeast(
                "rate, times that of columns by pgjdbc, not promoted",
                0.7,
                both(figures, pgjdbc) / both(figures, unpromoted))),
        null,
        Meter.lines(figures, "document"));
  }

  /// What server and client spend: on a machine that is busy with both, the wall.
  private static double both(Map<String, Figures> figures, String name) {
    Figures of = figures.get(name);
    return of == null ? Double.NaN : of.cost() + of.client();
  }

  private void jpqlSix(Units units, String query) {
    long sum;
    try (var manager = units.ours().createEntityManager();
        Stream<Six> rows = manager.createQuery(query, Six.class).getResultStream()) {
      sum = rows.mapToLong(Six::year).sum();
    }
    Meter.requireEqual(years, sum, query);
  }

  private void wireSix(String sql) {
    long[] sum = new long[1];
    wire.query(
        sql,
        row ->
            sum[0] +=
                new Six(
                        String.valueOf(row.getString(0)),
                        String.valueOf(row.getString(1)),
                        String.valueOf(row.getString(2)),
                        String.valueOf(row.getString(3)),
                        String.valueOf(row.getString(4)),
                        row.getInt(5))
                    .year());
    Meter.requireEqual(years, sum[0], sql);
  }

  private void handSix(String sql) throws SQLException {
    long sum = 0;
    try (var statement = byHand.prepareStatement(sql)) {
      statement.setFetchSize(FETCH_SIZE);
      try (var row = statement.executeQuery()) {
        while (row.next()) {
          sum +=
              new Six(
                      row.getString(1),
                      row.getString(2),
                      row.getString(3),
                      row.getString(4),
                      row.getString(5),
                      row.getInt(6))
                  .year();
        }
      }
    }
    byHand.commit();
    Meter.requireEqual(years, sum, sql);
  }

  /// Whole typed documents.
  Finding whole(Units units) throws Exception {
    String ours = "ours, select i.content";
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender("pgjdbc by hand, getString, Jackson", count, this::handWhole),
                new Contender(
                    "Hibernate, entities",
                    count,
                    () ->
                        whole(
                            units.hibernate(),
                            "select i from HibernateInstance i",
                            HibernateInstance.class,
                            instance -> instance.getContent().checksum())),
                new Contender(
                    "Hibernate, select i.content",
                    count,
                    () ->
                        whole(
                            units.hibernate(),
                            "select i.content from HibernateInstance i",
                            Instance.class,
                            Instance::checksum)),
                new Contender(
                    "ours, entities",
                    count,
                    () ->
                        whole(
                            units.ours(),
                            "select i from StoredInstance i",
                            StoredInstance.class,
                            instance -> instance.getContent().checksum())),
                new Contender(
                    ours,
                    count,
                    () ->
                        whole(
                            units.ours(),
                            "select i.content from StoredInstance i",
                            Instance.class,
                            Instance::checksum))));
    Figures best = figures.getOrDefault(ours, new Figures(Double.NaN, Double.NaN, Double.NaN));
    return new Finding(
        7,
        "whole typed documents of 1.6 KB to Java records",
        List.of(
            atLeast("documents a second", 90_000, SECOND / best.wall()),
            atMost("µs of the client's CPU a document", 4, best.client() / 1e3)),
        null,
        Meter.lines(figures, "document"));
  }

  private void handWhole() throws Exception {
    ObjectReader reader = JsonMapper.builder().build().readerFor(Instance.class);
    long sum = 0;
    try (var statement = byHand.prepareStatement("select content from instances")) {
      statement.setFetchSize(FETCH_SIZE);
      try (var row = statement.executeQuery()) {
        while (row.next()) {
          sum += reader.<Instance>readValue(row.getString(1)).checksum();
        }
      }
    }
    // A transaction that stays open is one that indexes built concurrently wait for.
    byHand.commit();
    Meter.requireEqual(checksum, sum, "whole documents by hand");
  }

  private <T> void whole(
      EntityManagerFactory factory, String query, Class<T> type, ToLongFunction<T> figure) {
    long sum = 0;
    try (var manager = factory.createEntityManager();
        Stream<T> all = manager.createQuery(query, type).getResultStream()) {
      sum = all.mapToLong(figure).sum();
    }
    Meter.requireEqual(checksum, sum, query);
  }
}
