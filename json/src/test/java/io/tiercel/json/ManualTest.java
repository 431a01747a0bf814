package io.tiercel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.jpa.format.StoredAs;
import io.tiercel.json.advisor.Advice;
import io.tiercel.json.advisor.Advisor;
import io.tiercel.json.advisor.AdvisorOptions;
import io.tiercel.json.advisor.workload.WorkloadCollector;
import io.tiercel.json.advisor.workload.WorkloadFile;
import io.tiercel.json.advisor.workload.WorkloadRecorder;
import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.load.DocumentLoader;
import io.tiercel.json.load.LoadProgress;
import io.tiercel.json.load.ProgressBar;
import io.tiercel.json.mapping.Jsonb;
import io.tiercel.json.mapping.PathIndex;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.DataField;
import io.tiercel.json.marc.MarcJson;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import io.tiercel.json.path.PathStorage;
import io.tiercel.json.promotion.DdlCommand;
import io.tiercel.json.promotion.Promotion;
import io.tiercel.json.promotion.PromotionKind;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.json.search.FacetCount;
import io.tiercel.json.search.Page;
import io.tiercel.json.sru.RecordForm;
import io.tiercel.json.sru.SruDatabase;
import io.tiercel.json.sru.SruService;
import io.tiercel.testkit.DocumentedExamples;
import io.tiercel.testkit.EveryPostgres;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceConfiguration;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The examples of `docs/json.md`.
@NullUnmarked // a null where none is expected fails the test by itself
@Timeout(60)
class ManualTest {
  static void load(Path file, Connection connection) throws IOException {
    connection.execute(
        "create table records (id bigint generated always as identity primary key, content jsonb)");
    BadRecords bad = BadRecords.skip(System.err::println);
    var bar = new ProgressBar(System.out, 0);
    try (MarcReader reader = MarcReader.binary(Files.newInputStream(file), bad)) {
      var loader = new DocumentLoader(connection, SqlName.of("records"), SqlName.of("content"));
      LoadProgress end = loader.load(reader, bad, bar);
      bar.end();
      System.out.println(end.met() + " records, " + end.bad() + " bad");
    }
  }

  static final DocumentTable RECORDS =
      new DocumentTable(
          SqlName.of("records"),
          SqlName.of("id"),
          "bigint",
          SqlName.of("content"),
          List.of(
              MappedPath.of("leader", "leader", Normalisation.NONE, IndexKind.TEXT),
              MappedPath.of(
                  "title", "fields[*].245.subfields[*].a", Normalisation.FOLDED, IndexKind.WORDS),
              MappedPath.of(
                  "instance", "fields[*].999.subfields[*].i", Normalisation.NONE, IndexKind.TEXT)));

  static final CqlProfile PROFILE =
      new CqlProfile(
          RECORDS,
          Map.of("dc", "info:srw/context-set/1/dc-v1.1"),
          Map.of("leader", "leader", "dc.title", "title", "instance", "instance"),
          "dc.title");

  static void find(Connection connection) {
    RECORDS.createIndexes().forEach(connection::execute);
    connection.execute("analyze records");
    var search = new DocumentSearch(connection, PROFILE);
    CqlQuery query = CqlQuery.parse("dc.title any \"falcon peregrin*\" sortby leader");
    System.out.println(search.count(query) + " records");
    Page page = search.page(query, null, 10);
    page.hits().forEach(hit -> System.out.println(hit.document()));
    if (page.next() != null) {
      search.page(query, page.next(), 10).hits().forEach(System.out::println);
    }
  }

  static String answer(Connection connection, Map<String, String> parameters) {
    var database = new SruDatabase("library.example", 443, "sru", "Our records", 100);
    var service = new SruService(database, PROFILE, List.of(RecordForm.marcXml()));
    return service.answer(connection, parameters).body();
  }

  static void facets(DocumentSearch search, CqlQuery query) {
    for (FacetCount facet : search.facet(query, "instance", 10)) {
      System.out.println(facet.value() + " " + facet.count());
    }
  }

