package io.tiercel.jpa.orm;

import io.tiercel.jpa.bootstrap.RootResources;
import io.tiercel.jpa.bootstrap.UnitDefinition;
import io.tiercel.jpa.xml.XmlElement;
import io.tiercel.jpa.xml.XmlReader;
import jakarta.persistence.AccessType;
import jakarta.persistence.PersistenceException;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.net.URL;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.stream.XMLStreamException;
import org.jspecify.annotations.Nullable;

/// Reads the mapping files of a unit: those it lists, and `META-INF/orm.xml` of its root and of
/// each jar it lists (section 8.2.1.6).
public final class MappingFiles {
  private static final String DEFAULT = "META-INF/orm.xml";
  private static final Set<String> OF_FILE =
      Set.of("description", "persistence-unit-metadata", "package", "schema", "catalog", "access");

  private MappingFiles() {}

  /// What the files say; null when there are none. PersistenceException naming file, line and
  /// element when one cannot be followed.
  public static @Nullable OrmMapping read(UnitDefinition unit) {
    // By place: what a unit lists may also be where it is found unlisted.
    Map<String, XmlElement> files = new LinkedHashMap<>();
    for (String name : unit.mappingFiles()) {
      URL url = unit.loader().getResource(name);
      if (url == null) {
        throw new PersistenceException(
            "persistence unit \"%s\" lists mapping file %s, which is not on the class path"
                .formatted(unit.name(), name));
      }
      read(name, url, files);
    }
    List<URL> unlisted = unlisted(unit);
    for (URL url : unlisted) {
      read(unlisted.size() == 1 ? DEFAULT : url.toString(), url, files);
    }
    return files.isEmpty() ? null : read(unit, List.copyOf(files.values()));
  }

  private static void read(String name, URL url, Map<String, XmlElement> files) {
    if (!files.containsKey(url.toExternalForm())) {
      files.put(url.toExternalForm(), read(name, url));
    }
  }

  private static XmlElement read(String name, URL url) {
    try {
      return XmlReader.read(name, url);
    } catch (IOException | XMLStreamException e) {
      throw new PersistenceException(
          "could not read mapping file %s (%s): %s".formatted(name, url, e.getMessage()), e);
    }
  }

  /// `META-INF/orm.xml` of the root and of the jars of the unit; of the class path where they are
  /// not known.
  private static List<URL> unlisted(UnitDefinition unit) {
    if (!unit.roots().isEmpty()) {
      return RootResources.find(unit.roots(), DEFAULT);
    }
    URL url = unit.loader().getResource(DEFAULT);
    return url == null ? List.of() : List.of(url);
  }

  private static OrmMapping read(UnitDefinition unit, List<XmlElement> roots) {
    for (XmlElement root : roots) {
      if (!root.name().equals("entity-mappings")) {
        throw root.refusal("it is no root of a mapping file", "write <entity-mappings>.");
      }
    }
    OrmMapping mapping = new OrmMapping(defaults(unit, roots));
    roots.forEach(root -> read(unit, root, mapping));
    return mapping;
  }

  private static UnitDefaults defaults(UnitDefinition unit, List<XmlElement> roots) {
    for (XmlElement root : roots) {
      XmlElement metadata = root.child("persistence-unit-metadata");
      if (metadata != null) {
        return defaults(unit, root, metadata);
      }
    }
    return UnitDefaults.NONE;
  }

  private static UnitDefaults defaults(UnitDefinition unit, XmlElement root, XmlElement metadata) {
    boolean complete = metadata.child("xml-mapping-metadata-complete") != null;
    XmlElement defaults = metadata.child("persistence-unit-defaults");
    if (defaults == null) {
      return new UnitDefaults(complete, null, null, false, false, List.of());
    }
    refuseCatalog(defaults);
    // The callbacks of default listeners are read with the file, by Read below.
    XmlTypes types = new XmlTypes(unit.loader(), root.childText("package"));
    List<Class<?>> listeners = new ArrayList<>();
    XmlElement listed = defaults.child("entity-listeners");
    if (listed != null) {
      for (XmlElement listener : listed.children("entity-listener")) {
        listeners.add(types.load(listener.required("class"), listener));
      }
    }
    return new UnitDefaults(
        complete,
        defaults.childText("schema"),
        access(defaults),
        defaults.child("cascade-persist") != null,
        defaults.child("delimited-identifiers") != null,
        listeners);
  }

  private static @Nullable AccessType access(XmlElement parent) {
    XmlElement access = parent.child("access");
    return access == null ? null : AttributeElements.access(access, access.text());
  }

  private static void refuseCatalog(XmlElement parent) {
    XmlElement catalog = parent.child("catalog");
    if (catalog != null && !catalog.text().isEmpty()) {
      throw catalog.refusal(
          "a PostgreSQL connection sees only its own database",
          "remove the catalog; use schema to group tables within a database.");
    }
  }

  private static void read(UnitDefinition unit, XmlElement root, OrmMapping mapping) {
    refuseCatalog(root);
    XmlTypes types = new XmlTypes(unit.loader(), root.childText("package"));
    String schema = root.childText("schema");
    AccessType access = access(root);
    ClassElements classes =
        new ClassElements(
            mapping,
            types,
            schema != null ? schema : mapping.defaults().schema(),
            access != null ? access : mapping.defaults().access());
    readDefaultListeners(root, classes);
    for (XmlElement child : root.children()) {
      Class<? extends Annotation> ofUnit = ClassElements.OF_UNIT.get(child.name());
      if (ofUnit != null) {
        mapping.addToUnit(new XmlAnnotations(types).read(ofUnit, child));
      } else if (ClassElements.KINDS.containsKey(child.name())) {
        mapping.add(classes.read(child));
      } else if (!OF_FILE.contains(child.name())) {
        throw child.refusal(
            "it is not known in <entity-mappings>",
            "see the schema of mapping files, or remove it.");
      }
    }
  }

  private static void readDefaultListeners(XmlElement root, ClassElements classes) {
    XmlElement metadata = root.child("persistence-unit-metadata");
    XmlElement defaults = metadata == null ? null : metadata.child("persistence-unit-defaults");
    XmlElement listeners = defaults == null ? null : defaults.child("entity-listeners");
    if (listeners != null) {
      List<Class<?>> unused = classes.listeners(listeners);
    }
  }
}
