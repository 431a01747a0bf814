package io.tiercel.jpa.query;

import io.tiercel.jpa.format.StoredValue;
import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;

/// What a path leads to.
sealed interface Resolved {

  /// An entity whose table is in the from clause.
  record Entity(TableSource source) implements Resolved {}

  /// A to-one association whose target has not been joined (yet).
  record ToOne(TableSource owner, ToOneAttribute attribute) implements Resolved {}

  /// A value in a column.
  record Basic(TableSource owner, Column column, ValueType type) implements Resolved {}

  /// An embeddable, whose columns are among its owner's.
  record Embedded(TableSource owner, EmbeddedAttribute attribute) implements Resolved {}

  /// A collection.
  record ToMany(TableSource owner, ToManyAttribute attribute) implements Resolved {}

  /// A collection of values.
  record Elements(TableSource owner, ElementCollectionAttribute attribute) implements Resolved {}

  /// The rows of a query that the statement names.
  record Derived(TableSource source, CommonTable table) implements Resolved {}

  /// A part of a value in a format, whose paths the format knows.
  ///
  /// @param owner the table that the value, or that it is an element of, is in
  record Part(TableSource owner, StoredValue stored, ValuePart part) implements Resolved {}

  /// How error messages call it.
  default String description() {
    return switch (this) {
      case Entity(var source) -> "entity " + source.mapping().entityName();
      case ToOne(_, var attribute) -> "entity " + attribute.target().type().getSimpleName();
      case Basic(_, _, var type) -> type.description();
      case Part(_, _, var part) -> part.description();
      case Embedded(_, var attribute) -> "embeddable " + attribute.javaType().getSimpleName();
      case Derived(_, var table) -> "the rows of " + table.name();
      case ToMany(_, var attribute) ->
          "a collection of " + attribute.target().type().getSimpleName();
      case Elements(_, var attribute) ->
          "a collection of " + attribute.elementType().getSimpleName();
    };
  }
}
