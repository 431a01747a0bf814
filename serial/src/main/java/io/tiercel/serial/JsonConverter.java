package io.tiercel.serial;

import java.util.function.UnaryOperator;
import tools.jackson.databind.json.JsonMapper;

/// Keeps an object graph as JSON, by Jackson 3: what every tool can read, and what survives most
/// changes of the classes. Needs `tools.jackson.core:jackson-databind`.
///
/// What is stored is what fields hold, not what getters return, under the fields' names in
/// alphabetical order; Jackson's annotations are kept. A field more is null (or its type's default)
/// in what was stored before, a field less is ignored. Subclasses come back as what they were where
/// `@JsonTypeInfo` is at what is declared. A graph in which a way leads back to where it came from
/// needs `@JsonIdentityInfo` or `@JsonBackReference`.
///
/// The column may be `text`, or of the types `json` and `jsonb` by its `columnDefinition`.
///
/// @param <T> the attribute's type
public abstract non-sealed class JsonConverter<T> extends GraphConverter<T, String> {
  private final UnaryOperator<JsonMapper.Builder> settings;

  /// @param classes that a graph may hold besides the attribute's own
  protected JsonConverter(Class<?>... classes) {
    this(UnaryOperator.identity(), classes);
  }

  /// @param settings what is to be other than described above
  /// @param classes that a graph may hold besides the attribute's own
  protected JsonConverter(UnaryOperator<JsonMapper.Builder> settings, Class<?>... classes) {
    super("JSON", Library.JACKSON, classes);
    this.settings = settings;
  }

  @Override
  final Format<String> open(GraphType graph, AllowedClasses classes) {
    return JacksonFormat.json(graph, classes, settings);
  }
}
