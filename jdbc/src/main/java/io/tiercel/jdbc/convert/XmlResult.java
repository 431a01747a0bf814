package io.tiercel.jdbc.convert;

import java.io.StringWriter;
import java.sql.SQLException;
import javax.xml.XMLConstants;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.transform.Result;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMResult;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.sax.SAXResult;
import javax.xml.transform.sax.SAXTransformerFactory;
import javax.xml.transform.sax.TransformerHandler;
import javax.xml.transform.stax.StAXResult;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/// A Result of JAXP to write XML to, and the text that came of it. Confined to one thread.
final class XmlResult {
  private final StringWriter written = new StringWriter();
  private @Nullable DOMResult dom;

  <T extends Result> T open(@Nullable Class<T> wanted) throws SQLException {
    Result result;
    if (wanted == null || wanted.isAssignableFrom(DOMResult.class)) {
      var tree = new DOMResult();
      dom = tree;
      result = tree;
    } else if (wanted == SAXResult.class) {
      result = sax();
    } else if (wanted == StreamResult.class) {
      result = new StreamResult(written);
    } else if (wanted == StAXResult.class) {
      result = stax();
    } else {
      throw XmlText.unsupported(wanted);
    }
    // Null stands for the one of our choice; else it was made for the class.
    @SuppressWarnings("unchecked")
    T typed = (T) result;
    return typed;
  }

  String text() throws SQLException {
    DOMResult tree = dom;
    if (tree == null) {
      return written.toString();
    }
    Node node = tree.getNode();
    if (node == null) {
      throw XmlText.failed(new TransformerException("no document was put into the DOMResult"));
    }
    try {
      var transformer = factory().newTransformer();
      var text = new StringWriter();
      transformer.transform(new DOMSource(node), new StreamResult(text));
      return text.toString();
    } catch (TransformerException e) {
      throw XmlText.failed(e);
    }
  }

  private Result sax() throws SQLException {
    try {
      TransformerHandler handler = factory().newTransformerHandler();
      handler.setResult(new StreamResult(written));
      return new SAXResult(handler);
    } catch (TransformerConfigurationException e) {
      throw XmlText.failed(e);
    }
  }

  private Result stax() throws SQLException {
    try {
      return new StAXResult(XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(written));
    } catch (XMLStreamException e) {
      throw XmlText.failed(e);
    }
  }

  private static SAXTransformerFactory factory() throws TransformerConfigurationException {
    // The JDK's own, which can do SAX.
    var factory = (SAXTransformerFactory) TransformerFactory.newDefaultInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_DTD, "");
    factory.setAttribute(XMLConstants.ACCESS_EXTERNAL_STYLESHEET, "");
    return factory;
  }
}
