package io.tiercel.jpa.xml;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/// Reads a file into elements: no document type, nothing from outside, any namespace.
public final class XmlReader {
  private final String file;
  private final XMLStreamReader in;

  private XmlReader(String file, XMLStreamReader in) {
    this.file = file;
    this.in = in;
  }

  /// The file's root.
  ///
  /// @param name how errors call the file
  public static XmlElement read(String name, URL url) throws IOException, XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    try (InputStream bytes = open(url)) {
      XMLStreamReader in = factory.createXMLStreamReader(bytes);
      try {
        in.nextTag();
        return new XmlReader(name, in).element();
      } finally {
        in.close();
      }
    }
  }

  /// Past the JVM's cache of open jars, in which a jar that was replaced under the same name keeps
  /// its old content.
  private static InputStream open(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    return connection.getInputStream();
  }

  private XmlElement element() throws XMLStreamException {
    String name = in.getLocalName();
    int line = in.getLocation().getLineNumber();
    Map<String, String> attributes = new HashMap<>();
    for (int i = 0; i < in.getAttributeCount(); i++) {
      if (in.getAttributeNamespace(i) == null || in.getAttributeNamespace(i).isEmpty()) {
        attributes.put(in.getAttributeLocalName(i), in.getAttributeValue(i));
      }
    }
    List<XmlElement> children = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (int event = in.next(); event != XMLStreamConstants.END_ELEMENT; event = in.next()) {
      if (event == XMLStreamConstants.START_ELEMENT) {
        children.add(element());
      } else if (event == XMLStreamConstants.CHARACTERS || event == XMLStreamConstants.CDATA) {
        text.append(in.getText());
      }
    }
    return new XmlElement(file, line, name, attributes, children, text.toString().strip());
  }
}
