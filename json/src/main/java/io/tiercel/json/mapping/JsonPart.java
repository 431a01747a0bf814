package io.tiercel.json.mapping;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.json.SqlName;
import io.tiercel.json.path.DocumentPath;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import jakarta.persistence.AttributeConverter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;

/// A member of a document, or an element, or the whole. What it is compared by is the expression of
/// [MappedPath], whether the path is declared or not: so an index that is made for the path serves
/// the query, whoever makes it and whenever.
final class JsonPart implements ValuePart {
  private final JavaType type;
  private final @Nullable DocumentPath path;
  private final DocumentPaths paths;
  private final boolean inElement;
  private final @Nullable JsonScalar scalar;
  private final @Nullable AttributeConverter<Object, String> converter;

  /// @param path null for the whole
  /// @param paths of the document, for the parts of it
  /// @param inElement whether the whole is an element of an array, which no index of a path begins
  /// at
  private JsonPart(
      JavaType type, @Nullable DocumentPath path, DocumentPaths paths, boolean inElement) {
    this.type = JsonMembers.written(type);
    this.path = path;
    this.paths = paths;
    this.inElement = inElement;
    this.scalar = scalar(this.type);
    this.converter =
        scalar != null
            ? null
            : isText() ? new JsonText(Jsonb.converter(type)) : Jsonb.converter(type);
  }

  static JsonPart document(JavaType type, DocumentPaths paths) {
    return new JsonPart(type, null, paths, false);
  }

  /// What the class does not tell, the kind of an index does.
  private @Nullable JsonScalar scalar(JavaType written) {
    if (!JsonMembers.isOpen(written)) {
      return JsonScalar.of(written);
    }
    if (mapped(IndexKind.NUMBER) != null) {
      return JsonScalar.BIG_DECIMAL;
    }
    return mapped(IndexKind.TEXT) != null ? JsonScalar.STRING : null;
  }

  /// Whether it is compared as the text of a JSON string that is something else in Java.
  private boolean isText() {
    return type.isEnumType() && JsonText.isWrittenSo(type);
  }

  private @Nullable MappedPath mapped(IndexKind kind) {
    return paths.declared(path, kind, Normalisation.NONE);
  }

  @Override
  public Class<?> javaType() {
    if (scalar != null) {
      return scalar.javaType();
    }
    return JsonMembers.isOpen(type) ? Object.class : type.getRawClass();
  }

  @Override
  public @Nullable AttributeConverter<Object, String> converter() {
    return converter;
  }

  @Override
  public String sqlType() {
    return scalar != null ? scalar.sqlType() : isText() ? "text" : "jsonb";
  }

  @Override
  public String value(StoredValue stored) {
    if (isTextual()) {
      return text().value(stored);
    }
    if (scalar == null) {
      return json(stored.sql());
    }
    String column = scalar.isNumber() ? numberColumn(stored) : null;
    return "(" + (column == null ? plainText(stored.sql()) : column) + ")::" + scalar.sqlType();
  }

  private boolean isTextual() {
    return scalar == JsonScalar.STRING || (scalar == null && isText());
  }

  /// Whether no text of it is as long as what an index has of a text.
  boolean isShort() {
    return scalar != JsonScalar.STRING;
  }

  private TextPart text() {
    return new TextPart(this, Normalisation.NONE);
  }

  String plainText(String document) {
    return path == null ? document + " #>> '{}'" : path.textIn(document);
  }

  private String json(String document) {
    return "nullif(" + (path == null ? document : path.jsonIn(document)) + ", 'null'::jsonb)";
  }

  /// The generated column that has a value; null where there is none, or where the row does not.
  @Nullable String column(MappedPath mapped, IndexKind kind, StoredValue stored) {
    SqlName column = stored.row() == null || inElement ? null : paths.column(mapped, kind);
    return column == null ? null : stored.row() + "." + column;
  }

  /// The declared path for texts, with this normalisation if there is one.
  @Nullable MappedPath declaredText(Normalisation normalisation) {
    return paths.declared(path, IndexKind.TEXT, normalisation);
  }

