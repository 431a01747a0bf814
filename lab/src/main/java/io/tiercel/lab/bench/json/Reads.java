package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atLeast;
import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tiercel.lab.bench.json.Meter.Contender;
import io.tiercel.lab.bench.json.Meter.Figures;
import io.tiercel.lab.bench.json.model.HibernateInstance;
import io.tiercel.lab.bench.json.model.Instance;
import io.tiercel.lab.bench.json.model.StoredInstance;
import io.tiercel.wire.Connection;
import jakarta.persistence.EntityManagerFactory;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/// Rows 3, 5, 6 and 7: reading many documents, or some members of each.
final class Reads {
  private static final double SECOND = 1e9;
  private static final int FETCH_SIZE = 1_000;
  private static final String COLUMNS =
      "\"hrid\", \"source\", \"title\", \"statusId\", \"publicationYear\", \"discoverySuppress\"";
  private static final String PATHS =
      "content->>'hrid', content->>'source', content->>'title', content->>'statusId',"
          + " (content->>'publicationYear')::int, (content->>'discoverySuppress')::boolean";
  private static final String AS_RECORD =
      "from instances, jsonb_to_record(content) as d(\"hrid\" text, \"source\" text, \"title\""
          + " text, \"statusId\" text, \"publicationYear\" int, \"discoverySuppress\" boolean)";

  private final Meter meter;
  private final int count;
  private final Connection wire;
  private final java.sql.Connection byHand;
  private final long checksum;
  private final long years;

  /// Six members of a document.
  private record Six(
      String hrid, String source, String title, String statusId, int year, boolean suppressed) {}

  Reads(Library library, Meter meter) throws SQLException {
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
    String column = "select count(*) from (select source from instance_columns group by 1) g";
    String path = "select count(*) from (select content->>'source' from instances group by 1) g";
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender("plain column", count, () -> scalar(column, 2)),
                new Contender("path that is not promoted", count, () -> scalar(path, 2))));
    return new Finding(
        3,
        "scan, group and sort on a path that the advisor has promoted",
        List.of(),
        "promotion to a stored column that generated queries use",
        Meter.lines(figures, "document"));
  }

  private void scalar(String sql, long expected) {
    Meter.requireEqual(
        expected, wire.queryList(sql, row -> row.getLong(0)).getFirst(), "groups of sources");
  }

  /// Several paths of a document that are not promoted.
  Finding paths() throws Exception {
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender("1 path, ->>", count, () -> rows("content->>'title' from instances")),
                new Contender("6 paths, ->>", count, () -> rows(PATHS + " from instances")),
                new Contender(
                    "6 paths, jsonb_to_record by hand",
                    count,
                    () -> rows(COLUMNS + " " + AS_RECORD))));
    return new Finding(
        5,
        "several paths of one document that are not promoted",
        List.of(),
        "projections of paths in JPQL that read a document once",
        Meter.lines(figures, "document"));
  }

  private void rows(String select) {
    long rows = wire.query("select " + select, _ -> {});
    Meter.requireEqual(count, rows, select);
  }

  /// Six members to Java records.
  Finding six() throws Exception {
    String asRecord = "6 paths, jsonb_to_record, our driver";
    String columns = "6 plain columns, our driver";
    Map<String, Figures> figures =
        meter.measure(
            List.of(
                new Contender(
                    columns, count, () -> wireSix("select " + COLUMNS + " from instance_columns")),
                new Contender(
                    asRecord, count, () -> wireSix("select " + COLUMNS + " " + AS_RECORD)),
                new Contender(
                    "6 paths, ->>, pgjdbc by hand",
                    count,
                    () -> handSix("select " + PATHS + " from instances")),
                new Contender(
                    "6 plain columns, pgjdbc by hand",
                    count,
                    () -> handSix("select " + COLUMNS + " from instance_columns"))));
    return new Finding(
        6,
        "six members of a document to Java records",
        List.of(),
        "projections of paths in JPQL",
        Meter.lines(figures, "document"));
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
                        row.getInt(4),
                        row.getBoolean(5))
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
                      row.getInt(5),
                      row.getBoolean(6))
                  .year();
        }
      }
    }
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
