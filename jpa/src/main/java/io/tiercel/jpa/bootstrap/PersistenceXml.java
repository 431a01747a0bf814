package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// Reads `META-INF/persistence.xml` (Jakarta Persistence 3.2, section 8.2.1) of any version from
/// 1.0 on.
public final class PersistenceXml {
  private static final String RESOURCE = "META-INF/persistence.xml";

  private PersistenceXml() {}

  /// The first unit of that name that the class loader sees, null when there is none. Throws
  /// PersistenceException naming the file when one cannot be read.
  public static @Nullable UnitDefinition find(String unitName, ClassLoader loader) {
    try {
      Enumeration<URL> files = loader.getResources(RESOURCE);
      while (files.hasMoreElements()) {
        URL file = files.nextElement();
        for (Element unit : units(file)) {
          if (unit.getAttribute("name").strip().equals(unitName)) {
            return definition(unitName, unit, UnitRoot.of(file, RESOURCE), loader);
          }
        }
      }
      return null;
    } catch (IOException e) {
      throw new PersistenceException("could not look for " + RESOURCE, e);
    }
  }

  private static List<Element> units(URL file) {
    try (InputStream in = open(file)) {
      var factory = DocumentBuilderFactory.newDefaultInstance();
      factory.setNamespaceAware(true);
      // A unit's description needs no document type and nothing from outside.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      var builder = factory.newDocumentBuilder();
      builder.setErrorHandler(null);
      return children(builder.parse(in).getDocumentElement(), "persistence-unit");
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new PersistenceException("could not read " + file + ": " + e.getMessage(), e);
    }
  }

  /// Past the JVM's cache of open jars, in which a jar that was replaced under the same name keeps
  /// its old content.
  private static InputStream open(URL file) throws IOException {
    URLConnection connection = file.openConnection();
    connection.setUseCaches(false);
    return connection.getInputStream();
  }

  private static UnitDefinition definition(
      String name, Element unit, UnitRoot root, ClassLoader loader) {
    // Listed and found classes may overlap.
    Set<String> classNames = new LinkedHashSet<>(texts(unit, "class"));
    if (classNames.isEmpty() && !isTrue(unit, "exclude-unlisted-classes")) {
      classNames.addAll(ClassScan.managedClasses(root.url()));
    }
    List<URL> roots = new ArrayList<>(List.of(root.url()));
    for (String jar : texts(unit, "jar-file")) {
      URL url = root.jarFile(jar, name);
      roots.add(url);
      classNames.addAll(ClassScan.managedClasses(url));
    }
    Map<String, Object> properties = new HashMap<>();
    put(properties, PropertyNames.TRANSACTION_TYPE, unit.getAttribute("transaction-type"));
    put(properties, PropertyNames.JTA_DATA_SOURCE, text(unit, "jta-data-source"));
    put(properties, PropertyNames.NON_JTA_DATA_SOURCE, text(unit, "non-jta-data-source"));
    put(properties, PropertyNames.VALIDATION_MODE, text(unit, "validation-mode"));
    put(properties, PropertyNames.CACHE_MODE, text(unit, "shared-cache-mode"));
    Map<String, String> written = new HashMap<>();
    for (Element list : children(unit, "properties")) {
      for (Element property : children(list, "property")) {
        written.put(property.getAttribute("name"), property.getAttribute("value"));
      }
    }
    Spelling.current(written)
        .forEach((key, value) -> properties.put(key, Objects.requireNonNull(value)));
    return new UnitDefinition(
        name,
        text(unit, "provider"),
        UnitDefinition.load(classNames, name, loader),
        texts(unit, "mapping-file"),
        properties,
        RootResources.readable(roots),
        loader);
  }

  private static void put(Map<String, Object> properties, String name, @Nullable String value) {
    if (value != null && !value.isEmpty()) {
      properties.put(name, value);
    }
  }

  private static boolean isTrue(Element unit, String name) {
    String value = text(unit, name);
    // The element without content means true.
    return value != null && !value.equals("false") && !value.equals("0");
  }

  private static @Nullable String text(Element parent, String name) {
    List<String> all = texts(parent, name);
    return all.isEmpty() ? null : all.getFirst();
  }

  private static List<String> texts(Element parent, String name) {
    return children(parent, name).stream().map(child -> child.getTextContent().strip()).toList();
  }

  private static List<Element> children(Element parent, String name) {
    List<Element> found = new ArrayList<>();
    for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element element && name.equals(element.getLocalName())) {
        found.add(element);
      }
    }
    return found;
  }
}