  /// As if it were declared; null where no index begins.
  @Nullable MappedPath undeclared(IndexKind kind, Normalisation normalisation) {
    return path == null || inElement
        ? null
        : new MappedPath("undeclared", path, normalisation, Set.of(kind));
  }

  @Override
  public List<String> order(StoredValue stored) {
    if (isTextual()) {
      return text().order(stored);
    }
    return List.of(scalar != null && scalar.isNumber() ? number(stored) : value(stored));
  }

  private String number(StoredValue stored) {
    String column = numberColumn(stored);
    return column == null ? "((" + plainText(stored.sql()) + ")::numeric)" : column;
  }

  private @Nullable String numberColumn(StoredValue stored) {
    MappedPath declared = mapped(IndexKind.NUMBER);
    MappedPath number =
        declared == null ? undeclared(IndexKind.NUMBER, Normalisation.NONE) : declared;
    return number == null ? null : column(number, IndexKind.NUMBER, stored);
  }

  /// A fraction in binary has the digits that Java writes as its text only.
  private String numeric(String operand) {
    return scalar != null && scalar.isBinaryFraction()
        ? "(" + operand + ")::text::numeric"
        : "(" + operand + ")::numeric";
  }

  @Override
  public String comparison(StoredValue stored, String operator, String operand) {
    if (isTextual()) {
      return text().comparison(stored, operator, operand);
    }
    if (scalar != null && scalar.isNumber()) {
      return "(%s %s %s)".formatted(number(stored), operator, numeric(operand));
    }
    if (isEquality(operator) && scalar != null && scalar.hasOneSpelling()) {
      return text().comparison(stored, operator, "(" + operand + ")::text");
    }
    return "(%s %s %s)".formatted("(" + value(stored) + ")", operator, operand);
  }

  private static boolean isEquality(String operator) {
    return operator.equals("=") || operator.equals("<>");
  }

  @Override
  public String in(StoredValue stored, String array) {
    if (isTextual()) {
      return text().in(stored, array);
    }
    if (scalar != null && scalar.isNumber()) {
      String numbers = scalar.isBinaryFraction() ? array + "::text[]" : array;
      return "(%s = any((%s)::numeric[]))".formatted(number(stored), numbers);
    }
    return scalar != null && scalar.hasOneSpelling()
        ? text().in(stored, "(" + array + ")::text[]")
        : "((%s) = any(%s))".formatted(value(stored), array);
  }

  @Override
  public String like(StoredValue stored, String pattern, @Nullable Character escape) {
    return text().like(stored, pattern, escape);
  }

  @Override
  public ValuePart lowerCase() {
    return new TextPart(this, new Normalisation(true, false));
  }

  @Override
  public @Nullable JsonPart member(String name) {
    JsonMembers.Member member = JsonMembers.find(type, name);
    if (member == null) {
      return null;
    }
    DocumentPath longer =
        path == null ? new DocumentPath(List.of(member.name())) : path.member(member.name());
    return new JsonPart(member.type(), longer, paths, inElement);
  }

  @Override
  public Set<String> members() {
    return JsonMembers.names(type);
  }

  @Override
  public ValuePart at(String jsonPath) {
    String rest = jsonPath.strip();
    if (!rest.startsWith("$.")) {
      throw new IllegalArgumentException("a path begins with $. and a member, got " + jsonPath);
    }
    ValuePart part = this;
    for (String step : DocumentPath.parse(rest.substring(2)).steps()) {
      ValuePart next = step == null ? null : part.member(step);
      if (next == null) {
        throw new IllegalArgumentException(
            step == null
                ? "the path %s leads to several values\nHint: join the list".formatted(jsonPath)
                : "no member \"%s\" in %s\nHint: there is %s"
                    .formatted(step, part.description(), part.members()));
      }
      part = next;
    }
    return part;
  }

  @Override
  public String exists(StoredValue stored, String jsonPath) {
    return "(%s @? %s::jsonpath)"
        .formatted(
            path == null ? stored.sql() : "(" + path.jsonIn(stored.sql()) + ")",
            DocumentPath.literal(jsonPath));
  }

  @Override
  public @Nullable JsonPart element() {
    JavaType element = JsonMembers.element(type);
    return element == null ? null : new JsonPart(element, null, DocumentPaths.NONE, true);
  }