  @EveryPostgres
  void records_are_found_by_their_indexes(TestServer server) throws IOException {
    var generator = new MarcGenerator(9);
    try (TestDatabase database = server.newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(RECORDS.createTable());
      new DocumentLoader(connection, RECORDS.table(), RECORDS.document())
          .load(generator.reader(0, 500), BadRecords.reject(), progress -> {});
      find(connection);
      connection.execute("set enable_seqscan = off");
      var search = new DocumentSearch(connection, PROFILE);
      var last = (DataField) generator.record(321).fields().getLast();
      CqlQuery query =
          CqlQuery.parse("instance == " + last.subfields().getFirst().value() + " sortby leader");
      assertEquals(1, search.count(query));
      facets(search, query);
      String xml = answer(connection, Map.of("query", query.toString()));
      assertTrue(xml.contains("<numberOfRecords>1</numberOfRecords>"), xml);
      assertEquals(
          List.of(new FacetCount(last.subfields().getFirst().value(), 1)),
          search.facet(query, "instance", 10));
      assertEquals(
          generator.record(321),
          MarcJson.read(search.page(query, null, 2).hits().getFirst().document()));
      var statement = search.countStatement(query);
      String plan =
          connection
              .queryList(
                  "explain " + statement.sql(),
                  row -> String.valueOf(row.getString(0)),
                  statement.parameters().toArray())
              .toString();
      assertTrue(plan.contains("records_instance_text"), plan);
      String title =
          generator.record(7).fields().stream()
              .filter(field -> field.tag().equals("245"))
              .map(field -> ((DataField) field).subfields().getFirst().value())
              .findFirst()
              .orElseThrow();
      CqlQuery phrase = CqlQuery.parse("dc.title = \"" + title.toUpperCase(Locale.ROOT) + "\"");
      assertTrue(
          search.page(phrase, null, 500).hits().stream()
              .anyMatch(hit -> MarcJson.read(hit.document()).equals(generator.record(7))));
    }
  }

  record Address(String street, String city) {}

  @Entity(name = "Customer")
  static class Customer {
    @Id int id;

    @StoredAs(Jsonb.class)
    Address address;

    @StoredAs(Jsonb.class)
    Map<String, Object> preferences = new TreeMap<>();
  }

