package io.tiercel.jpa.orm;

import io.tiercel.jpa.xml.XmlElement;
import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Basic;
import jakarta.persistence.CascadeType;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.Column;
import jakarta.persistence.Convert;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Enumerated;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.JoinColumn;
import jakarta.persistence.JoinTable;
import jakarta.persistence.Lob;
import jakarta.persistence.ManyToMany;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MapKey;
import jakarta.persistence.MapKeyClass;
import jakarta.persistence.MapKeyColumn;
import jakarta.persistence.MapKeyEnumerated;
import jakarta.persistence.MapKeyJoinColumn;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OneToOne;
import jakarta.persistence.OrderBy;
import jakarta.persistence.OrderColumn;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.TableGenerator;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads the children of `<attributes>`: one of [#KINDS] says what the attribute is, and its
/// children say the rest.
final class AttributeElements {
  private static final Map<String, Class<? extends Annotation>> KINDS =
      Map.ofEntries(
          Map.entry("id", Id.class),
          Map.entry("embedded-id", EmbeddedId.class),
          Map.entry("basic", Basic.class),
          Map.entry("version", Version.class),
          Map.entry("many-to-one", ManyToOne.class),
          Map.entry("one-to-many", OneToMany.class),
          Map.entry("one-to-one", OneToOne.class),
          Map.entry("many-to-many", ManyToMany.class),
          Map.entry("element-collection", ElementCollection.class),
          Map.entry("embedded", Embedded.class),
          Map.entry("transient", Transient.class));

  private static final Map<String, Class<? extends Annotation>> PARTS =
      Map.ofEntries(
          Map.entry("column", Column.class),
          Map.entry("lob", Lob.class),
          Map.entry("enumerated", Enumerated.class),
          Map.entry("temporal", Legacy.TEMPORAL),
          Map.entry("convert", Convert.class),
          Map.entry("generated-value", GeneratedValue.class),
          Map.entry("sequence-generator", SequenceGenerator.class),
          Map.entry("table-generator", TableGenerator.class),
          Map.entry("join-column", JoinColumn.class),
          Map.entry("join-table", JoinTable.class),
          Map.entry("primary-key-join-column", PrimaryKeyJoinColumn.class),
          Map.entry("order-by", OrderBy.class),
          Map.entry("order-column", OrderColumn.class),
          Map.entry("map-key", MapKey.class),
          Map.entry("map-key-class", MapKeyClass.class),
          Map.entry("map-key-enumerated", MapKeyEnumerated.class),
          Map.entry("map-key-temporal", Legacy.MAP_KEY_TEMPORAL),
          Map.entry("map-key-column", MapKeyColumn.class),
          Map.entry("map-key-join-column", MapKeyJoinColumn.class),
          Map.entry("collection-table", CollectionTable.class),
          Map.entry("attribute-override", AttributeOverride.class),
          Map.entry("association-override", AssociationOverride.class));

  /// Foreign keys stand beside the columns they are of.
  private static final Map<String, String> FOREIGN_KEYS =
      Map.of(
          "join-column", "foreign-key",
          "primary-key-join-column", "primary-key-foreign-key",
          "map-key-join-column", "map-key-foreign-key");

  private final XmlAnnotations annotations;
  private final @Nullable String schema;

  /// @param schema of tables that name none, null for the unit's
  AttributeElements(XmlAnnotations annotations, @Nullable String schema) {
    this.annotations = annotations;
    this.schema = schema;
  }

  List<OrmAttribute> read(XmlElement attributes) {
    List<OrmAttribute> all = new ArrayList<>();
    for (XmlElement element : attributes.children()) {
      Class<? extends Annotation> kind = KINDS.get(element.name());
      if (kind != null) {
        all.add(attribute(element, kind));
      } else if (!element.name().equals("description")) {
        throw element.refusal("it is no kind of attribute", "write one of " + KINDS.keySet() + ".");
      }
    }
    return all;
  }

  private OrmAttribute attribute(XmlElement element, Class<? extends Annotation> kind) {
    String name = element.required("name");
    List<Annotation> written = new ArrayList<>();
    AccessType access = access(element);
    if (access != null) {
      written.add(AnnotationProxy.of(Access.class, Map.of("value", access)));
    }
    written.add(kind(element, kind));
    if (element.isTrue("id")) {
      written.add(AnnotationProxy.of(Id.class, Map.of()));
    }
    if (element.attribute("maps-id") != null) {
      written.add(AnnotationProxy.of(MapsId.class, Map.of("value", element.required("maps-id"))));
    }
    for (XmlElement child : element.children()) {
      addPart(element, child, written);
    }
    return new OrmAttribute(name, access, written);
  }

  static @Nullable AccessType access(XmlElement element) {
    String written = element.attribute("access");
    return written == null ? null : access(element, written);
  }

  static AccessType access(XmlElement element, String written) {
    for (AccessType type : AccessType.values()) {
      if (type.name().equals(written)) {
        return type;
      }
    }
    throw element.refusal(
        "access \"%s\" is not known".formatted(written), "write FIELD or PROPERTY.");
  }

  private Annotation kind(XmlElement element, Class<? extends Annotation> kind) {
    Set<String> others = new HashSet<>(Set.of("name", "access", "id", "maps-id", "cascade"));
    element.children().forEach(child -> others.add(child.name()));
    Map<String, Object> more = new HashMap<>();
    XmlElement cascade = element.child("cascade");
    if (cascade != null) {
      more.put("cascade", cascade(cascade));
    }
    return annotations.read(kind, element, others, more);
  }

  private static CascadeType[] cascade(XmlElement element) {
    List<CascadeType> types = new ArrayList<>();
    for (XmlElement child : element.children()) {
      String name = child.name().replace("cascade-", "").toUpperCase(java.util.Locale.ROOT);
      for (CascadeType type : CascadeType.values()) {
        if (type.name().equals(name)) {
          types.add(type);
        }
      }
    }
    if (types.size() != element.children().size()) {
      throw element.refusal(
          "an operation in it is not known", "write cascade-all, cascade-persist and the like.");
    }
    return types.toArray(CascadeType[]::new);
  }

  private void addPart(XmlElement owner, XmlElement part, List<Annotation> written) {
    String name = part.name();
    Class<? extends Annotation> type = PARTS.get(name);
    if (name.equals("map-key-attribute-override")) {
      written.add(keyOverride(part));
    } else if (name.equals("map-key-convert")) {
      written.add(keyConvert(part));
    } else if (type != null) {
      written.add(annotations.read(type, part, Set.of(), more(owner, part, type)));
    } else if (!name.equals("cascade")
        && !name.equals("description")
        && !FOREIGN_KEYS.containsValue(name)) {
      throw part.refusal(
          "it is not known in <%s>".formatted(owner.name()),
          "see the schema of mapping files, or remove it.");
    }
  }

  /// A foreign key that stands beside the column, and the file's schema of a table.
  private Map<String, Object> more(
      XmlElement owner, XmlElement part, Class<? extends Annotation> type) {
    Map<String, Object> more = new HashMap<>();
    String keyName = FOREIGN_KEYS.get(part.name());
    XmlElement key = keyName == null ? null : owner.child(keyName);
    if (key != null && part.child("foreign-key") == null) {
      more.put("foreignKey", annotations.read(ForeignKey.class, key));
    }
    if ((type == JoinTable.class || type == CollectionTable.class) && schema != null) {
      more.put("schema", schema);
    }
    return more;
  }

  private Annotation keyOverride(XmlElement part) {
    AttributeOverride read = annotations.read(AttributeOverride.class, part);
    return AnnotationProxy.of(
        AttributeOverride.class, Map.of("name", "key." + read.name(), "column", read.column()));
  }

  private Annotation keyConvert(XmlElement part) {
    Convert read = annotations.read(Convert.class, part);
    String below = read.attributeName();
    return AnnotationProxy.of(
        Convert.class,
        Map.of(
            "attributeName", below.isEmpty() ? "key" : "key." + below,
            "converter", read.converter(),
            "disableConversion", read.disableConversion()));
  }

  /// Annotations that the specification has deprecated and mapping files still say.
  @SuppressWarnings("deprecation")
  private static final class Legacy {
    static final Class<? extends Annotation> TEMPORAL = jakarta.persistence.Temporal.class;
    static final Class<? extends Annotation> MAP_KEY_TEMPORAL =
        jakarta.persistence.MapKeyTemporal.class;
  }
}
