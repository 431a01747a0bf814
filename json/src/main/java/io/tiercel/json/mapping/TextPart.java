package io.tiercel.json.mapping;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.json.path.DocumentPath;
import io.tiercel.json.path.IndexKind;
import io.tiercel.json.path.MappedPath;
import io.tiercel.json.path.Normalisation;
import jakarta.persistence.AttributeConverter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A text in a document, perhaps in small letters. Texts are sorted and compared in the order of
/// code points, indexed or not.
///
/// An index has the beginning of a text only ([MappedPath#INDEXED_CHARACTERS]). A condition says
/// first what the index answers, and then compares the whole where the operand is so long that the
/// beginning does not decide; how long it is, is known when the statement is planned.
record TextPart(JsonPart part, Normalisation normalisation) implements ValuePart {
  private static final int INDEXED = MappedPath.INDEXED_CHARACTERS;

  @Override
  public Class<?> javaType() {
    return part.javaType();
  }

  @Override
  public @Nullable AttributeConverter<Object, String> converter() {
    return part.converter();
  }

  @Override
  public String sqlType() {
    return "text";
  }

  /// The path whose expression is compared; null where no index can be.
  private @Nullable MappedPath indexed() {
    MappedPath declared = part.declaredText(normalisation);
    if (declared != null && declared.normalisation().equals(normalisation)) {
      return declared;
    }
    return part.undeclared(IndexKind.TEXT, normalisation);
  }

  /// A declared path whose texts are normalised more than this: equal texts are equal there.
  private @Nullable MappedPath coarser() {
    MappedPath declared = part.declaredText(normalisation);
    return declared != null
            && !declared.normalisation().equals(normalisation)
            && normalisation.equals(Normalisation.NONE)
        ? declared
        : null;
  }

  private String indexed(MappedPath path, StoredValue stored) {
    String column = part.column(path, IndexKind.TEXT, stored);
    return column == null ? path.textExpression(stored.sql()) : column;
  }

  private String whole(StoredValue stored) {
    return normalisation.of("(" + part.plainText(stored.sql()) + ")");
  }

  private String ordered(StoredValue stored) {
    return "(" + whole(stored) + " collate \"C\")";
  }

  /// Whether a column of the row has it.
  boolean isStored(StoredValue stored) {
    MappedPath path = indexed();
    return path != null && part.column(path, IndexKind.TEXT, stored) != null;
  }

  @Override
  public String value(StoredValue stored) {
    MappedPath path = indexed();
    String column = path == null ? null : part.column(path, IndexKind.TEXT, stored);
    return column == null
        ? whole(stored)
        : part.isShort()
            ? column
            // A missing text is missing in the column: no look at the document.
            : "case when %s then %s else %s end"
                .formatted(MappedPath.isCut(column), whole(stored), column);
  }

  @Override
  public List<String> order(StoredValue stored) {
    MappedPath path = indexed();
    boolean isIndexed =
        path != null && (path.equals(part.declaredText(normalisation)) || isStored(stored));
    if (path == null || !isIndexed) {
      return List.of(ordered(stored));
    }
    String text = indexed(path, stored);
    return List.of(
        text, "case when %s then %s end".formatted(MappedPath.isCut(text), ordered(stored)));
  }

