package io.tiercel.jpa.orm;

import jakarta.persistence.PersistenceException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An element of a mapping file, and where it stands.
///
/// @param text what it holds beside its children, without blanks around it
record XmlElement(
    String file,
    int line,
    String name,
    Map<String, String> attributes,
    List<XmlElement> children,
    String text) {

  XmlElement {
    attributes = Map.copyOf(attributes);
    children = List.copyOf(children);
  }

  @Nullable String attribute(String attributeName) {
    return attributes.get(attributeName);
  }

  /// An attribute that must be there.
  String required(String attributeName) {
    String value = attributes.get(attributeName);
    if (value == null) {
      throw refusal("it has no attribute \"%s\"".formatted(attributeName), "add it.");
    }
    return value;
  }

  boolean isTrue(String attributeName) {
    String value = attributes.get(attributeName);
    return "true".equals(value) || "1".equals(value);
  }

  /// The first child of that name, or null.
  @Nullable XmlElement child(String childName) {
    for (XmlElement child : children) {
      if (child.name.equals(childName)) {
        return child;
      }
    }
    return null;
  }

  List<XmlElement> children(String childName) {
    return children.stream().filter(child -> child.name.equals(childName)).toList();
  }

  /// The text of the first child of that name, null without one or when it is empty.
  @Nullable String childText(String childName) {
    XmlElement child = child(childName);
    return child == null || child.text.isEmpty() ? null : child.text;
  }

  /// An error that names file, line and element.
  PersistenceException refusal(String problem, String hint) {
    return new PersistenceException(
        "cannot map by %s:%d: <%s>: %s\nHint: %s".formatted(file, line, name, problem, hint));
  }
}
