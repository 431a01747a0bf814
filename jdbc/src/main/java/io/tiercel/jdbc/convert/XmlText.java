package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import javax.xml.transform.Source;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stax.StAXSource;
import javax.xml.transform.stream.StreamSource;
import org.jspecify.annotations.Nullable;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/// XML text as the sources of JAXP. Nothing outside the text is ever read: a document type is
/// refused, so are external entities and style sheets.
final class XmlText {
  private static final String NO_DOCTYPE = "http://apache.org/xml/features/disallow-doctype-decl";
  private static final String INVALID_XML = "2200M";

  private XmlText() {}

  static <T extends Source> T source(String text, @Nullable Class<T> wanted) throws SQLException {
    Source source;
    if (wanted == null || wanted.isAssignableFrom(DOMSource.class)) {
      source = dom(text);
    } else if (wanted == SAXSource.class) {
      source = sax(text);
    } else if (wanted == StreamSource.class) {
      source = new StreamSource(new StringReader(text));
    } else if (wanted == StAXSource.class) {
      source = stax(text);
    } else {
      throw unsupported(wanted);
    }
    // Null stands for the one of our choice; else it was made for the class.
    @SuppressWarnings("unchecked")
    T typed = (T) source;
    return typed;
  }

  static SQLException unsupported(Class<?> wanted) {
    return SqlExceptions.of("07006", "unknown kind of XML: " + wanted.getTypeName(), null);
  }

  private static Source dom(String text) throws SQLException {
    try {
      return new DOMSource(documentBuilder().parse(new InputSource(new StringReader(text))));
    } catch (ParserConfigurationException | SAXException | java.io.IOException e) {
      throw failed(e);
    }
  }

  static DocumentBuilder documentBuilder() throws ParserConfigurationException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature(NO_DOCTYPE, true);
    factory.setExpandEntityReferences(false);
    DocumentBuilder builder = factory.newDocumentBuilder();
    builder.setErrorHandler(null); // which would print to System.err
    return builder;
  }

  private static Source sax(String text) throws SQLException {
    try {
      SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature(NO_DOCTYPE, true);
      return new SAXSource(
          factory.newSAXParser().getXMLReader(), new InputSource(new StringReader(text)));
    } catch (ParserConfigurationException | SAXException e) {
      throw failed(e);
    }
  }

  private static Source stax(String text) throws SQLException {
    try {
      return new StAXSource(reader(text));
    } catch (XMLStreamException e) {
      throw failed(e);
    }
  }

  private static XMLStreamReader reader(String text) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory.createXMLStreamReader(new StringReader(text));
  }

  /// Bytes of a document, in the encoding that it declares.
  static String decode(byte[] bytes) throws SQLException {
    try {
      XMLStreamReader reader =
          XMLInputFactory.newDefaultFactory()
              .createXMLStreamReader(new ByteArrayInputStream(bytes));
      String declared = reader.getCharacterEncodingScheme();
      String encoding = declared == null ? reader.getEncoding() : declared;
      reader.close();
      return new String(bytes, encoding == null ? "UTF-8" : encoding);
    } catch (XMLStreamException e) {
      // A fragment that is no document has no declaration either.
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (java.io.UnsupportedEncodingException e) {
      throw failed(e);
    }
  }

  static SQLException failed(Exception e) {
    return SqlExceptions.of(INVALID_XML, "cannot process XML: " + e.getMessage(), e);
  }
}
