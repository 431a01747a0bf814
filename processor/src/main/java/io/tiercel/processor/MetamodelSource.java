package io.tiercel.processor;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.TypeElement;

/// The source text of one metamodel class. A name that two members would have goes to the first.
final class MetamodelSource {
  private static final String METAMODEL = Names.PERSISTENCE + "metamodel.";

  private final ManagedType type;
  private final Classes classes;
  private final StringBuilder text = new StringBuilder();
  private final Set<String> taken = new HashSet<>();

  MetamodelSource(ManagedType type, Classes classes) {
    this.type = type;
    this.classes = classes;
  }

  String text() {
    TypeElement element = type.element();
    String owner = element.getQualifiedName().toString();
    String name = Names.metamodelClass(classes.elements(), element);
    int dot = name.lastIndexOf('.');
    if (dot > 0) {
      text.append("package ").append(name, 0, dot).append(";\n\n");
    }
    text.append("/// The static metamodel of [%s].\n".formatted(owner));
    generated().ifPresent(text::append);
    text.append("@%sStaticMetamodel(%s.class)\n".formatted(METAMODEL, owner));
    if (!element.getTypeParameters().isEmpty()) {
      text.append("@SuppressWarnings(\"rawtypes\")\n");
    }
    text.append("public abstract class %s%s {\n".formatted(name.substring(dot + 1), above()));
    field("class_", METAMODEL + type.kind() + "<" + owner + ">");
    for (Attribute attribute : type.attributes()) {
      field(
          attribute.name(),
          "%s%s<%s, %s>".formatted(METAMODEL, attribute.type(), owner, attribute.arguments()));
    }
    text.append('\n');
    type.attributes()
        .forEach(attribute -> constant(Names.constant(attribute.name()), attribute.name()));
    named();
    return text.append("}\n").toString();
  }

  /// Only where the class's module can see it.
  private Optional<String> generated() {
    var module = classes.elements().getModuleOf(type.element());
    return Stream.of("javax.annotation.processing.Generated", "jakarta.annotation.Generated")
        .filter(each -> classes.elements().getTypeElement(module, each) != null)
        .findFirst()
        .map(each -> "@%s(\"%s\")\n".formatted(each, MetamodelProcessor.class.getName()));
  }

  /// The nearest managed superclass whose metamodel class there is or will be.
  private String above() {
    return classes.hierarchy(type.element()).stream()
        .skip(1)
        .limit(1)
        .filter(this::hasMetamodelClass)
        .map(each -> " extends " + Names.metamodelClass(classes.elements(), each))
        .findFirst()
        .orElse("");
  }

  private boolean hasMetamodelClass(TypeElement above) {
    String name = Names.metamodelClass(classes.elements(), above);
    return classes.isSource(above) || classes.elements().getTypeElement(name) != null;
  }

  private void field(String name, String fieldType) {
    if (taken.add(name)) {
      text.append("  public static volatile %s %s;\n".formatted(fieldType, name));
    }
  }

  private void constant(String name, String value) {
    if (taken.add(name)) {
      text.append(
          "  public static final String %s = %s;\n"
              .formatted(name, classes.elements().getConstantExpression(value)));
    }
  }

  /// What annotations of the class give names to.
  private void named() {
    for (AnnotationMirror query : all("NamedQuery", "NamedQueries")) {
      query(query);
    }
    for (AnnotationMirror query : all("NamedNativeQuery", "NamedNativeQueries")) {
      query(query);
    }
    for (AnnotationMirror graph : all("NamedEntityGraph", "NamedEntityGraphs")) {
      String name = name(graph).orElseGet(this::entityName);
      constant("GRAPH_" + Names.constant(name), name);
      field(
          "_" + Names.identifier(name),
          Names.PERSISTENCE + "EntityGraph<" + type.element().getQualifiedName() + ">");
    }
    for (AnnotationMirror mapping : all("SqlResultSetMapping", "SqlResultSetMappings")) {
      name(mapping).ifPresent(name -> constant("MAPPING_" + Names.constant(name), name));
    }
  }

  private List<AnnotationMirror> all(String annotation, String container) {
    return classes.all(type.element(), annotation, container);
  }

  /// A reference has the type of the results, so only a query that names it has one.
  private void query(AnnotationMirror query) {
    String name = name(query).orElse("");
    constant("QUERY_" + Names.constant(name), name);
    Classes.type(query, "resultClass")
        .map(new TypeNames(classes.types())::of)
        .ifPresent(
            result ->
                field(
                    "_" + Names.identifier(name) + "_",
                    Names.PERSISTENCE + "TypedQueryReference<" + result + ">"));
  }

  private static Optional<String> name(AnnotationMirror mirror) {
    return Classes.value(mirror, "name").map(Object::toString).filter(name -> !name.isEmpty());
  }

  private String entityName() {
    return classes
        .find(type.element(), "Entity")
        .flatMap(MetamodelSource::name)
        .orElseGet(() -> type.element().getSimpleName().toString());
  }
}
