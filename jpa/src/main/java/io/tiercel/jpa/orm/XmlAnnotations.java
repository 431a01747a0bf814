package io.tiercel.jpa.orm;

import io.tiercel.jpa.xml.XmlElement;
import java.lang.annotation.Annotation;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Turns elements into annotations. The two were designed alike: `allocation-size` is
/// `allocationSize`, children named `join-column` are the member `joinColumns`. Where they are not,
/// [#NAMES] says so.
final class XmlAnnotations {
  private static final Map<String, String> NAMES =
      Map.ofEntries(
          Map.entry("Table/index", "indexes"),
          Map.entry("SecondaryTable/index", "indexes"),
          Map.entry("CollectionTable/index", "indexes"),
          Map.entry("JoinTable/index", "indexes"),
          Map.entry("TableGenerator/index", "indexes"),
          Map.entry("Table/check-constraint", "check"),
          Map.entry("SecondaryTable/check-constraint", "check"),
          Map.entry("CollectionTable/check-constraint", "check"),
          Map.entry("JoinTable/check-constraint", "check"),
          Map.entry("JoinColumn/check-constraint", "check"),
          Map.entry("Column/check-constraint", "check"),
          Map.entry("SecondaryTable/primary-key-join-column", "pkJoinColumns"),
          Map.entry("SecondaryTable/primary-key-foreign-key", "foreignKey"),
          Map.entry("SqlResultSetMapping/entity-result", "entities"),
          Map.entry("SqlResultSetMapping/constructor-result", "classes"),
          Map.entry("SqlResultSetMapping/column-result", "columns"),
          Map.entry("NamedNativeQuery/entity-result", "entities"),
          Map.entry("NamedNativeQuery/constructor-result", "classes"),
          Map.entry("NamedNativeQuery/column-result", "columns"),
          Map.entry("EntityResult/field-result", "fields"),
          Map.entry("ColumnResult/class", "type"),
          Map.entry("NamedEntityGraph/named-attribute-node", "attributeNodes"),
          Map.entry("NamedSubgraph/named-attribute-node", "attributeNodes"),
          Map.entry("NamedSubgraph/class", "type"),
          Map.entry("NamedAttributeNode/name", "value"),
          Map.entry("StoredProcedureParameter/class", "type"),
          Map.entry("NamedStoredProcedureQuery/result-class", "resultClasses"),
          Map.entry("ForeignKey/constraint-mode", "value"),
          Map.entry("MapKeyClass/class", "value"),
          Map.entry("IdClass/class", "value"));

  private final XmlTypes types;

  XmlAnnotations(XmlTypes types) {
    this.types = types;
  }

  <A extends Annotation> A read(Class<A> type, XmlElement element) {
    return read(type, element, Set.of(), Map.of());
  }

  /// @param others attributes and children that somebody else reads
  /// @param more values of members that the element does not have
  <A extends Annotation> A read(
      Class<A> type, XmlElement element, Set<String> others, Map<String, ?> more) {
    Map<String, Object> values = new HashMap<>(more);
    element
        .attributes()
        .forEach(
            (name, text) -> {
              if (!others.contains(name)) {
                Method member = member(type, element, name);
                values.put(member.getName(), value(member.getReturnType(), text, element));
              }
            });
    Map<Method, List<XmlElement>> children = new LinkedHashMap<>();
    for (XmlElement child : element.children()) {
      if (!others.contains(child.name()) && !child.name().equals("description")) {
        children
            .computeIfAbsent(member(type, child, child.name()), any -> new ArrayList<>())
            .add(child);
      }
    }
    children.forEach((member, elements) -> values.put(member.getName(), members(member, elements)));
    if (!element.text().isEmpty()) {
      Method member = member(type, element, "value");
      values.put(member.getName(), value(member.getReturnType(), element.text(), element));
    }
    try {
      return AnnotationProxy.of(type, values);
    } catch (IllegalArgumentException missing) {
      throw element.refusal("\"%s\" is missing".formatted(missing.getMessage()), "add it.");
    }
  }

  private Object members(Method member, List<XmlElement> elements) {
    Class<?> type = member.getReturnType();
    if (!type.isArray()) {
      return child(type, elements.getFirst());
    }
    Object array = Array.newInstance(type.getComponentType(), elements.size());
    for (int i = 0; i < elements.size(); i++) {
      Array.set(array, i, child(type.getComponentType(), elements.get(i)));
    }
    return array;
  }

  private Object child(Class<?> type, XmlElement element) {
    return type.isAnnotation()
        ? read(type.asSubclass(Annotation.class), element)
        : value(type, element.text(), element);
  }

  private static Method member(Class<?> type, XmlElement element, String xmlName) {
    String camel = camelCase(xmlName);
    String written = NAMES.get(type.getSimpleName() + "/" + xmlName);
    Stream<String> names = written == null ? Stream.of(camel, camel + "s") : Stream.of(written);
    return names
        .flatMap(name -> Stream.ofNullable(find(type, name)))
        .findFirst()
        .orElseThrow(
            () ->
                element.refusal(
                    "\"%s\" is not known here".formatted(xmlName),
                    "see the schema of mapping files, or remove it."));
  }

  private static @Nullable Method find(Class<?> type, String name) {
    try {
      return type.getDeclaredMethod(name);
    } catch (NoSuchMethodException absent) {
      return null;
    }
  }

  static String camelCase(String xmlName) {
    StringBuilder camel = new StringBuilder();
    boolean upper = false;
    for (int i = 0; i < xmlName.length(); i++) {
      char letter = xmlName.charAt(i);
      if (letter == '-') {
        upper = true;
      } else {
        camel.append(upper ? Character.toUpperCase(letter) : letter);
        upper = false;
      }
    }
    return camel.toString();
  }

  @SuppressWarnings("rawtypes")
  private Object value(Class<?> type, String text, XmlElement element) {
    if (type == String.class) {
      return text;
    }
    if (type == boolean.class) {
      return text.equals("true") || text.equals("1");
    }
    if (type == int.class) {
      try {
        return Integer.valueOf(text);
      } catch (NumberFormatException e) {
        throw element.refusal("\"%s\" is no number".formatted(text), "write digits.");
      }
    }
    if (type == Class.class) {
      return types.load(text, element);
    }
    if (type.isEnum()) {
      return constant(type.asSubclass(Enum.class), text, element);
    }
    if (type.isAnnotation()) {
      return read(type.asSubclass(Annotation.class), element);
    }
    throw element.refusal("it cannot say a " + type.getSimpleName(), "remove it.");
  }

  @SuppressWarnings("rawtypes")
  private static Object constant(Class<? extends Enum> type, String text, XmlElement element) {
    for (Enum constant : type.getEnumConstants()) {
      if (constant.name().equals(text)) {
        return constant;
      }
    }
    throw element.refusal(
        "\"%s\" is none of %s".formatted(text, Arrays.toString(type.getEnumConstants())),
        "write one of them.");
  }
}
