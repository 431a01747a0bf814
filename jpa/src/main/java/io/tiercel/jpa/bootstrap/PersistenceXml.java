package io.tiercel.jpa.bootstrap;

import io.tiercel.jpa.xml.XmlElement;
import io.tiercel.jpa.xml.XmlReader;
import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Reads `META-INF/persistence.xml` (Jakarta Persistence 3.2, section 8.2.1) of any version from
/// 1.0 on.
public final class PersistenceXml {
  private static final String RESOURCE = "META-INF/persistence.xml";

  private PersistenceXml() {}

  /// The first unit of that name that the class loader sees, null when there is none, or when it is
  /// for another provider. Throws PersistenceException naming the file when one cannot be read.
  ///
  /// @param overrides properties that go before those of the unit
  /// @param provider the class of ours
  public static @Nullable UnitDefinition find(
      String unitName, @Nullable Map<?, ?> overrides, String provider, ClassLoader loader) {
    try {
      Enumeration<URL> files = loader.getResources(RESOURCE);
      while (files.hasMoreElements()) {
        URL file = files.nextElement();
        for (XmlElement unit : units(file)) {
          if (unit.attributes().getOrDefault("name", "").strip().equals(unitName)) {
            Map<String, String> properties = properties(unit);
            return NamedProvider.isOther(
                    provider, unit.childText("provider"), properties, overrides)
                ? null
                : definition(unitName, unit, properties, UnitRoot.of(file, RESOURCE), loader)
                    .with(overrides);
          }
        }
      }
      return null;
    } catch (IOException e) {
      throw new PersistenceException("could not look for " + RESOURCE, e);
    }
  }

  private static List<XmlElement> units(URL file) {
    try {
      return XmlReader.read(file.toString(), file).children("persistence-unit");
    } catch (IOException | XMLStreamException e) {
      throw new PersistenceException("could not read " + file + ": " + e.getMessage(), e);
    }
  }

  private static Map<String, String> properties(XmlElement unit) {
    Map<String, String> properties = new HashMap<>();
    for (XmlElement list : unit.children("properties")) {
      for (XmlElement property : list.children("property")) {
        // As they are written: blanks may belong to a password.
        properties.put(
            property.attributes().getOrDefault("name", ""),
            property.attributes().getOrDefault("value", ""));
      }
    }
    return properties;
  }

  private static UnitDefinition definition(
      String name,
      XmlElement unit,
      Map<String, String> written,
      UnitRoot root,
      ClassLoader loader) {
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
    put(properties, PropertyNames.TRANSACTION_TYPE, unit.attributes().get("transaction-type"));
    put(properties, PropertyNames.JTA_DATA_SOURCE, unit.childText("jta-data-source"));
    put(properties, PropertyNames.NON_JTA_DATA_SOURCE, unit.childText("non-jta-data-source"));
    put(properties, PropertyNames.VALIDATION_MODE, unit.childText("validation-mode"));
    put(properties, PropertyNames.CACHE_MODE, unit.childText("shared-cache-mode"));
    Spelling.current(written)
        .forEach((key, value) -> properties.put(key, Objects.requireNonNull(value)));
    return new UnitDefinition(
        name,
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

  private static boolean isTrue(XmlElement unit, String name) {
    XmlElement said = unit.child(name);
    // The element without content means true.
    return said != null && !said.text().equals("false") && !said.text().equals("0");
  }

  private static List<String> texts(XmlElement parent, String name) {
    List<String> texts = new ArrayList<>();
    for (XmlElement child : parent.children(name)) {
      texts.add(child.text());
    }
    return texts;
  }
}
