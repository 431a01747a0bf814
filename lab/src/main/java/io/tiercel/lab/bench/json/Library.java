package io.tiercel.lab.bench.json;

import io.tiercel.json.SqlName;
import io.tiercel.json.load.DocumentLoader;
import io.tiercel.json.load.LoadProgress;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import io.tiercel.json.path.PathStorage;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.lab.bench.server.BenchDatabase;
import io.tiercel.lab.bench.server.BenchServer;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.codec.Oids;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;

/// A database of library records (MARC, 4 KB each) and of catalogue entries (typed, 1.6 KB each),
/// each as documents and as the same data in plain columns. Both document tables have indexes of
/// mapped paths. Confined to one thread.
final class Library implements AutoCloseable {
  private static final int MOST_INSTANCES = 60_000;
  private static final int MOST_LARGE = 10_000;

  private static final MappedPath LEADER =
      MappedPath.of("leader", "leader", Normalisation.NONE, IndexKind.TEXT);

  /// Records with the ten paths that a catalogue asks for.
  static final DocumentTable RECORDS =
      new DocumentTable(
          SqlName.of("records"),
          SqlName.of("id"),
          "bigint",
          SqlName.of("content"),
          List.of(
              LEADER,
              subfield("instance", "999", "i", Normalisation.NONE, IndexKind.TEXT),
              subfield("source", "999", "s", Normalisation.NONE, IndexKind.TEXT),
              subfield("title", "245", "a", Normalisation.FOLDED, IndexKind.WORDS),
              subfield("isbn", "020", "a", Normalisation.NONE, IndexKind.TEXT),
              subfield("oclc", "035", "a", Normalisation.NONE, IndexKind.TEXT),
              subfield("language", "041", "a", Normalisation.NONE, IndexKind.TEXT),
              subfield("author", "100", "a", Normalisation.FOLDED, IndexKind.TEXT),
              subfield("subject", "650", "a", Normalisation.FOLDED, IndexKind.TEXT),
              subfield("barcode", "945", "i", Normalisation.NONE, IndexKind.TEXT)));

  static final DocumentTable INSTANCES = instances("instances");

  /// With the ordered paths in stored columns.
  static final DocumentTable PROMOTED = promoted("promoted");

  static final DocumentTable LARGE =
      new DocumentTable(
          SqlName.of("large_instances"),
          SqlName.of("id"),
          "bigint",
          SqlName.of("content"),
          List.of());

  /// Documents out of line with the ordered paths in stored columns.
  static final DocumentTable LARGE_PROMOTED = promoted("large_promoted");

  static final CqlProfile LARGE_PROMOTED_PROFILE = profile(LARGE_PROMOTED, "hrid");
  static final CqlProfile PROMOTED_PROFILE = profile(PROMOTED, "hrid");
  static final CqlProfile RECORDS_PROFILE = profile(RECORDS, "title");
  static final CqlProfile INSTANCES_PROFILE = profile(INSTANCES, "title");

  private final BenchDatabase database;
  private final long records;
  private final long seed;
  private final List<Connection> opened = new ArrayList<>();
  private final List<java.sql.Connection> byHand = new ArrayList<>();
  private final Connection connection;

  private Library(BenchDatabase database, long records, long seed) {
    this.database = database;
    this.records = records;
    this.seed = seed;
    this.connection = connect();
  }

  private static MappedPath subfield(
      String name, String tag, String code, Normalisation normalisation, IndexKind kind) {
    String path = "fields[*].%s.subfields[*].%s".formatted(tag, code);
    return MappedPath.of(name, path, normalisation, kind);
  }