  @Test
  void a_customer_has_documents() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        var factory =
            new PersistenceConfiguration("manual")
                .provider("io.tiercel.jpa.TiercelPersistenceProvider")
                .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
                .property(
                    "jakarta.persistence.schema-generation.database.action", "drop-and-create")
                .managedClass(Customer.class)
                .createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> {
            var customer = new Customer();
            customer.address = new Address("Falkengasse 3", "Köln");
            customer.preferences.put("news", true);
            manager.persist(customer);
          });
      factory.runInTransaction(
          manager -> {
            Customer found = manager.find(Customer.class, 0);
            assertEquals("Köln", found.address.city());
            assertEquals(Map.of("news", true), found.preferences);
          });
    }
  }

  static void record(String url, Path file) throws IOException {
    var recorder = new WorkloadRecorder();
    var config = ConnectionConfig.parse(url).toBuilder().statementListener(recorder).build();
    try (Connection connection = Connection.open(config)) {
      connection.execute("select id from records where content ->> 'leader' = $1", "x");
    }
    WorkloadFile.write(file, recorder.snapshot());
  }

  static List<String> advise(Connection connection, Path workload) throws IOException {
    var advisor = new Advisor(connection, AdvisorOptions.defaults(), System.err::println);
    var collector = new WorkloadCollector(connection, advisor.columns());
    collector.add(WorkloadFile.read(workload));
    Advice advice = advisor.advise(collector.collect(), column -> true);
    return advice.up().stream().map(DdlCommand::sql).toList();
  }

  @Test
  void a_recorded_query_is_advised_on(@TempDir Path directory) throws IOException {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      connection.execute(RECORDS.createTable());
      new DocumentLoader(connection, RECORDS.table(), RECORDS.document())
          .load(new MarcGenerator(9).reader(0, 2_000), BadRecords.reject(), progress -> {});
      connection.execute("vacuum analyze records");
      Path file = directory.resolve("workload.jsonl");
      record(database.jdbcUrl(), file);
      assertEquals(
          "create index concurrently \"records_leader_idx\" on \"public\".\"records\" using btree"
              + " ((content ->> 'leader'))",
          advise(connection, file).getFirst());
    }
  }

  @Entity(name = "Shipment")
  static class Shipment {
    record Item(String article, int count) {}

    record Content(Address to, List<String> labels, List<Item> items, BigDecimal weight) {}

    @Id int id;

    @StoredAs(Jsonb.class)
    @PathIndex(path = "to.city", storage = PathStorage.STORED)
    @PathIndex(path = "weight", kinds = IndexKind.NUMBER)
    @PathIndex(path = "labels[*]")
    @PathIndex(path = "items[*]")
    Content content;
  }

  static List<Integer> shipments(EntityManager manager, String city, String article) {
    return manager
        .createQuery(
            """
            select s.id from Shipment s
            where s.content.to.city = :city and s.content.weight between 1 and 20
              and 'fragile' member of s.content.labels
              and exists (select i from s.content.items i where i.article = :article and i.count > 1)
            order by s.content.weight
            """,
            Integer.class)
        .setParameter("city", city)
        .setParameter("article", article)
        .getResultList();
  }

  static Promotion promote(Connection connection) {
    List<MappedPath> declared = Jsonb.paths(Shipment.class, "content");
    var shipments =
        new DocumentTable(
            SqlName.of("shipment"), SqlName.of("id"), "integer", SqlName.of("content"), declared);
    var street = MappedPath.of("street", "to.street", Normalisation.NONE, IndexKind.TEXT);
    var promotion = new Promotion(shipments, street, PromotionKind.STORED_COLUMN);
    promotion.up(false).forEach(command -> connection.execute(command.sql()));
    return promotion; // promotion.down(false) undoes it
  }

  @Test
  void shipments_are_found_by_paths_and_paths_are_promoted() {
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()));
        var factory =
            new PersistenceConfiguration("manual")
                .provider("io.tiercel.jpa.TiercelPersistenceProvider")
                .property("jakarta.persistence.jdbc.url", database.jdbcUrl())
                .property(
                    "jakarta.persistence.schema-generation.database.action", "drop-and-create")
                .managedClass(Shipment.class)
                .createEntityManagerFactory()) {
      factory.runInTransaction(
          manager -> {
            var shipment = new Shipment();
            shipment.id = 7;
            shipment.content =
                new Shipment.Content(
                    new Address("Falkengasse 3", "Köln"),
                    List.of("fragile"),
                    List.of(new Shipment.Item("bell", 1), new Shipment.Item("glove", 2)),
                    new BigDecimal("1.5"));
            manager.persist(shipment);
          });
      factory.runInTransaction(
          manager -> {
            assertEquals(List.of(7), shipments(manager, "Köln", "glove"));
            assertEquals(List.of(), shipments(manager, "Köln", "bell"));
          });
      var promotion = promote(connection);
      assertEquals(4, promotion.table().paths().size());
      assertEquals(
          List.of("Falkengasse 3"),
          connection.queryList(
              "select street_text from shipment", row -> String.valueOf(row.getString(0))));
    }
  }

  static String whatIsWrong(String query) {
    try {
      return "nothing with " + CqlQuery.parse(query);
    } catch (CqlException e) {
      return e.type().uri() + " at " + e.position() + ": " + e.details();
    }
  }

  @Test
  void queries_are_read_or_answered_with_a_diagnostic() {
    assertEquals("nothing with dc.title any fish", whatIsWrong("dc.title any fish"));
    assertEquals("info:srw/diagnostic/1/13 at 0: 0", whatIsWrong("(dog or cat"));
  }

  @Test
  void records_are_loaded(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("records.mrc");
    String record = "00041nam a2200037 i 4500001000300000\u001ex1\u001e\u001d";
    Files.writeString(file, record + record + "rubbish\u001d", StandardCharsets.US_ASCII);
    try (TestDatabase database = TestServer.v18().newDatabase();
        Connection connection = Connection.open(ConnectionConfig.parse(database.jdbcUrl()))) {
      load(file, connection);
      assertEquals(
          List.of(2L), connection.queryList("select count(*) from records", row -> row.getLong(0)));
    }
  }

  @Test
  void the_manual_shows_what_is_tested() throws IOException {
    DocumentedExamples.assertAllStandIn(
        Path.of("src/test/java/io/tiercel/json/ManualTest.java"), Path.of("../docs/json.md"));
  }
}
