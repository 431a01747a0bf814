package io.tiercel.serial;

/// Keeps an object graph as Java's serialization writes it (Java Object Serialization
/// Specification, version 25). For what is stored like that already: it takes the most bytes
/// and time of all formats.
///
/// Declare a `serialVersionUID` in the classes: without one any change of a class makes what is
/// stored unreadable. With it, a field more has its type's default in what was stored before, and a
/// field less is left out.
///
/// A class that is not allowed is refused before it is loaded. What is read may not make arrays
/// that are larger than what it has bytes for. Where the JVM has a filter of its own
/// (`jdk.serialFilter`), it may forbid more.
///
/// @param <T> the attribute's type, [java.io.Serializable] like all that it holds
public abstract non-sealed class JavaConverter<T> extends GraphConverter<T, byte[]> {

  /// @param classes that a graph may hold besides the attribute's own
  protected JavaConverter(Class<?>... classes) {
    super("Java serialization", null, classes);
  }

  @Override
  final Format<byte[]> open(GraphType graph, AllowedClasses classes) {
    return new JavaFormat(classes);
  }
}
