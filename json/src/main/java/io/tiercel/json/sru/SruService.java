package io.tiercel.json.sru;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlQuery;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.json.search.DocumentSearch;
import io.tiercel.json.search.FacetCount;
import io.tiercel.json.search.Hit;
import io.tiercel.json.search.Page;
import io.tiercel.wire.Connection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Answers SRU requests, `explain` and `searchRetrieve`, from a table of documents (Library of
/// Congress, SRU 1.1 and 1.2; OASIS searchRetrieve 1.0 part 3, SRU 2.0, with facets). Whatever is
/// wrong with a request is answered with its diagnostic; a diagnostic of version 2.0 is for who
/// names no version. Safe for any number of threads, each with a connection of its own.
public final class SruService {
  private static final String SEARCH = "searchRetrieveResponse";

  private final SruDatabase database;
  private final CqlProfile profile;
  private final List<RecordForm> forms;
  private final Positions positions = new Positions();

  /// @param forms at least one; the first is for who asks for none
  /// @throws IllegalArgumentException without a form
  public SruService(SruDatabase database, CqlProfile profile, List<RecordForm> forms) {
    this.database = database;
    this.profile = profile;
    this.forms = List.copyOf(forms);
    if (this.forms.isEmpty()) {
      throw new IllegalArgumentException("records have at least one form");
    }
  }

  /// Answers a request. Blocks.
  ///
  /// @param parameters of the URL or of a form, decoded
  /// @throws io.tiercel.wire.error.WireException if the server fails; then [#failure] is the answer
  public SruAnswer answer(Connection connection, Map<String, String> parameters) {
    try {
      try {
        if (SruRequest.isExplain(parameters)) {
          return explain(SruRequest.version(parameters));
        }
        return search(connection, SruRequest.of(parameters, database.maxRecords()));
      } catch (CqlException refused) {
        return refused(parameters, refused);
      }
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML in memory could not be written", e);
    }
  }

  /// The answer to a request whose search has failed: diagnostic 1.
  ///
  /// @param details for whoever asked; may be seen by anybody
  public SruAnswer failure(Map<String, String> parameters, String details) {
    try {
      return refused(parameters, SruRequest.refused(DiagnosticType.GENERAL, details));
    } catch (XMLStreamException e) {
      throw new IllegalStateException("XML in memory could not be written", e);
    }
  }

  private SruAnswer explain(SruVersion version) throws XMLStreamException {
    var writer = new SruWriter(version);
    writer.begin("explainResponse");
    writer.explain(database, profile, forms);
    return writer.end();
  }

  private static SruAnswer refused(Map<String, String> parameters, CqlException refused)
      throws XMLStreamException {
    var writer = new SruWriter(SruRequest.version(parameters));
    writer.begin(SEARCH);
    writer.numberOfRecords(0);
    writer.echo(parameters);
    writer.diagnostic(refused);
    return writer.end();
  }

  private SruAnswer search(Connection connection, SruRequest request) throws XMLStreamException {
    RecordForm form = form(request.schema());
    CqlQuery query = CqlQuery.parse(request.query());
    var search = new DocumentSearch(connection, profile);
    long count = search.count(query);
    if (request.startRecord() > Math.max(1, count)) {
      throw SruRequest.refused(DiagnosticType.FIRST_RECORD, String.valueOf(request.startRecord()));
    }
    List<Hit> hits = hits(search, query, request);
    Map<String, List<FacetCount>> facets = new LinkedHashMap<>();
    for (SruRequest.FacetLimit facet : request.facets()) {
      facets.put(facet.index(), search.facet(query, facet.index(), facet.limit()));
    }
    var writer = new SruWriter(request.version());
    writer.begin(SEARCH);
    writer.numberOfRecords(count);
    writer.records(hits, request.startRecord(), form, request.isEscaped());
    long next = request.startRecord() + hits.size();
    if (next <= count && !hits.isEmpty()) {
      writer.nextRecordPosition(next);
    }
    writer.echo(request.given());
    writer.precision();
    writer.facets(
        database.title(),
        new CqlQuery(query.prefixes(), query.root(), List.of()).toString(),
        facets);
    return writer.end();
  }

  private List<Hit> hits(DocumentSearch search, CqlQuery query, SruRequest request) {
    if (request.maximumRecords() == 0) {
      return List.of();
    }
    String text = query.toString();
    String cursor = null;
    if (request.startRecord() > 1) {
      cursor = positions.get(text, request.startRecord());
      if (cursor == null) {
        cursor = search.behind(query, request.startRecord() - 1);
        if (cursor == null) {
          return List.of(); // fewer than a moment ago
        }
      }
    }
    Page page = search.page(query, cursor, request.maximumRecords());
    if (page.next() != null) {
      positions.put(text, request.startRecord() + page.hits().size(), page.next());
    }
    return page.hits();
  }

  private RecordForm form(@Nullable String schema) {
    if (schema == null) {
      return forms.getFirst();
    }
    return forms.stream()
        .filter(form -> form.name().equals(schema) || form.uri().equals(schema))
        .findFirst()
        .orElseThrow(() -> SruRequest.refused(DiagnosticType.SCHEMA, schema));
  }
}
