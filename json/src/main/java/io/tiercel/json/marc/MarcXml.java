package io.tiercel.json.marc;

import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// MARCXML, the form of the Library of Congress. Stateless.
public final class MarcXml {
  /// The namespace of its elements.
  public static final String NAMESPACE = "http://www.loc.gov/MARC21/slim";

  private MarcXml() {}

  /// Writes a record as an element. Characters that XML cannot hold become U+FFFD.
  public static void write(MarcRecord record, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("record");
    xml.writeDefaultNamespace(NAMESPACE);
    element("leader", record.leader(), xml);
    for (MarcField field : record.fields()) {
      switch (field) {
        case ControlField control -> {
          xml.writeStartElement("controlfield");
          xml.writeAttribute("tag", control.tag());
          xml.writeCharacters(valid(control.value()));
          xml.writeEndElement();
        }
        case DataField data -> write(data, xml);
      }
    }
    xml.writeEndElement();
  }

  private static void write(DataField data, XMLStreamWriter xml) throws XMLStreamException {
    xml.writeStartElement("datafield");
    xml.writeAttribute("tag", data.tag());
    xml.writeAttribute("ind1", valid(String.valueOf(data.indicator1())));
    xml.writeAttribute("ind2", valid(String.valueOf(data.indicator2())));
    for (Subfield subfield : data.subfields()) {
      xml.writeStartElement("subfield");
      xml.writeAttribute("code", valid(String.valueOf(subfield.code())));
      xml.writeCharacters(valid(subfield.value()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static void element(String name, String text, XMLStreamWriter xml)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(valid(text));
    xml.writeEndElement();
  }

  /// A text with U+FFFD for what XML 1.0 cannot hold.
  public static String valid(String text) {
    StringBuilder mended = null;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      int length = Character.charCount(c);
      boolean isValid =
          c == '\t'
              || c == '\n'
              || c == '\r'
              || (c >= 0x20 && c <= 0xD7FF)
              || (c >= 0xE000 && c <= 0xFFFD)
              || c >= 0x10000;
      if (!isValid && mended == null) {
        mended = new StringBuilder(text.length()).append(text, 0, i);
      }
      if (mended != null) {
        mended.appendCodePoint(isValid ? c : 0xFFFD);
      }
      i += length;
    }
    return mended == null ? text : mended.toString();
  }
}
