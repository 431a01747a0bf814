package io.tiercel.jpa.mapping;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the indexes and unique constraints of `@Table` (sections 11.1.24 and 11.1.56). They may
/// name a column, or the attribute that it belongs to.
final class Indexes {
  private Indexes() {}

  static List<EntityMapping.Index> of(EntityRow row) {
    Class<?> type = row.head().type();
    var annotation = type.getAnnotation(jakarta.persistence.Table.class);
    if (annotation == null) {
      return List.of();
    }
    List<EntityMapping.Index> indexes = new ArrayList<>();
    for (var unique : annotation.uniqueConstraints()) {
      List<String> names =
          Stream.of(unique.columnNames()).map(written -> column(row, written)).toList();
      indexes.add(new EntityMapping.Index(name(unique.name()), names, Set.of(), true));
    }
    for (var index : annotation.indexes()) {
      indexes.add(index(row, index));
    }
    return indexes;
  }

  private static EntityMapping.Index index(EntityRow row, jakarta.persistence.Index annotation) {
    List<String> names = new ArrayList<>();
    Set<String> descending = new LinkedHashSet<>();
    for (String term : annotation.columnList().split(",", -1)) {
      String[] words = term.strip().split("\\s+", 2);
      String name = column(row, words[0]);
      names.add(name);
      switch (words.length < 2 ? "ASC" : words[1].toUpperCase(Locale.ROOT)) {
        case "ASC" -> {}
        case "DESC" -> descending.add(name);
        default ->
            throw new MappingException(
                row.head().type(),
                null,
                "the columnList of an index says \"%s\"".formatted(term.strip()),
                "write column names, each with ASC or DESC after it, parted by commas.");
      }
    }
    return new EntityMapping.Index(name(annotation.name()), names, descending, annotation.unique());
  }

  private static @Nullable String name(String written) {
    return written.isEmpty() ? null : Identifier.stored(written);
  }

  private static String column(EntityRow row, String written) {
    String stored = Identifier.stored(written);
    List<String> names = row.columns().stream().map(Column::name).toList();
    if (names.contains(stored)) {
      return stored;
    }
    return row.basicColumn(written)
        .map(Column::name)
        .orElseThrow(
            () ->
                new MappingException(
                    row.head().type(),
                    null,
                    "an index or unique constraint names column \"%s\", which %s does not have"
                        .formatted(written, row.head().table()),
                    Nearest.hint(written, names)));
  }
}
