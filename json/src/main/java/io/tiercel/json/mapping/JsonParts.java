package io.tiercel.json.mapping;

import io.tiercel.jpa.format.AttributeParts;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentPath;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JavaType;

/// What queries and schemas know of a document attribute: the type of its members, and the paths
/// that [PathIndex] declares.
final class JsonParts implements AttributeParts {
  private final JavaType type;
  private final JsonPart whole;
  private final List<MappedPath> paths;

  private JsonParts(JavaType type, DocumentPaths paths) {
    this.type = type;
    this.whole = JsonPart.document(type, paths);
    this.paths = paths.declared();
  }

  /// @throws IllegalArgumentException if a declared path is none of the type
  static JsonParts of(Type type, AnnotatedElement attribute) {
    List<MappedPath> paths = new ArrayList<>();
    for (PathIndex index : attribute.getAnnotationsByType(PathIndex.class)) {
      paths.add(mapped(index, attribute));
    }
    // A String is the document itself.
    Type root = type == String.class ? Object.class : type;
    var parts =
        new JsonParts(Jsonb.MAPPER.constructType(root), new DocumentPaths(paths, "", Map.of()));
    paths.forEach(path -> check(parts.whole, path.path()));
    return parts;
  }

  private static MappedPath mapped(PathIndex index, AnnotatedElement attribute) {
    DocumentPath path = DocumentPath.parse(index.path());
    return new MappedPath(
        index.name().isEmpty() ? name(attribute, path) : index.name(),
        path,
        new Normalisation(index.ignoreCase(), index.ignoreAccents()),
        Set.of(index.kinds()),
        index.storage());
  }

  private static String name(AnnotatedElement attribute, DocumentPath path) {
    String owner = attribute instanceof Member member ? member.getName() : "";
    var name = new StringBuilder(owner);
    for (String step : path.steps()) {
      if (step != null) {
        name.append('_').append(step.replaceAll("[^A-Za-z0-9_]", "_"));
      }
    }
    return name.toString().toLowerCase(Locale.ROOT);
  }

  private static void check(JsonPart whole, DocumentPath path) {
    ValuePart part = whole;
    for (String step : path.steps()) {
      ValuePart next = step == null ? part.element() : part.member(step);
      if (next == null) {
        throw new IllegalArgumentException(
            "the path %s goes on with %s, but %s has %s"
                .formatted(
                    path,
                    step == null ? "[*]" : '"' + step + '"',
                    part.description(),
                    part.members().isEmpty() ? "nothing of the kind" : part.members()));
      }
      part = next;
    }
  }

  List<MappedPath> paths() {
    return paths;
  }

  @Override
  public AttributeParts beside(String column, Map<String, String> generated) {
    return new JsonParts(type, new DocumentPaths(paths, column, generated));
  }

  @Override
  public ValuePart whole() {
    return whole;
  }

  @Override
  public List<String> columns(String column) {
    SqlName document = SqlName.of(column);
    return paths.stream().flatMap(path -> path.columns(document).stream()).toList();
  }

  @Override
  public List<String> indexes(String schema, String table, List<String> key, String column) {
    SqlName name = schema.isEmpty() ? SqlName.of(table) : SqlName.of(schema, table);
    SqlName id = key.isEmpty() ? null : SqlName.of(key.getFirst());
    return paths.stream()
        .flatMap(path -> path.indexes(name, id, SqlName.of(column)).stream())
        .toList();
  }
}
