package io.tiercel.jpa.mapping;

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

  private static ToManyAttribute.OrderTerm term(
      PersistentMember member, EntityRow target, String written) {
    String[] words = written.split("\\s+", 2);
    boolean descending =
        switch (words.length < 2 ? "ASC" : words[1].toUpperCase(Locale.ROOT)) {
          case "ASC" -> false;
          case "DESC" -> true;
          default ->
              throw member.refusal(
                  "@OrderBy says \"%s\"".formatted(written),
                  "write attributes, each with ASC or DESC after it, parted by commas.");
        };
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