  @Override
  public String comparison(StoredValue stored, String operator, String operand) {
    String value = "(" + operand + ")";
    MappedPath coarser = coarser();
    if (coarser != null && operator.equals("=")) {
      return "(%s = left(%s, %d) and %s = %s)"
          .formatted(
              indexed(coarser, stored),
              coarser.normalisation().of(value),
              INDEXED,
              whole(stored),
              value);
    }
    MappedPath path = coarser == null ? indexed() : null;
    if (path == null) {
      boolean isEquality = operator.equals("=") || operator.equals("<>");
      return "(%s %s %s)".formatted(isEquality ? whole(stored) : ordered(stored), operator, value);
    }
    String text = indexed(path, stored);
    if (part.isShort()) {
      return "(%s %s %s)".formatted(text, operator, value);
    }
    return switch (operator) {
      case "=" ->
          "(%s = left(%s, %d) and case when length(%s) < %d then true else %s = %s end)"
              .formatted(text, value, INDEXED, value, INDEXED, whole(stored), value);
      case "<>" ->
          "(case when length(%s) < %d then %s <> %s else %s <> %s end)"
              .formatted(value, INDEXED, text, value, whole(stored), value);
      default ->
          "(case when length(%s) < %d then %s %s %s else %s %s= left(%s, %d) and %s %s %s end)"
              .formatted(
                  value,
                  INDEXED,
                  text,
                  operator,
                  value,
                  text,
                  operator.charAt(0),
                  value,
                  INDEXED,
                  ordered(stored),
                  operator,
                  value);
    };
  }

  @Override
  public String in(StoredValue stored, String array) {
    MappedPath coarser = coarser();
    MappedPath path = coarser == null ? indexed() : coarser;
    String whole = "%s = any(%s)".formatted(whole(stored), array);
    if (path == null) {
      return "(" + whole + ")";
    }
    if (part.isShort() && coarser == null) {
      return "(%s = any(%s))".formatted(indexed(path, stored), array);
    }
    String cut =
        "array(select left(%s, %d) from unnest(%s) x)"
            .formatted(coarser == null ? "x" : coarser.normalisation().of("x"), INDEXED, array);
    return "(%s = any(%s) and %s)".formatted(indexed(path, stored), cut, whole);
  }

  @Override
  public String like(StoredValue stored, String pattern, @Nullable Character escape) {
    String value = "(" + pattern + ")";
    String whole =
        "%s like %s escape %s"
            .formatted(
                whole(stored),
                value,
                escape == null ? "''" : DocumentPath.literal(escape.toString()));
    MappedPath path = coarser() == null ? indexed() : null;
    if (path == null) {
      return "(" + whole + ")";
    }
    return "(%s ^@ left(%s, %d) and %s)"
        .formatted(indexed(path, stored), prefix(value, escape), INDEXED, whole);
  }

  /// What a pattern says literally at its beginning; a constant where the pattern is one.
  private static String prefix(String pattern, @Nullable Character escape) {
    if (escape == null) {
      return "substring(" + pattern + " from '^[^%_]*')";
    }
    String mark = Character.isLetterOrDigit(escape) ? escape.toString() : "\\" + escape;
    return "regexp_replace(substring(%s from %s), %s, %s, 'g')"
        .formatted(
            pattern,
            DocumentPath.literal("^(?:[^%_" + mark + "]|" + mark + ".)*"),
            DocumentPath.literal(mark + "(.)"),
            DocumentPath.literal("\\1"));
  }

  @Override
  public ValuePart lowerCase() {
    return part.lowerCase();
  }

  @Override
  public @Nullable ValuePart member(String name) {
    return null;
  }

  @Override
  public Set<String> members() {
    return Set.of();
  }

  @Override
  public ValuePart at(String path) {
    throw new IllegalArgumentException("a text has no members");
  }

  @Override
  public String exists(StoredValue stored, String path) {
    throw new IllegalArgumentException("a text has no members");
  }

  @Override
  public @Nullable ValuePart element() {
    return null;
  }

  @Override
  public String elements(StoredValue stored) {
    throw new IllegalStateException("a text has no elements");
  }

  @Override
  public String contains(StoredValue stored, String operand) {
    throw new IllegalStateException("a text has no elements");
  }

  @Override
  public @Nullable String containsAll(StoredValue stored, List<Member> members) {
    return null;
  }

  @Override
  public @Nullable Extract extract(StoredValue stored) {
    return null;
  }

  @Override
  public String description() {
    return part.description();
  }
}
