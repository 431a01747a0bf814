package io.tiercel.jpa.xml;

import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An element of a file of the unit, and where it stands. Immutable.
///
/// @param file how errors call the file
/// @param attributes those without a namespace, as they are written
/// @param text what it holds beside its children, without blanks around it
public record XmlElement(
    String file,
    int line,
    String name,
    Map<String, String> attributes,
    List<XmlElement> children,
    String text) {

  public XmlElement {
    attributes = Map.copyOf(attributes);
    children = List.copyOf(children);
  }

  /// An attribute without blanks around it, null when it is not there.
  public @Nullable String attribute(String attributeName) {
    String value = attributes.get(attributeName);
    return value == null ? null : value.strip();
  }

  /// An attribute that must be there, without blanks around it.
  public String required(String attributeName) {
    String value = attribute(attributeName);
    if (value == null) {
      throw refusal("it has no attribute \"%s\"".formatted(attributeName), "add it.");
    }
    return value;
  }

  /// Whether the attribute says so.
  public boolean isTrue(String attributeName) {
    String value = attribute(attributeName);
    return "true".equals(value) || "1".equals(value);
  }

  /// The first child of that name, or null.
  public @Nullable XmlElement child(String childName) {
    for (XmlElement child : children) {
      if (child.name.equals(childName)) {
        return child;
      }
    }
    return null;
  }

  /// The children of that name.
  public List<XmlElement> children(String childName) {
    List<XmlElement> found = new ArrayList<>();
    for (XmlElement child : children) {
      if (child.name.equals(childName)) {
        found.add(child);
      }
    }
    return found;
  }

  /// The text of the first child of that name, null without one or when it is empty.
  public @Nullable String childText(String childName) {
    XmlElement child = child(childName);
    return child == null || child.text.isEmpty() ? null : child.text;
  }

  /// An error that names file, line and element.
  public PersistenceException refusal(String problem, String hint) {
    return new PersistenceException(
        "cannot map by %s:%d: <%s>: %s\nHint: %s".formatted(file, line, name, problem, hint));
  }
}
