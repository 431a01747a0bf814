package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.member.PersistentMember;
import jakarta.persistence.OrderBy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Reads `@OrderBy` (section 11.1.42): attributes of the target, dotted inside embeddables.
final class OrderBys {
  private OrderBys() {}

  static List<ToManyAttribute.OrderTerm> of(
      PersistentMember member, OrderBy annotation, EntityRow target) {
    if (annotation.value().isBlank()) {
      return target.head().id().columns().stream()
          .map(column -> new ToManyAttribute.OrderTerm(column, false))
          .toList();
    }
    List<ToManyAttribute.OrderTerm> terms = new ArrayList<>();
    for (String term : annotation.value().split(",", -1)) {
      terms.add(term(member, target, term.strip()));
    }
    return terms;
  }

  /// The order of values: basic ones by themselves, embeddables by attributes of theirs, or by all
  /// of them in turn.
  static List<ToManyAttribute.OrderTerm> ofElements(
      PersistentMember member, OrderBy annotation, Attribute element) {
    return switch (element) {
      case BasicAttribute basic -> {
        String written = annotation.value().strip();
        boolean descending = !written.isEmpty() && isDescending(member, written, written);
        yield List.of(new ToManyAttribute.OrderTerm(basic.column(), descending));
      }
      case EmbeddedAttribute embedded when annotation.value().isBlank() ->
          embedded.columns().stream()
              .map(column -> new ToManyAttribute.OrderTerm(column, false))
              .toList();
      case EmbeddedAttribute embedded -> ofEmbeddables(member, annotation, embedded);
      case ToOneAttribute _, PluralAttribute _ ->
          throw new IllegalArgumentException("an element is a value, got " + element);
    };
  }

  private static List<ToManyAttribute.OrderTerm> ofEmbeddables(
      PersistentMember member, OrderBy annotation, EmbeddedAttribute element) {
    List<ToManyAttribute.OrderTerm> terms = new ArrayList<>();
    for (String term : annotation.value().split(",", -1)) {
      String[] words = term.strip().split("\\s+", 2);
      Column column =
          element
              .basicColumn(words[0])
              .orElseThrow(
                  () ->
                      member.refusal(
                          "@OrderBy names \"%s\", which is no basic attribute of %s"
                              .formatted(words[0], element.javaType().getName()),
                          Nearest.hint(
                              words[0],
                              element.attributes().stream().map(Attribute::name).toList())));
      terms.add(
          new ToManyAttribute.OrderTerm(
              column, isDescending(member, term, words.length < 2 ? "ASC" : words[1])));
    }
    return terms;
  }

  private static boolean isDescending(PersistentMember member, String written, String direction) {
    return switch (direction.toUpperCase(Locale.ROOT)) {
      case "DESC" -> true;
      case "ASC" -> false;
      default ->
          throw member.refusal(
              "@OrderBy says \"%s\"".formatted(written.strip()),
              "write attributes, each with ASC or DESC after it, parted by commas.");
    };
  }

  private static ToManyAttribute.OrderTerm term(
      PersistentMember member, EntityRow target, String written) {
    String[] words = written.split("\\s+", 2);
    boolean descending = isDescending(member, written, words.length < 2 ? "ASC" : words[1]);
    Column column =
        target
            .basicColumn(words[0])
            .orElseThrow(
                () ->
                    member.refusal(
                        "@OrderBy names %s.%s, which is not a basic attribute"
                            .formatted(target.head().entityName(), words[0]),
                        Nearest.hint(words[0], target.head().memberNames())));
    return new ToManyAttribute.OrderTerm(column, descending);
  }
}
