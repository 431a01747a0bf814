package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Attribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.Nearest;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.mapping.source.Annotations;
import jakarta.persistence.CollectionTable;
import jakarta.persistence.JoinTable;
import jakarta.persistence.SecondaryTable;
import jakarta.persistence.TableGenerator;
import jakarta.persistence.UniqueConstraint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Reads the indexes and unique constraints of `@Table`, `@JoinTable` and `@CollectionTable`
/// (sections 11.1.24 and 11.1.56). They may name a column, or the attribute that it belongs to.
final class Indexes {
  private final Class<?> type;
  private final Table table;
  private final List<Column> columns;
  private final @Nullable EntityRow row;

  private Indexes(Class<?> type, Table table, List<Column> columns, @Nullable EntityRow row) {
    this.type = type;
    this.table = table;
    this.columns = columns;
    this.row = row;
  }

  static List<EntityMapping.Index> of(EntityRow row) {
    Class<?> type = row.head().type();
    var annotation = Annotations.of(type, jakarta.persistence.Table.class);
    List<EntityMapping.Index> indexes = new ArrayList<>();
    if (annotation != null) {
      indexes.addAll(
          new Indexes(type, row.head().table(), row.columns(), row)
              .read(annotation.uniqueConstraints(), annotation.indexes()));
    }
    for (Attribute attribute : row.singular().values()) {
      if (attribute instanceof ToOneAttribute toOne
          && toOne.oneToOne()
          && toOne.joinColumns().size() > 1
          && toOne.joinColumns().getFirst().table().equals(row.head().table())) {
        indexes.add(unique(toOne.joinColumns()));
      }
    }
    return indexes;
  }

  /// A unique constraint over these columns.
  static EntityMapping.Index unique(List<Column> columns) {
    return new EntityMapping.Index(
        null, columns.stream().map(Column::name).toList(), Set.of(), true, "");
  }

  static List<EntityMapping.Index> of(
      EntityHead owner, JoinTable annotation, Table table, List<Column> columns) {
    return new Indexes(owner.type(), table, columns, null)
        .read(annotation.uniqueConstraints(), annotation.indexes());
  }

  static List<EntityMapping.Index> of(
      EntityHead owner, TableGenerator annotation, Table table, List<Column> columns) {
    return new Indexes(owner.type(), table, columns, null)
        .read(annotation.uniqueConstraints(), annotation.indexes());
  }

  static List<EntityMapping.Index> of(
      EntityHead owner, SecondaryTable annotation, Table table, List<Column> columns) {
    return new Indexes(owner.type(), table, columns, null)
        .read(annotation.uniqueConstraints(), annotation.indexes());
  }

  static List<EntityMapping.Index> of(
      EntityHead owner, CollectionTable annotation, Table table, List<Column> columns) {
    return new Indexes(owner.type(), table, columns, null)
        .read(annotation.uniqueConstraints(), annotation.indexes());
  }

  private List<EntityMapping.Index> read(
      UniqueConstraint[] uniques, jakarta.persistence.Index[] others) {
    List<EntityMapping.Index> indexes = new ArrayList<>();
    for (UniqueConstraint unique : uniques) {
      List<String> names = Stream.of(unique.columnNames()).map(this::column).toList();
      indexes.add(
          new EntityMapping.Index(name(unique.name()), names, Set.of(), true, unique.options()));
    }
    for (jakarta.persistence.Index other : others) {
      indexes.add(index(other));
    }
    return indexes;
  }

  private EntityMapping.Index index(jakarta.persistence.Index annotation) {
    List<String> names = new ArrayList<>();
    Set<String> descending = new LinkedHashSet<>();
    for (String term : annotation.columnList().split(",", -1)) {
      String[] words = term.strip().split("\\s+", 2);
      String name = column(words[0]);
      names.add(name);
      switch (words.length < 2 ? "ASC" : words[1].toUpperCase(Locale.ROOT)) {
        case "ASC" -> {}
        case "DESC" -> descending.add(name);
        default ->
            throw new MappingException(
                type,
                null,
                "the columnList of an index says \"%s\"".formatted(term.strip()),
                "write column names, each with ASC or DESC after it, parted by commas.");
      }
    }
    return new EntityMapping.Index(
        name(annotation.name()), names, descending, annotation.unique(), annotation.options());
  }

  private static @Nullable String name(String written) {
    return written.isEmpty() ? null : Identifier.stored(written);
  }

  private String column(String written) {
    String stored = Identifier.stored(written);
    List<String> names = columns.stream().map(Column::name).toList();
    if (names.contains(stored)) {
      return stored;
    }
    return Stream.ofNullable(row)
        .flatMap(entity -> entity.basicColumn(written).stream())
        .map(Column::name)
        .findFirst()
        .orElseThrow(
            () ->
                new MappingException(
                    type,
                    null,
                    "an index or unique constraint names column \"%s\", which %s does not have"
                        .formatted(written, table),
                    Nearest.hint(written, names)));
  }
}
