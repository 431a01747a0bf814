package io.tiercel.jpa.orm;

import io.tiercel.jpa.xml.XmlElement;
import jakarta.persistence.AccessType;
import jakarta.persistence.AssociationOverride;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Cacheable;
import jakarta.persistence.Convert;
import jakarta.persistence.Converter;
import jakarta.persistence.DiscriminatorColumn;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityListeners;
import jakarta.persistence.ExcludeDefaultListeners;
import jakarta.persistence.ExcludeSuperclassListeners;
import jakarta.persistence.ForeignKey;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.NamedEntityGraph;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.NamedQuery;
import jakarta.persistence.NamedStoredProcedureQuery;
import jakarta.persistence.PrimaryKeyJoinColumn;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.SqlResultSetMapping;
import jakarta.persistence.Table;
import jakarta.persistence.TableGenerator;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads `<entity>`, `<mapped-superclass>`, `<embeddable>` and `<converter>`.
final class ClassElements {
  static final Map<String, Class<? extends Annotation>> KINDS =
      Map.of(
          "entity", Entity.class,
          "mapped-superclass", MappedSuperclass.class,
          "embeddable", Embeddable.class,
          "converter", Converter.class);

  /// What may stand outside of classes as well.
  static final Map<String, Class<? extends Annotation>> OF_UNIT =
      Map.of(
          "sequence-generator", SequenceGenerator.class,
          "table-generator", TableGenerator.class,
          "named-query", NamedQuery.class,
          "named-native-query", NamedNativeQuery.class,
          "named-stored-procedure-query", NamedStoredProcedureQuery.class,
          "sql-result-set-mapping", SqlResultSetMapping.class);

  private static final Map<String, Class<? extends Annotation>> PARTS =
      Map.ofEntries(
          Map.entry("table", Table.class),
          Map.entry("secondary-table", SecondaryTable.class),
          Map.entry("primary-key-join-column", PrimaryKeyJoinColumn.class),
          Map.entry("id-class", IdClass.class),
          Map.entry("inheritance", Inheritance.class),
          Map.entry("discriminator-value", DiscriminatorValue.class),
          Map.entry("discriminator-column", DiscriminatorColumn.class),
          Map.entry("exclude-default-listeners", ExcludeDefaultListeners.class),
          Map.entry("exclude-superclass-listeners", ExcludeSuperclassListeners.class),
          Map.entry("attribute-override", AttributeOverride.class),
          Map.entry("association-override", AssociationOverride.class),
          Map.entry("convert", Convert.class),
          Map.entry("named-entity-graph", NamedEntityGraph.class));

  private static final Set<String> READ_ELSEWHERE =
      Set.of("attributes", "entity-listeners", "description", "primary-key-foreign-key");

  private final OrmMapping mapping;
  private final XmlTypes types;
  private final XmlAnnotations annotations;
  private final @Nullable String schema;
  private final @Nullable AccessType access;

  /// @param schema the file's, or the unit's, null for none; `access` likewise
  ClassElements(
      OrmMapping mapping, XmlTypes types, @Nullable String schema, @Nullable AccessType access) {
    this.mapping = mapping;
    this.types = types;
    this.annotations = new XmlAnnotations(types);
    this.schema = schema;
    this.access = access;
  }

  OrmClass read(XmlElement element) {
    Class<?> type = types.load(element.required("class"), element);
    boolean complete = mapping.defaults().metadataComplete() || element.isTrue("metadata-complete");
    List<Annotation> written = new ArrayList<>();
    written.add(kind(element));
    if (element.attribute("cacheable") != null) {
      written.add(
          AnnotationProxy.of(Cacheable.class, Map.of("value", element.isTrue("cacheable"))));
    }
    for (XmlElement part : element.children()) {
      addPart(element, part, written);
    }
    if (schema != null && element.child("table") == null && element.name().equals("entity")) {
      written.add(table(complete ? null : type.getAnnotation(Table.class)));
    }
    XmlElement listeners = element.child("entity-listeners");
    if (listeners != null) {
      Class<?>[] classes = listeners(listeners).toArray(Class<?>[]::new);
      written.add(AnnotationProxy.of(EntityListeners.class, Map.of("value", classes)));
    }
    XmlElement list = element.child("attributes");
    List<OrmAttribute> attributes =
        list == null ? List.of() : new AttributeElements(annotations, schema).read(list);
    return new OrmClass(
        type,
        complete,
        access(element, type, complete, attributes),
        written,
        CallbackNames.read(element, type, 0),
        attributes);
  }

  private Annotation kind(XmlElement element) {
    Class<? extends Annotation> kind = KINDS.get(element.name());
    if (kind == null) {
      throw element.refusal("it is no kind of class", "write one of " + KINDS.keySet() + ".");
    }
    String name = kind == Entity.class ? element.attribute("name") : null;
    Map<String, Object> values = new HashMap<>();
    if (name != null) {
      values.put("name", name);
    }
    if (kind == Converter.class) {
      values.put("autoApply", element.isTrue("auto-apply"));
    }
    return AnnotationProxy.of(kind, values);
  }

  private void addPart(XmlElement owner, XmlElement part, List<Annotation> written) {
    Class<? extends Annotation> type = PARTS.getOrDefault(part.name(), OF_UNIT.get(part.name()));
    if (type != null) {
      Map<String, Object> more = new HashMap<>();
      XmlElement key = owner.child("primary-key-foreign-key");
      if (type == PrimaryKeyJoinColumn.class && key != null) {
        more.put("foreignKey", annotations.read(ForeignKey.class, key));
      }
      if (schema != null && (type == Table.class || type == SecondaryTable.class)) {
        more.put("schema", schema);
      }
      written.add(annotations.read(type, part, Set.of(), more));
    } else if (!READ_ELSEWHERE.contains(part.name()) && !CallbackNames.isCallback(part.name())) {
      throw part.refusal(
          "it is not known in <%s>".formatted(owner.name()),
          "see the schema of mapping files, or remove it.");
    }
  }

  /// The annotation's table, if any, in the file's schema unless it names one.
  private Annotation table(@Nullable Table annotated) {
    if (annotated == null) {
      return AnnotationProxy.of(Table.class, Map.of("schema", String.valueOf(schema)));
    }
    return annotated.schema().isEmpty()
        ? AnnotationProxy.of(
            Table.class,
            Map.of(
                "name", annotated.name(),
                "schema", String.valueOf(schema),
                "catalog", annotated.catalog(),
                "uniqueConstraints", annotated.uniqueConstraints(),
                "indexes", annotated.indexes(),
                "check", annotated.check(),
                "comment", annotated.comment(),
                "options", annotated.options()))
        : annotated;
  }

  /// The listener classes, whose callback methods are remembered where the file names them.
  List<Class<?>> listeners(XmlElement listeners) {
    List<Class<?>> classes = new ArrayList<>();
    for (XmlElement listener : listeners.children("entity-listener")) {
      Class<?> type = types.load(listener.required("class"), listener);
      classes.add(type);
      CallbackNames names = CallbackNames.read(listener, type, 1);
      if (!names.methods().isEmpty()) {
        mapping.addListener(type, names);
      }
    }
    return classes;
  }

  private AccessType access(
      XmlElement element, Class<?> type, boolean complete, List<OrmAttribute> attributes) {
    AccessType own = AttributeElements.access(element);
    return own != null
        ? own
        : access != null ? access : AccessPlaces.of(mapping, type, complete, attributes);
  }
}
