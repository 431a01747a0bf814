package io.tiercel.jpa.mapping;

import java.lang.reflect.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// An embeddable, flattened into its owner's row. Its attributes' columns carry slots of the
/// owner's row; their [Attribute#index] counts within the embeddable. It is null exactly when all
/// its columns are; one that holds collections or inverse sides of associations, which no column of
/// its own tells, is never null when read.
public record EmbeddedAttribute(
    String name, int index, Class<?> javaType, Member javaMember, List<Attribute> attributes)
    implements Attribute {

  public EmbeddedAttribute {
    attributes = List.copyOf(attributes);
  }

  /// The columns of its basic attributes, those of nested embeddables included.
  public List<Column> columns() {
    return attributes.stream()
        .flatMap(
            attribute ->
                switch (attribute) {
                  case BasicAttribute basic -> Stream.of(basic.column());
                  case EmbeddedAttribute inner -> inner.columns().stream();
                  case ToOneAttribute _, PluralAttribute _ -> Stream.<Column>empty();
                })
        .toList();
  }

  /// The columns of its basic attributes and of the foreign keys of its associations, those of
  /// nested embeddables included.
  public List<Column> columnsWithKeys() {
    return attributes.stream()
        .flatMap(
            attribute ->
                switch (attribute) {
                  case BasicAttribute basic -> Stream.of(basic.column());
                  case EmbeddedAttribute inner -> inner.columnsWithKeys().stream();
                  case ToOneAttribute toOne -> toOne.joinColumns().stream();
                  case PluralAttribute _ -> Stream.<Column>empty();
                })
        .toList();
  }

  /// The column of a basic attribute, dotted inside nested embeddables.
  public Optional<Column> basicColumn(String path) {
    int dot = path.indexOf('.');
    return switch (attribute(dot < 0 ? path : path.substring(0, dot))) {
      case BasicAttribute basic when dot < 0 -> Optional.of(basic.column());
      case EmbeddedAttribute inner when dot >= 0 -> inner.basicColumn(path.substring(dot + 1));
      case null, default -> Optional.empty();
    };
  }

  /// Whether it or an embeddable in it holds associations.
  public boolean hasAssociations() {
    return attributes.stream()
        .anyMatch(
            attribute ->
                switch (attribute) {
                  case BasicAttribute _ -> false;
                  case EmbeddedAttribute inner -> inner.hasAssociations();
                  case ToOneAttribute _, ToManyAttribute _, ElementCollectionAttribute _ -> true;
                });
  }

  /// Whether it or an embeddable in it holds what no column of its owner's row tells: a collection
  /// or the inverse side of an association.
  public boolean holdsMore() {
    return attributes.stream()
        .anyMatch(
            attribute ->
                switch (attribute) {
                  case BasicAttribute _ -> false;
                  case EmbeddedAttribute inner -> inner.holdsMore();
                  case ToOneAttribute toOne -> !toOne.isOwning();
                  case PluralAttribute _ -> true;
                });
  }

  /// Its associations with one entity, those of nested embeddables included.
  public List<ToOneAttribute> toOnes() {
    return attributes.stream()
        .flatMap(
            attribute ->
                switch (attribute) {
                  case ToOneAttribute toOne -> Stream.of(toOne);
                  case EmbeddedAttribute inner -> inner.toOnes().stream();
                  case BasicAttribute _, PluralAttribute _ -> Stream.<ToOneAttribute>empty();
                })
        .toList();
  }

  /// Its collections, those of nested embeddables included.
  public List<PluralAttribute> plurals() {
    return attributes.stream()
        .flatMap(
            attribute ->
                switch (attribute) {
                  case PluralAttribute plural -> Stream.of(plural);
                  case EmbeddedAttribute inner -> inner.plurals().stream();
                  case BasicAttribute _, ToOneAttribute _ -> Stream.<PluralAttribute>empty();
                })
        .toList();
  }

  /// The same embeddable with one more attribute.
  ///
  /// @param path the names of the embeddables that lead to the one that gets it, empty for this one
  public EmbeddedAttribute with(List<String> path, Attribute added) {
    List<Attribute> changed = new ArrayList<>();
    for (Attribute attribute : attributes) {
      boolean leads = !path.isEmpty() && attribute.name().equals(path.getFirst());
      changed.add(
          leads && attribute instanceof EmbeddedAttribute inner
              ? inner.with(path.subList(1, path.size()), added)
              : attribute);
    }
    if (path.isEmpty()) {
      changed.add(added);
    }
    return new EmbeddedAttribute(name, index, javaType, javaMember, changed);
  }

  /// The same embeddable in other columns.
  public EmbeddedAttribute withColumns(UnaryOperator<Column> other) {
    List<Attribute> changed =
        attributes.stream()
            .map(
                attribute ->
                    switch (attribute) {
                      case BasicAttribute basic -> basic.withColumn(other.apply(basic.column()));
                      case EmbeddedAttribute inner -> inner.withColumns(other);
                      case ToOneAttribute _, ToManyAttribute _, ElementCollectionAttribute _ ->
                          attribute;
                    })
            .toList();
    return new EmbeddedAttribute(name, index, javaType, javaMember, changed);
  }

  /// The attribute of that name, or null.
  public @Nullable Attribute attribute(String name) {
    for (Attribute attribute : attributes) {
      if (attribute.name().equals(name)) {
        return attribute;
      }
    }
    return null;
  }
}
