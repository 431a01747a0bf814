package io.tiercel.inside.xml.stream;

import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// The name of an element or attribute. Immutable.
///
/// @param uri of the namespace, empty for none; null for any
/// @param localName null for any
record NameTest(@Nullable String uri, @Nullable String localName) {
  static final NameTest ANY = new NameTest(null, null);

  /// Whether the reader's element has such a name.
  boolean matchesElement(XMLStreamReader reader) {
    return (localName == null || localName.equals(reader.getLocalName()))
        && (uri == null || uri.equals(orEmpty(reader.getNamespaceURI())));
  }

  /// The value of that attribute of the reader's element; null if it has none.
  @Nullable String attributeOf(XMLStreamReader reader) {
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      if (reader.getAttributeLocalName(i).equals(localName)
          && orEmpty(reader.getAttributeNamespace(i)).equals(uri)) {
        return reader.getAttributeValue(i);
      }
    }
    return null;
  }

  private static String orEmpty(@Nullable String uri) {
    return uri == null ? "" : uri;
  }
}
