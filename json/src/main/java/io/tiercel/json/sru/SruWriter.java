package io.tiercel.json.sru;

import io.tiercel.json.cql.CqlException;
import io.tiercel.json.cql.CqlString;
import io.tiercel.json.cql.DiagnosticType;
import io.tiercel.json.marc.MarcXml;
import io.tiercel.json.search.CqlProfile;
import io.tiercel.json.search.FacetCount;
import io.tiercel.json.search.Hit;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// Writes one answer. The elements stand in the order of the schemas of SRU. Confined to one
/// thread.
final class SruWriter {
  private static final String EXPLAIN = "http://explain.z3950.org/dtd/2.0/";
  private static final String FACETS = "http://docs.oasis-open.org/ns/search-ws/facetedResults";

  private final SruVersion version;
  private final StringWriter text = new StringWriter();
  private final XMLStreamWriter xml;

  SruWriter(SruVersion version) throws XMLStreamException {
    this.version = version;
    xml = writer(text);
  }

  private static XMLStreamWriter writer(StringWriter text) throws XMLStreamException {
    return XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
  }

  SruAnswer end() throws XMLStreamException {
    xml.writeEndElement();
    xml.writeEndDocument();
    xml.close();
    return new SruAnswer(version.contentType(), text.toString());
  }

  void begin(String response) throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeStartElement(response);
    xml.writeDefaultNamespace(version.namespace());
    element("version", version.number());
  }

  void numberOfRecords(long count) throws XMLStreamException {
    element("numberOfRecords", String.valueOf(count));
  }

  void records(List<Hit> hits, long from, RecordForm form, boolean isEscaped)
      throws XMLStreamException {
    if (hits.isEmpty()) {
      return;
    }
    xml.writeStartElement("records");
    long position = from;
    for (Hit hit : hits) {
      xml.writeStartElement("record");
      element("recordSchema", form.uri());
      element(version.packing(), isEscaped ? "string" : "xml");
      xml.writeStartElement("recordData");
      if (isEscaped) {
        var record = new StringWriter();
        XMLStreamWriter inner = writer(record);
        form.write(hit.document(), inner);
        inner.close();
        xml.writeCharacters(record.toString());
      } else {
        form.write(hit.document(), xml);
      }
      xml.writeEndElement();
      if (version != SruVersion.V1_1) {
        element("recordIdentifier", hit.id());
      }
      element("recordPosition", String.valueOf(position++));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  void nextRecordPosition(long position) throws XMLStreamException {
    element("nextRecordPosition", String.valueOf(position));
  }

  void echo(Map<String, String> parameters) throws XMLStreamException {
    xml.writeStartElement("echoedSearchRetrieveRequest");
    for (Map.Entry<String, String> parameter : new TreeMap<>(parameters).entrySet()) {
      // Names of ours alone: another could be none of XML.
      if (parameter.getKey().matches("[a-zA-Z]+")) {
        element(parameter.getKey(), parameter.getValue());
      }
    }
    xml.writeEndElement();
  }

  void diagnostic(CqlException refused) throws XMLStreamException {
    diagnostic(refused.type(), refused.details());
  }

  void diagnostic(DiagnosticType type, String details) throws XMLStreamException {
    xml.writeStartElement("diagnostics");
    xml.writeStartElement("diagnostic");
    xml.writeDefaultNamespace(version.diagnosticNamespace());
    element("uri", type.uri());
    element("details", details);
    element("message", type.message());
    xml.writeEndElement();
    xml.writeEndElement();
  }

  /// Counts are exact.
  void precision() throws XMLStreamException {
    if (version.isOasis()) {
      element("resultCountPrecision", "info:srw/vocabulary/resultCountPrecision/1/exact");
    }
  }

  void facets(String title, String query, Map<String, List<FacetCount>> facets)
      throws XMLStreamException {
    if (facets.isEmpty()) {
      return;
    }
    xml.writeStartElement("facetedResults");
    xml.writeStartElement("datasource");
    xml.writeDefaultNamespace(FACETS);
    element("datasourceDisplayLabel", title);
    xml.writeStartElement("facets");
    for (Map.Entry<String, List<FacetCount>> facet : facets.entrySet()) {
      xml.writeStartElement("facet");
      element("facetDisplayLabel", facet.getKey());
      element("index", facet.getKey());
      element("relation", "==");
      xml.writeStartElement("terms");
      for (FacetCount count : facet.getValue()) {
        xml.writeStartElement("term");
        element("actualTerm", count.value());
        element(
            "query",
            "(%s) and %s == \"%s\""
                .formatted(query, facet.getKey(), CqlString.literal(count.value()).raw()));
        element("count", String.valueOf(count.count()));
        xml.writeEndElement();
      }
      xml.writeEndElement();
      xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
  }

  void explain(SruDatabase database, CqlProfile profile, List<RecordForm> forms)
      throws XMLStreamException {
    xml.writeStartElement("record");
    element("recordSchema", EXPLAIN);
    element(version.packing(), "xml");
    xml.writeStartElement("recordData");
    xml.writeStartElement("explain");
    xml.writeDefaultNamespace(EXPLAIN);
    xml.writeStartElement("serverInfo");
    xml.writeAttribute("protocol", "SRU");
    xml.writeAttribute("version", version.number());
    xml.writeAttribute("transport", "http");
    xml.writeAttribute("method", "GET POST");
    element("host", database.host());
    element("port", String.valueOf(database.port()));
    element("database", database.database());
    xml.writeEndElement();
    xml.writeStartElement("databaseInfo");
    element("title", database.title());
    xml.writeEndElement();
    indexes(profile);
    schemas(forms);
    xml.writeStartElement("configInfo");
    setting("default", "numberOfRecords", "10");
    setting("setting", "maximumRecords", String.valueOf(database.maxRecords()));
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private void indexes(CqlProfile profile) throws XMLStreamException {
    xml.writeStartElement("indexInfo");
    for (Map.Entry<String, String> set : new TreeMap<>(profile.contextSets()).entrySet()) {
      xml.writeEmptyElement("set");
      xml.writeAttribute("identifier", set.getValue());
      xml.writeAttribute("name", set.getKey());
    }

    for (String index : new TreeMap<>(profile.indexes()).keySet()) {
      index(index);
    }
    for (String range : new TreeMap<>(profile.ranges()).keySet()) {
      index(range);
    }
    xml.writeEndElement();
  }

  private void index(String index) throws XMLStreamException {
    int dot = index.indexOf('.');
    xml.writeStartElement("index");
    xml.writeAttribute("search", "true");
    element("title", index);
    xml.writeStartElement("map");
    xml.writeStartElement("name");
    if (dot >= 0) {
      xml.writeAttribute("set", index.substring(0, dot));
    }
    xml.writeCharacters(index.substring(dot + 1));
    xml.writeEndElement();
    xml.writeEndElement();
    xml.writeEndElement();
  }

  private void schemas(List<RecordForm> forms) throws XMLStreamException {
    xml.writeStartElement("schemaInfo");
    for (RecordForm form : forms) {
      xml.writeStartElement("schema");
      xml.writeAttribute("identifier", form.uri());
      xml.writeAttribute("name", form.name());
      element("title", form.name());
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void setting(String element, String type, String value) throws XMLStreamException {
    xml.writeStartElement(element);
    xml.writeAttribute("type", type);
    xml.writeCharacters(value);
    xml.writeEndElement();
  }

  private void element(String name, String value) throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(MarcXml.valid(value));
    xml.writeEndElement();
  }
}
