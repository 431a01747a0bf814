package io.tiercel.jpa.bootstrap;

import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/// Reads `META-INF/persistence.xml` (Jakarta Persistence 3.2, section 8.2.1) of any version from
/// 1.0 on; what is not about Java SE units is passed over.
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
          if (unit.getAttribute("name").equals(unitName)) {
            return definition(unit, file, loader);
          }
        }
      }
      return null;
    } catch (IOException e) {
      throw new PersistenceException("could not look for " + RESOURCE, e);
    }
  }

  private static List<Element> units(URL file) {
    try (InputStream in = file.openStream()) {
      var factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      // A unit's description needs no document type and nothing from outside.
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      return children(
          factory.newDocumentBuilder().parse(in).getDocumentElement(), "persistence-unit");
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw new PersistenceException("could not read " + file + ": " + e.getMessage(), e);
    }
  }

  private static UnitDefinition definition(Element unit, URL file, ClassLoader loader) {
    List<Class<?>> classes = new ArrayList<>();
    for (Element listed : children(unit, "class")) {
      classes.add(load(text(listed), unit, loader));
    }
    if (classes.isEmpty() && !isTrue(unit, "exclude-unlisted-classes")) {
      ClassScan.managedClasses(file, RESOURCE)
          .forEach(name -> classes.add(load(name, unit, loader)));
    }
    Map<String, Object> properties = new HashMap<>();
    for (Element list : children(unit, "properties")) {
      for (Element property : children(list, "property")) {
        properties.put(property.getAttribute("name"), property.getAttribute("value"));
      }
    }
    List<Element> provider = children(unit, "provider");
    return new UnitDefinition(
        unit.getAttribute("name"),
        provider.isEmpty() ? null : text(provider.getFirst()),
        classes,
        properties);
  }

  private static boolean isTrue(Element unit, String name) {
    List<Element> elements = children(unit, name);
    // The element without content means true.
    return !elements.isEmpty() && !text(elements.getFirst()).equals("false");
  }

  private static Class<?> load(String className, Element unit, ClassLoader loader) {
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException e) {
      throw new PersistenceException(
          "persistence unit \"%s\" lists class %s, which is not on the class path"
              .formatted(unit.getAttribute("name"), className),
          e);
    }
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

  private static String text(Element element) {
    return element.getTextContent().strip();
  }
}
