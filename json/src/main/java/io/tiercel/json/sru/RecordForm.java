package io.tiercel.json.sru;

import io.tiercel.json.marc.MarcJson;
import io.tiercel.json.marc.MarcXml;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// A schema in which records are had. Safe for any number of threads.
public interface RecordForm {
  /// The schema's URI.
  String uri();

  /// Its short name.
  String name();

  /// Writes a document as one element.
  void write(String document, XMLStreamWriter xml) throws XMLStreamException;

  /// MARCXML of documents that are MARC-in-JSON.
  static RecordForm marcXml() {
    return new RecordForm() {
      @Override
      public String uri() {
        return "info:srw/schema/1/marcxml-v1.1";
      }

      @Override
      public String name() {
        return "marcxml";
      }

      @Override
      public void write(String document, XMLStreamWriter xml) throws XMLStreamException {
        MarcXml.write(MarcJson.read(document), xml);
      }
    };
  }

  /// The document itself, as the text of an element.
  static RecordForm json() {
    return new RecordForm() {
      @Override
      public String uri() {
        return "urn:io.tiercel:json";
      }

      @Override
      public String name() {
        return "json";
      }

      @Override
      public void write(String document, XMLStreamWriter xml) throws XMLStreamException {
        xml.writeStartElement("json");
        xml.writeDefaultNamespace(uri());
        xml.writeCharacters(MarcXml.valid(document));
        xml.writeEndElement();
      }
    };
  }
}