  @Override
  public String elements(StoredValue stored) {
    // Strict and silent: what is no array has no elements, and is none itself.
    String all = path == null ? "$[*]" : path.elements().jsonPath();
    return "jsonb_path_query(%s, %s, '{}', true)"
        .formatted(stored.sql(), DocumentPath.literal("strict " + all));
  }

  @Override
  public String contains(StoredValue stored, String operand) {
    JsonPart element = element();
    if (element == null || !element.isIndexedAsElement()) {
      JsonPart read = element == null ? this : element;
      return "(exists (select from %s e(value) where (%s) = %s))"
          .formatted(elements(stored), read.value(new StoredValue("e.value", null)), operand);
    }
    String one =
        "(%s @> ('[' || to_jsonb(%s)::text || ']')::jsonb)".formatted(array(stored), operand);
    MappedPath folded =
        path == null ? null : paths.declared(path.elements(), IndexKind.TEXT, Normalisation.NONE);
    return folded == null
            || folded.normalisation().equals(Normalisation.NONE)
            || !element.isTextual()
        ? one
        : "(%s @> ('[' || to_jsonb(%s)::text || ']')::jsonb and %s)"
            .formatted(
                folded.texts(stored.sql()), folded.normalisation().of("(" + operand + ")"), one);
  }

  /// The elements as an array, as an index has them.
  private String array(StoredValue stored) {
    return path == null ? stored.sql() : "(" + path.elements().arrayIn(stored.sql()) + ")";
  }

  private boolean isIndexedAsElement() {
    return isTextual() || (scalar != null && scalar.isSameJson());
  }

  @Override
  public @Nullable String containsAll(StoredValue stored, List<Member> members) {
    List<String> top = new ArrayList<>();
    List<String> elements = new ArrayList<>();
    for (Member member : members) {
      if (member.part() instanceof JsonPart part
          && part.path != null
          && part.isIndexedAsElement()) {
        List<@Nullable String> steps = part.path.steps();
        if (steps.size() == 1) {
          top.add(
              DocumentPath.literal(String.valueOf(steps.getFirst()))
                  + "::text, "
                  + member.operand());
        } else {
          elements.add(nested(steps, member.operand()));
        }
      }
    }
    if (!top.isEmpty()) {
      elements.addFirst("jsonb_build_object(" + String.join(", ", top) + ")");
    }
    return elements.isEmpty()
        ? null
        : "(%s @> jsonb_build_array(%s))".formatted(array(stored), String.join(", ", elements));
  }

  private static String nested(List<@Nullable String> steps, String operand) {
    String object = operand;
    for (String step : steps.reversed()) {
      object =
          "jsonb_build_object(%s::text, %s)"
              .formatted(DocumentPath.literal(String.valueOf(step)), object);
    }
    return object;
  }

  @Override
  public @Nullable Extract extract(StoredValue stored) {
    if (path == null || inElement || isStored(stored)) {
      return null;
    }
    String first = String.valueOf(path.steps().getFirst());
    // PostgreSQL cuts longer names of columns, which would be other members then.
    if (first.getBytes(StandardCharsets.UTF_8).length > 63 || first.isEmpty()) {
      return null;
    }
    String call = "jsonb_to_record(" + stored.sql() + ")";
    String column = SqlName.of(first).toString();
    if (path.steps().size() == 1) {
      return new Extract(call, column, sqlType(), value -> value);
    }
    JavaType read = scalar == null ? type : Jsonb.MAPPER.constructType(scalar.javaType());
    var rest =
        new JsonPart(
            read,
            new DocumentPath(path.steps().subList(1, path.steps().size())),
            DocumentPaths.NONE,
            true);
    return new Extract(
        call, column, "jsonb", value -> "(" + rest.value(new StoredValue(value, null)) + ")");
  }

  private boolean isStored(StoredValue stored) {
    return isTextual()
        ? text().isStored(stored)
        : scalar != null && scalar.isNumber() && numberColumn(stored) != null;
  }

  @Override
  public String description() {
    return "%s %s"
        .formatted(
            path == null ? (inElement ? "an element," : "a document,") : path + ",",
            type.getRawClass().getSimpleName());
  }
}
