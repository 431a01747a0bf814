package io.tiercel.json.marc;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads the elements of `http://www.loc.gov/MARC21/slim`, in that namespace or in none, as many
/// files have them. Others are passed over outside records and make a record bad inside.
final class MarcXmlReader implements MarcReader {
  private static final String NAMESPACE = "http://www.loc.gov/MARC21/slim";

  private final InputStream source;
  private final XMLStreamReader xml;
  private final BadRecords badRecords;
  private long number;
  private String place = "line 1";

  MarcXmlReader(InputStream source, BadRecords badRecords) throws IOException {
    this.source = source;
    this.badRecords = badRecords;
    // The JDK's own, so that another parser on the class path does not decide how safe this is.
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try {
      xml = factory.createXMLStreamReader(source);
    } catch (XMLStreamException e) {
      throw unreadable(e);
    }
  }

  @Override
  public @Nullable MarcRecord read() throws IOException {
    try {
      while (xml.hasNext()) {
        if (xml.next() == XMLStreamConstants.START_ELEMENT && is("record")) {
          number++;
          place = "line " + xml.getLocation().getLineNumber();
          var record = new XmlRecord();
          record.readToEnd();
          if (record.reason == null) {
            try {
              return record.make();
            } catch (IllegalArgumentException e) {
              record.bad(String.valueOf(e.getMessage()));
            }
          }
          badRecords.accept(new BadRecord(number, place, String.valueOf(record.reason)));
        }
      }
      return null;
    } catch (XMLStreamException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(XMLStreamException e) {
    return new IOException(
        "this XML is not well-formed after record %d, nothing behind can be read: %s"
            .formatted(number, e.getMessage()),
        e);
  }

  private boolean is(String name) {
    String namespace = xml.getNamespaceURI();
    return xml.getLocalName().equals(name)
        && (namespace == null || namespace.isEmpty() || namespace.equals(NAMESPACE));
  }

  /// One record while it is read. After the first fault it is only read to its end.
  private final class XmlRecord {
    private final List<MarcField> fields = new ArrayList<>();
    private @Nullable String leader;
    private @Nullable String reason;

    void bad(String why) {
      if (reason == null) {
        reason = why;
      }
    }

    void readToEnd() throws XMLStreamException {
      forEachChild(
          () -> {
            if (is("leader")) {
              if (leader != null) {
                bad("there are two leaders");
              }
              leader = text();
            } else if (is("controlfield")) {
              String tag = attribute("tag");
              String value = text();
              checked(() -> fields.add(new ControlField(tag, value)));
            } else if (is("datafield")) {
              dataField();
            } else {
              unexpected();
            }
          });
    }

    private void dataField() throws XMLStreamException {
      String tag = attribute("tag");
      String indicators = indicator("ind1") + indicator("ind2");
      List<Subfield> subfields = new ArrayList<>();
      forEachChild(
          () -> {
            if (!is("subfield")) {
              unexpected();
              return;
            }
            String code = attribute("code");
            String value = text();
            if (code.length() != 1) {
              bad("field %s has a subfield whose code is %s".formatted(tag, Quoted.of(code)));
            } else {
              checked(() -> subfields.add(new Subfield(code.charAt(0), value)));
            }
          });
      if (indicators.length() != 2) {
        bad("field %s has indicators of more than one character".formatted(tag));
      } else {
        checked(
            () ->
                fields.add(
                    new DataField(tag, indicators.charAt(0), indicators.charAt(1), subfields)));
      }
    }

    private String indicator(String name) {
      String value = attribute(name);
      return value.isEmpty() ? " " : value;
    }

    /// Empty where it is missing.
    private String attribute(String name) {
      String value = xml.getAttributeValue(null, name);
      return value == null ? "" : value;
    }

    private void checked(Runnable addition) {
      try {
        addition.run();
      } catch (IllegalArgumentException e) {
        bad(String.valueOf(e.getMessage()));
      }
    }

    /// The text of the element, to its end.
    private String text() throws XMLStreamException {
      var text = new StringBuilder();
      while (xml.next() != XMLStreamConstants.END_ELEMENT) {
        switch (xml.getEventType()) {
          case XMLStreamConstants.START_ELEMENT -> unexpected();
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
              text.append(xml.getText());
          case XMLStreamConstants.ENTITY_REFERENCE ->
              bad("the entity %s is not defined".formatted(xml.getLocalName()));
          default -> {} // comments and processing instructions
        }
      }
      return text.toString();
    }

    private void unexpected() throws XMLStreamException {
      bad("there is no element %s in this place".formatted(Quoted.of(xml.getLocalName())));
      forEachChild(this::unexpected);
    }

    /// The action reads each child to its end.
    private void forEachChild(Action action) throws XMLStreamException {
      while (xml.next() != XMLStreamConstants.END_ELEMENT) {
        switch (xml.getEventType()) {
          case XMLStreamConstants.START_ELEMENT -> action.run();
          case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
            if (!xml.getText().isBlank()) {
              bad("there is text between elements: %s".formatted(Quoted.of(xml.getText().strip())));
            }
          }
          case XMLStreamConstants.ENTITY_REFERENCE ->
              bad("the entity %s is not defined".formatted(xml.getLocalName()));
          default -> {} // comments and processing instructions
        }
      }
    }

    MarcRecord make() {
      if (leader == null) {
        throw new IllegalArgumentException("the leader is missing");
      }
      return new MarcRecord(leader, fields);
    }
  }

  @FunctionalInterface
  private interface Action {
    void run() throws XMLStreamException;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public void close() throws IOException {
    try (source) {
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException("could not close the XML", e);
    }
  }
}
