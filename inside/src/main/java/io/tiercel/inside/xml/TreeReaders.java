package io.tiercel.inside.xml;

import javax.xml.XMLConstants;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXException;
import org.xml.sax.XMLReader;

/// Who reads documents for trees. Nothing outside of the document is ever read.
final class TreeReaders {
  private static final String ENTITIES = "http://xml.org/sax/features/external-general-entities";
  private static final String PARAMETER_ENTITIES =
      "http://xml.org/sax/features/external-parameter-entities";
  private static final String EXTERNAL_DTD =
      "http://apache.org/xml/features/nonvalidating/load-external-dtd";

  private TreeReaders() {}

  /// The platform's reader, with the limits that it sets to the expansion of entities. Aalto's is
  /// faster, but as SAX it loses a default namespace that an element with a prefix declares.
  static XMLReader reader() throws SAXException, ParserConfigurationException {
    SAXParserFactory factory = SAXParserFactory.newDefaultNSInstance();
    factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
    factory.setFeature(ENTITIES, false);
    factory.setFeature(PARAMETER_ENTITIES, false);
    factory.setFeature(EXTERNAL_DTD, false);
    return factory.newSAXParser().getXMLReader();
  }
}