  /// A table of typed documents with the paths that are asked for.
  static DocumentTable instances(String table) {
    return new DocumentTable(
        SqlName.of(table),
        SqlName.of("id"),
        "bigint",
        SqlName.of("content"),
        List.of(
            MappedPath.of("hrid", "hrid", Normalisation.NONE, IndexKind.TEXT),
            MappedPath.of("source", "source", Normalisation.NONE, IndexKind.TEXT),
            MappedPath.of("status", "statusId", Normalisation.NONE, IndexKind.TEXT),
            MappedPath.of("year", "publicationYear", Normalisation.NONE, IndexKind.NUMBER),
            MappedPath.of("sorttitle", "indexTitle", Normalisation.FOLDED, IndexKind.TEXT),
            MappedPath.of("title", "title", Normalisation.FOLDED, IndexKind.WORDS),
            MappedPath.of("language", "languages[*]", Normalisation.NONE, IndexKind.TEXT),
            MappedPath.of(
                "identifier", "identifiers[*].value", Normalisation.NONE, IndexKind.TEXT)));
  }

  /// A table of typed documents with six paths in stored columns, the first five those of
  /// [#instances].
  static DocumentTable promoted(String table) {
    return new DocumentTable(
        SqlName.of(table),
        SqlName.of("id"),
        "bigint",
        SqlName.of("content"),
        List.of(
            stored("hrid", "hrid", IndexKind.TEXT),
            stored("source", "source", IndexKind.TEXT),
            stored("status", "statusId", IndexKind.TEXT),
            stored("year", "publicationYear", IndexKind.NUMBER),
            stored("sorttitle", "indexTitle", IndexKind.TEXT),
            stored("title", "title", IndexKind.TEXT)));
  }

  private static MappedPath stored(String name, String path, IndexKind kind) {
    return MappedPath.of(name, path, Normalisation.NONE, kind).in(PathStorage.STORED);
  }

  private static CqlProfile profile(DocumentTable table, String serverChoice) {
    Map<String, String> indexes = new LinkedHashMap<>();
    table.paths().forEach(path -> indexes.put(path.name(), path.name()));
    return new CqlProfile(table, Map.of(), indexes, serverChoice);
  }

  /// Makes the database and fills it. Blocks, for minutes where there are many records.
  ///
  /// @param told what is being done
  static Library create(BenchServer server, long records, long seed, Consumer<String> told)
      throws Exception {
    var library = new Library(BenchDatabase.create(server, "json", true), records, seed);
    try {
      library.load(told);
      library.index(told);
      return library;
    } catch (Exception e) {
      library.close();
      throw e;
    }
  }

  private void load(Consumer<String> told) throws Exception {
    connection.execute(RECORDS.createTable());
    LoadProgress loaded =
        new DocumentLoader(connection, RECORDS.table(), RECORDS.document())
            .load(
                new MarcGenerator(seed).reader(0, records),
                BadRecords.reject(),
                progress -> told.accept("loading, " + progress.sent() + " records"));
    told.accept("loaded at %.0f records/s".formatted(loaded.rate()));
    connection.execute(
        "create table plain as select id, content->>'leader' as leader,"
            + " (jsonb_path_query_first(content, '$.fields[*].\"999\".subfields[*].i') #>> '{}') as"
            + " instance from records");
    fillInstances(INSTANCES, 0, (int) instanceCount(), 100);
    fillInstances(PROMOTED, 0, (int) instanceCount(), 100);
    connection.execute(LARGE.createTable());
    var instances = new Instances(seed);
    var mapper = JsonMapper.builder().build();
    List<String> large = new ArrayList<>();
    for (int i = 0; i < largeCount(); i++) {
      large.add(mapper.writeValueAsString(instances.largeInstance(i)));
    }
    copyInstances(connection, LARGE, large);
    connection.execute(LARGE_PROMOTED.createTable());
    copyInstances(connection, LARGE_PROMOTED, large);
    connection.execute(
        "create table instance_columns as select i.id, d.* from instances i,"
            + " jsonb_to_record(i.content) as d(hrid text, source text, title text, \"indexTitle\""
            + " text, \"statusId\" text, \"publicationYear\" int, \"discoverySuppress\" boolean)");
    connection.execute(
        "create table instance_beside as select i.id, i.content, c.hrid, c.source, c.title,"
            + " c.\"indexTitle\", c.\"statusId\", c.\"publicationYear\""
            + " from instances i join instance_columns c using (id) order by i.id");
  }

