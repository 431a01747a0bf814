package io.tiercel.lab.sru;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tiercel.json.SqlName;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.load.DocumentLoader;
import io.tiercel.json.marc.BadRecords;
import io.tiercel.json.marc.DataField;
import io.tiercel.json.marc.MarcReader;
import io.tiercel.json.marc.MarcRecord;
import io.tiercel.json.path.DocumentTable;
import io.tiercel.json.sample.MarcCatalogue;
import io.tiercel.json.sample.MarcGenerator;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.lab.cli.FailureReport;
import io.tiercel.testkit.TestDatabase;
import io.tiercel.testkit.TestServer;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import picocli.CommandLine;

/// The service as a client has it, by HTTP.
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SruServerTest {
  private static final String SRU_1 = "http://www.loc.gov/zing/srw/";
  private static final String DIAGNOSTIC_1 = "http://www.loc.gov/zing/srw/diagnostic/";
  private static final String SRU_2 = "http://docs.oasis-open.org/ns/search-ws/sruResponse";
  private static final String DIAGNOSTIC_2 = "http://docs.oasis-open.org/ns/search-ws/diagnostic";
  private static final String FACETS = "http://docs.oasis-open.org/ns/search-ws/facetedResults";
  private static final String MARC = "http://www.loc.gov/MARC21/slim";
  private static final int RECORDS = 400;
  private static final String SEARCH = "version=1.2&operation=searchRetrieve&query=";

  private final MarcGenerator generator = new MarcGenerator(3);
  private final DocumentTable table =
      MarcCatalogue.table(SqlName.of("records"), SqlName.of("content"));
  private TestDatabase database = TestServer.v18().newDatabase();
  private ConnectionConfig config = ConnectionConfig.parse(database.jdbcUrl());
  private Connection connection = Connection.open(config);
  private SruServer server = start();
  private final HttpClient client = HttpClient.newHttpClient();

  private SruServer start() {
    try {
      return SruCommand.start(config, table, 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  void store() throws IOException {
    connection.execute(table.createTable());
    new DocumentLoader(connection, table.table(), table.document())
        .load(generator.reader(0, RECORDS), BadRecords.reject(), _ -> {});
    table.createIndexes().forEach(connection::execute);
    connection.execute("analyze records");
  }

  @AfterAll
  void close() {
    server.close();
    client.close();
    connection.close();
    database.close();
  }

  private URI uri(String query) {
    return URI.create("http://localhost:%d/sru?%s".formatted(server.address().getPort(), query));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private Document get(String query) throws Exception {
    HttpResponse<String> response = send(HttpRequest.newBuilder(uri(query)).build());
    assertEquals(200, response.statusCode(), response::body);
    return parsed(response.body());
  }

  private static Document parsed(String body) throws Exception {
    var factory = DocumentBuilderFactory.newDefaultNSInstance();
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<String> texts(Document document, String namespace, String name) {
    var nodes = document.getElementsByTagNameNS(namespace, name);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  private static String instance(MarcRecord record) {
    return ((DataField) record.fields().getLast()).subfields().getFirst().value();
  }

  @Test
  void a_record_is_found_and_comes_as_marcxml() throws Exception {
    MarcRecord expected = generator.record(17);
    String query = encoded("marc.instance == \"" + instance(expected) + "\"");
    HttpResponse<String> response = send(HttpRequest.newBuilder(uri(SEARCH + query)).build());
    assertEquals(
        "text/xml; charset=utf-8", response.headers().firstValue("Content-Type").orElse(""));
    Document answer = parsed(response.body());
    assertEquals("searchRetrieveResponse", answer.getDocumentElement().getLocalName());
    assertEquals(List.of("1"), texts(answer, SRU_1, "numberOfRecords"));
    assertEquals(List.of("info:srw/schema/1/marcxml-v1.1"), texts(answer, SRU_1, "recordSchema"));
    assertEquals(List.of("1"), texts(answer, SRU_1, "recordPosition"));
    assertEquals(List.of("18"), texts(answer, SRU_1, "recordIdentifier"));
    assertEquals(List.of(), texts(answer, SRU_1, "nextRecordPosition"));
    assertEquals(1, answer.getElementsByTagNameNS(MARC, "record").getLength());
    // SRU's elements around it are called record as well.
    String start = "<record xmlns=\"" + MARC + "\">";
    String xml =
        response
            .body()
            .substring(response.body().indexOf(start), response.body().indexOf("</recordData>"));
    try (MarcReader reader =
        MarcReader.xml(
            new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), BadRecords.reject())) {
      assertEquals(expected, reader.read());
    }
  }

  @Test
  void pages_follow_each_other_by_position_and_bring_everything_once() throws Exception {
    for (String sort : List.of("", " sortby marc.leader", " sortby marc.leader/sort.descending")) {
      String query = "cql.allRecords = 1" + sort;
      List<String> found = new ArrayList<>();
      String next = "1";
      while (next != null) {
        Document answer = get(SEARCH + encoded(query) + "&maximumRecords=90&startRecord=" + next);
        assertEquals(List.of("" + RECORDS), texts(answer, SRU_1, "numberOfRecords"));
        assertEquals(next, texts(answer, SRU_1, "recordPosition").getFirst());
        found.addAll(texts(answer, SRU_1, "recordIdentifier"));
        List<String> following = texts(answer, SRU_1, "nextRecordPosition");
        next = following.isEmpty() ? null : following.getFirst();
      }
      assertEquals(RECORDS, new HashSet<>(found).size());
      List<String> expected =
          new DocumentSearch(connection, MarcCatalogue.profile(table))
              .page(CqlQuery.parse(query), null, RECORDS).hits().stream()
                  .map(hit -> hit.id())
                  .toList();
      assertEquals(expected, found, sort);
      // In the middle, where no page has ended.
      Document middle = get(SEARCH + encoded(query) + "&maximumRecords=3&startRecord=124");
      assertEquals(expected.subList(123, 126), texts(middle, SRU_1, "recordIdentifier"), sort);
    }
  }

  @Test
  void version_2_has_its_own_names_and_facets() throws Exception {
    Document answer =
        get(
            "query="
                + encoded("cql.allRecords = 1")
                + "&maximumRecords=2&recordXMLEscaping=string&recordSchema=json&facetLimit="
                + encoded("3:dc.language,2:dc.subject"));
    assertEquals(SRU_2, answer.getDocumentElement().getNamespaceURI());
    assertEquals(List.of("" + RECORDS), texts(answer, SRU_2, "numberOfRecords"));
    // Two records and the echo.
    assertEquals(List.of("string", "string", "string"), texts(answer, SRU_2, "recordXMLEscaping"));
    assertTrue(texts(answer, SRU_2, "recordData").getFirst().contains("\"leader\""));
    assertEquals(
        List.of("info:srw/vocabulary/resultCountPrecision/1/exact"),
        texts(answer, SRU_2, "resultCountPrecision"));
    assertEquals(List.of("dc.language", "dc.subject"), texts(answer, FACETS, "index"));
    List<String> queries = texts(answer, FACETS, "query");
    List<String> counts = texts(answer, FACETS, "count");
    assertEquals(5, counts.size());
    for (int i = 0; i < counts.size(); i++) {
      Document narrowed = get("maximumRecords=0&query=" + encoded(queries.get(i)));
      assertEquals(List.of(counts.get(i)), texts(narrowed, SRU_2, "numberOfRecords"));
      assertEquals(List.of(), texts(narrowed, SRU_2, "record"));
    }
  }

  @Test
  void explain_tells_indexes_schemas_and_limits() throws Exception {
    for (String request : List.of("version=1.2&operation=explain", "operation=explain", "")) {
      Document answer = get(request);
      assertEquals("explainResponse", answer.getDocumentElement().getLocalName());
      String explain = "http://explain.z3950.org/dtd/2.0/";
      assertEquals(List.of("" + server.address().getPort()), texts(answer, explain, "port"));
      assertTrue(texts(answer, explain, "name").contains("title"));
      var schema = (Element) answer.getElementsByTagNameNS(explain, "schema").item(0);
      assertEquals("marcxml", schema.getAttribute("name"));
      assertEquals(List.of("100"), texts(answer, explain, "setting"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "version=1.2&operation=searchRetrieve | 7 | query",
        "operation=searchRetrieve&query=a | 7 | version",
        "version=1.2&operation=scan | 4 | scan",
        "version=3.0&query=a | 5 | 2.0",
        "version=1.2&operation=searchRetrieve&query=a&sortKeys=x | 8 | sortKeys",
        "version=1.2&operation=searchRetrieve&query=a&maximumRecords=-1 | 6 | maximumRecords",
        "version=1.2&operation=searchRetrieve&query=a&startRecord=0 | 6 | startRecord",
        "version=1.2&operation=searchRetrieve&query=cql.allRecords%3D1&startRecord=401 | 61 | 401",
        "version=1.2&operation=searchRetrieve&query=a&recordSchema=mods | 66 | mods",
        "version=1.2&operation=searchRetrieve&query=a&recordPacking=zip | 71 | zip",
        "version=1.2&operation=searchRetrieve&query=(a | 13 | 0",
        "version=1.2&operation=searchRetrieve&query=dc.colour%3Dred | 16 | dc.colour",
        "version=1.2&operation=searchRetrieve&query=bath.isbn%3D1 | 15 | bath",
        "version=1.2&operation=searchRetrieve&query=a+sortby+dc.title | 82 | dc.title",
        "query=a&queryType=xquery | 6 | queryType",
        "query=a&facetLimit=dc.title | 6 | facetLimit",
        "query=a&facetLimit=3:dc.colour | 16 | dc.colour"
      })
  void what_is_wrong_is_answered_with_its_diagnostic(String request, int number, String details)
      throws Exception {
    Document answer = get(request);
    String namespace =
        answer.getDocumentElement().getNamespaceURI().equals(SRU_2) ? DIAGNOSTIC_2 : DIAGNOSTIC_1;
    assertEquals(List.of("info:srw/diagnostic/1/" + number), texts(answer, namespace, "uri"));
    assertEquals(List.of(details), texts(answer, namespace, "details"));
  }

  @Test
  void a_character_that_xml_cannot_hold_is_echoed_as_another() throws Exception {
    Document answer = get("query=a%01b");
    assertEquals(List.of("0"), texts(answer, SRU_2, "numberOfRecords"));
    assertEquals(List.of("a\ufffdb"), texts(answer, SRU_2, "query"));
  }

  @Test
  void a_form_is_answered_like_a_url() throws Exception {
    var request =
        HttpRequest.newBuilder(uri(""))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    SEARCH + encoded("marc.instance == \"" + instance(generator.record(5)) + "\"")))
            .build();
    assertEquals(List.of("6"), texts(parsed(send(request).body()), SRU_1, "recordIdentifier"));
  }

  @Test
  void what_is_no_request_is_refused_by_http() throws Exception {
    var put =
        HttpRequest.newBuilder(uri("query=a")).PUT(HttpRequest.BodyPublishers.ofString("")).build();
    assertEquals(405, send(put).statusCode());
    try (var socket = new java.net.Socket("localhost", server.address().getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET /sru?query=%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      assertTrue(answer.startsWith("HTTP/1.1 400"), answer);
    }
  }

  @Test
  void a_failure_of_the_database_is_diagnostic_1_and_tells_no_more() throws Exception {
    connection.execute("alter table records rename to elsewhere");
    HttpResponse<String> failed =
        send(HttpRequest.newBuilder(uri(SEARCH + encoded("cql.allRecords = 1"))).build());
    connection.execute("alter table elsewhere rename to records");
    assertEquals(500, failed.statusCode());
    assertEquals(
        List.of("info:srw/diagnostic/1/1"), texts(parsed(failed.body()), DIAGNOSTIC_1, "uri"));
    assertFalse(failed.body().contains("does not exist"), failed::body);
  }

  @Test
  void requests_are_answered_again_after_all_connections_were_cut() throws Exception {
    get(SEARCH + encoded("cql.allRecords = 1"));
    connection.execute(
        "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname ="
            + " current_database() and pid <> pg_backend_pid()");
    // The first one finds out, where the driver did not.
    send(HttpRequest.newBuilder(uri(SEARCH + encoded("cql.allRecords = 1"))).build());
    assertEquals(
        List.of("" + RECORDS),
        texts(get(SEARCH + encoded("cql.allRecords = 1")), SRU_1, "numberOfRecords"));
  }

  private static int runCommand(StringWriter out, String... arguments) {
    return new CommandLine(new SruCommand())
        .setErr(new PrintWriter(out))
        .setExecutionExceptionHandler(
            (failure, line, _) -> {
              FailureReport.print(failure, false, line.getErr());
              return 1;
            })
        .execute(arguments);
  }

  @Test
  void the_command_wants_the_indexes() {
    var out = new StringWriter();
    try (TestDatabase empty = TestServer.v18().newDatabase()) {
      empty.execute(table.createTable());
      assertEquals(1, runCommand(out, "--url", empty.jdbcUrl()));
      assertTrue(out.toString().contains("records_title_words"), out::toString);
      assertTrue(out.toString().contains("--index makes them"), out::toString);
    }
  }

  @Test
  void a_table_that_is_not_there_is_told_before_its_indexes() {
    var out = new StringWriter();
    assertEquals(1, runCommand(out, "--url", database.jdbcUrl(), "--table", "books", "--index"));
    assertTrue(out.toString().contains("there is no table \"books\""), out::toString);
  }

  @Test
  void a_port_that_is_taken_is_told() throws IOException {
    var out = new StringWriter();
    try (var taken = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      String port = String.valueOf(taken.getLocalPort());
      // The records of the other tests have their indexes.
      assertEquals(1, runCommand(out, "--url", database.jdbcUrl(), "--port", port));
      assertTrue(out.toString().contains("cannot listen on port " + port), out::toString);
    }
  }
}
