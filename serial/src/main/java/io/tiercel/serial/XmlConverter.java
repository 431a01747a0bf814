package io.tiercel.serial;

import java.util.function.UnaryOperator;
import tools.jackson.dataformat.xml.XmlMapper;

/// Keeps an object graph as XML, by Jackson 3. Needs
/// `tools.jackson.dataformat:jackson-dataformat-xml`.
///
/// All that [JsonConverter] says of fields, changed classes, subclasses and ways back holds. No
/// entity is expanded, and no file read. XML 1.0 has no character
/// for most control characters: a text with one of them cannot be stored,
/// nor can a collection in another one or in a map. What is written is read before it is stored, so
/// that nothing is that would come back as something else.
///
/// @param <T> the attribute's type
public abstract non-sealed class XmlConverter<T> extends GraphConverter<T, String> {
  private final UnaryOperator<XmlMapper.Builder> settings;

  /// @param classes that a graph may hold besides the attribute's own
  protected XmlConverter(Class<?>... classes) {
    this(UnaryOperator.identity(), classes);
  }

  /// @param settings what is to be other than described above
  /// @param classes that a graph may hold besides the attribute's own
  protected XmlConverter(UnaryOperator<XmlMapper.Builder> settings, Class<?>... classes) {
    super("XML", Library.JACKSON_XML, classes);
    this.settings = settings;
  }

  @Override
  final Format<String> open(GraphType graph, AllowedClasses classes) {
    return JacksonXml.open(graph, classes, settings);
  }
}