  /// Makes a table of typed documents with the documents `from` to `from + count - 1`, their ids
  /// from 1 on.
  ///
  /// @param fillFactor percent of a page that inserts fill
  void fillInstances(DocumentTable table, long from, int count, int fillFactor) {
    connection.execute("drop table if exists " + table.table());
    connection.execute(table.createTable());
    connection.execute("alter table %s set (fillfactor = %d)".formatted(table.table(), fillFactor));
    copyInstances(connection, table, documents(from, count));
  }

  /// The documents of some numbers.
  List<String> documents(long from, int count) {
    var instances = new Instances(seed);
    var mapper = JsonMapper.builder().build();
    List<String> documents = new ArrayList<>(count);
    for (long number = from; number < from + count; number++) {
      documents.add(mapper.writeValueAsString(instances.instance(number)));
    }
    return documents;
  }

  static void copyInstances(Connection connection, DocumentTable table, List<String> documents) {
    String copy =
        "copy %s (%s) from stdin (format binary)".formatted(table.table(), table.document());
    try (var writer = connection.copyIn(copy, Oids.JSONB)) {
      for (String document : documents) {
        writer.startRow();
        writer.put(document);
      }
      writer.finish();
    }
  }

  private void index(Consumer<String> told) {
    List<String> commands = new ArrayList<>();
    commands.addAll(RECORDS.createIndexes());
    commands.addAll(INSTANCES.createIndexes());
    commands.addAll(PROMOTED.createIndexes());
    commands.addAll(LARGE_PROMOTED.createIndexes());
    // As one writes it by hand, and as one declares columns.
    commands.add("create index records_by_hand on records ((content->>'leader'))");
    commands.add("alter table plain add primary key (id)");
    commands.add("create index plain_leader on plain (leader)");
    commands.add("create index plain_instance on plain (instance)");
    commands.add("alter table instance_columns add primary key (id)");
    for (String command : commands) {
      told.accept(command);
      connection.execute(command);
    }
    told.accept("vacuum analyze");
    connection.execute("vacuum (analyze)");
  }

  long records() {
    return records;
  }

  long instanceCount() {
    return Math.min(records, MOST_INSTANCES);
  }

  long largeCount() {
    return Math.min(records, MOST_LARGE);
  }

  long seed() {
    return seed;
  }

  Endpoint endpoint() {
    return database.endpoint();
  }

  /// For set-up and checks.
  Connection connection() {
    return connection;
  }

  /// A connection of this project's driver, closed with the library.
  Connection connect() {
    Endpoint endpoint = database.endpoint();
    var opened =
        Connection.open(
            ConnectionConfig.parse(
                "%s?user=%s&password=%s"
                    .formatted(
                        endpoint.tiercelUrl(),
                        encoded(endpoint.user()),
                        encoded(endpoint.password()))));
    this.opened.add(opened);
    return opened;
  }

  /// A connection of pgjdbc, closed with the library.
  java.sql.Connection connectByHand() throws SQLException {
    java.sql.Connection byHand = BenchServer.connect(database.endpoint());
    this.byHand.add(byHand);
    return byHand;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /// A number that the server tells.
  double number(String sql, Object... parameters) {
    return connection.queryList(sql, row -> row.getDouble(0), parameters).getFirst();
  }

  /// What the server plans, or has done.
  static List<String> explain(
      Connection connection, String options, String sql, Object... parameters) {
    return connection.queryList(
        "explain (" + options + ") " + sql, row -> String.valueOf(row.getString(0)), parameters);
  }

  @Override
  public void close() throws SQLException {
    for (java.sql.Connection byHand : byHand) {
      byHand.close();
    }
    opened.forEach(Connection::close);
    database.close();
  }
}
