package io.tiercel.lab.bench.json;

import static io.tiercel.lab.bench.json.Finding.Criterion.atLeast;
import static io.tiercel.lab.bench.json.Finding.Criterion.atMost;

import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.lab.bench.json.Meter.Contender;
import io.tiercel.lab.bench.json.Meter.Figures;
import io.tiercel.wire.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Rows 8 and 9: what five mapped paths cost an insert, and an update that leaves them as they are.
final class Writes {
  private static final int INSERTED = 4_000;
  private static final int UPDATED = 1_000;
  private static final int BATCH = 100;
  private static final int PATHS = 5;

  /// Percent: what is left of a page takes updates.
  private static final int FILL_FACTOR = 70;

  /// How the five paths are kept.
  private enum Kind {
    NONE("documents, no path mapped"),
    MAPPED("documents, 5 indexes on expressions"),
    PROMOTED("documents, 5 stored columns with indexes");

    private final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  private final Library library;
  private final Meter meter;
  private final Connection connection;
  private final List<String> documents;

  Writes(Library library, Meter meter) {
    this.library = library;
    this.meter = meter;
    connection = library.connect();
    // Others than those that the tables have.
    documents = library.documents(1_000_000_000L, INSERTED);
  }

  /// A table of documents with its first five paths mapped, or none.
  private DocumentTable table(String name, Kind kind) {
    DocumentTable all = kind == Kind.PROMOTED ? Library.promoted(name) : Library.instances(name);
    var table =
        new DocumentTable(
            SqlName.of(name),
            all.id(),
            all.idType(),
            all.document(),
            all.paths().subList(0, kind == Kind.NONE ? 0 : PATHS));
    library.fillInstances(table, 0, INSERTED, FILL_FACTOR);
    table.createIndexes().forEach(connection::execute);
    connection.execute("vacuum analyze " + table.table());
    return table;
  }

  Finding inserts() throws Exception {
    Map<String, List<Double>> wal = new LinkedHashMap<>();
    List<Contender> contenders = new ArrayList<>();
    for (Kind kind : Kind.values()) {
      DocumentTable table = table("insert_" + kind.name().toLowerCase(Locale.ROOT), kind);
      contenders.add(
          new Contender(
              kind.text,
              INSERTED,
              () -> {
                double before = position();
                Library.copyInstances(connection, table, documents);
                wal.computeIfAbsent(kind.text, _ -> new ArrayList<>())
                    .add((position() - before) / INSERTED);
              }));
    }
    Map<String, Figures> figures = meter.measure(contenders);
    for (Kind kind : Kind.values()) {
      String rows = "select count(*) %% %d from insert_%s".formatted(INSERTED, kind);
      Meter.requireEqual(0, (long) library.number(rows), "documents that were inserted");
    }
    double without = last(wal, Kind.NONE);
    List<String> details = new ArrayList<>(Meter.lines(figures, "document"));
    for (Kind kind : Kind.values()) {
      details.add("%-44s %10.0f bytes of WAL a document".formatted(kind.text, last(wal, kind)));
    }
    double best =
        Math.min(cost(figures, Kind.MAPPED), cost(figures, Kind.PROMOTED))
            / cost(figures, Kind.NONE);
    return new Finding(
        8,
        "insert of documents of 1.6 KB with 5 mapped paths, the better of indexes and columns",
        List.of(
            atMost("CPU, times that without", 1.25, best),
            atMost(
                "WAL, times that without",
                1.20,
                Math.min(last(wal, Kind.MAPPED), last(wal, Kind.PROMOTED)) / without)),
        null,
        details);
  }

  private double position() {
    return connection
        .queryList("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn", row -> row.getDouble(0))
        .getFirst();
  }

  /// The last round's: first ones write whole pages after a checkpoint.
  private static double last(Map<String, List<Double>> figures, Kind kind) {
    List<Double> of = figures.getOrDefault(kind.text, List.of());
    return of.isEmpty() ? Double.NaN : of.getLast();
  }

  private static double cost(Map<String, Figures> figures, Kind kind) {
    Figures of = figures.get(kind.text);
    return of == null ? Double.NaN : of.cost();
  }

  Finding updates() {
    double without = hotShare(table("update_none", Kind.NONE));
    double mapped = hotShare(table("update_mapped", Kind.MAPPED));
    double promoted = hotShare(table("update_promoted", Kind.PROMOTED));
    return new Finding(
        9,
        "document updates that leave the promoted paths as they are",
        List.of(atLeast("share of HOT updates, of that without paths", 0.9, promoted / without)),
        null,
        List.of(
            "%.0f %% HOT without mapped paths, %.0f %% with 5 stored columns, %.0f %% with 5 indexes on expressions"
                .formatted(without * 100, promoted * 100, mapped * 100)));
  }

  private double hotShare(DocumentTable table) {
    long updated = 0;
    long hot = 0;
    for (int i = 0; i < UPDATED; i += BATCH) {
      connection.script("begin");
      // What the session has counted already may not have been reported yet.
      long[] before = counts(table);
      connection.execute(
          "update %s set content = jsonb_set(content, '{updatedDate}', '\"%d\"') where id %% %d = %d"
              .formatted(table.table(), i, INSERTED / BATCH, i / BATCH));
      long[] after = counts(table);
      updated += after[0] - before[0];
      hot += after[1] - before[1];
      connection.script("commit");
    }
    Meter.requireEqual(UPDATED, updated, "documents that were updated");
    return (double) hot / updated;
  }

  /// Updates, and those of them that are HOT.
  private long[] counts(DocumentTable table) {
    return connection
        .queryList(
            "select n_tup_upd, n_tup_hot_upd from pg_stat_xact_user_tables where relname = $1",
            row -> new long[] {row.getLong(0), row.getLong(1)},
            table.table().last())
        .getFirst();
  }
}
