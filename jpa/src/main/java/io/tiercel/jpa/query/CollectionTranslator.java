package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.ElementCollectionAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.PluralAttribute;
import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Subqueries over the elements of a collection: for `size`, `is empty` and `member of`.
final class CollectionTranslator {

  private final Scope scope;
  private final Translation translation;
  private final PathResolver paths;

  CollectionTranslator(Scope scope, PathResolver paths) {
    this.scope = scope;
    this.translation = scope.translation();
    this.paths = paths;
  }

  private Resolved collection(int at, Expression expression) {
    if (expression instanceof Reference reference) {
      var resolved = paths.resolve(reference);
      if (resolved instanceof Resolved.ToMany || resolved instanceof Resolved.Elements) {
        return resolved;
      }
      throw translation.error(at, "expected a collection, found " + resolved.description(), null);
    }
    throw translation.error(at, "expected a path to a collection", null);
  }

  /// The type of the elements.
  ValueType targetType(int at, Expression expression) {
    return switch (collection(at, expression)) {
      case Resolved.ToMany(_, var attribute) -> ValueType.of(attribute.target().mapping());
      case Resolved.Elements(_, var attribute)
          when attribute.element() instanceof BasicAttribute basic ->
          ValueType.of(basic);
      case Resolved other ->
          throw translation.unsupported(
              at,
              "MEMBER OF " + other.description() + ", whose elements have several columns,",
              "use EXISTS with a subquery over the collection that compares their attributes");
    };
  }

  /// A query over the elements.
  ///
  /// @param selected what it selects, null for the elements: values, or the ids of entities
  String elements(int at, Expression expression, @Nullable String selected) {
    String parts =
        selected == null
            ? null
            : new ValueParts(translation, new ExpressionTranslator(scope))
                .elements(at, expression, selected);
    if (parts != null) {
      return parts;
    }
    return switch (collection(at, expression)) {
      case Resolved.ToMany(var owner, var attribute) -> elements(owner, attribute, selected);
      case Resolved.Elements(var owner, var attribute) -> elements(owner, attribute, selected);
      case Resolved other -> throw new IllegalStateException(other.description());
    };
  }

  /// A query over the elements of an owner's collection.
  String elements(TableSource owner, PluralAttribute attribute, @Nullable String selected) {
    return switch (attribute) {
      case ToManyAttribute toMany -> targets(owner, toMany, selected);
      case ElementCollectionAttribute values -> values(owner, values, selected);
    };
  }

  private String values(
      TableSource owner, ElementCollectionAttribute attribute, @Nullable String selected) {
    var rows = translation.rows(attribute.table().table(), scope, false);
    String item =
        selected == null && attribute.element() instanceof BasicAttribute basic
            ? rows.column(basic.column())
            : selected;
    return "select %s from %s where %s"
        .formatted(item, rows.declaration(), Associations.elements(owner, attribute, rows));
  }

  /// A query over the targets of an owner's association. A join table alone says what elements
  /// there are: the target's table is not read.
  private String targets(TableSource owner, ToManyAttribute attribute, @Nullable String selected) {
    var joinTable = attribute.joinTable();
    if (joinTable != null) {
      String alias = translation.alias(joinTable.table().name());
      translation.reads().add(attribute.target().mapping());
      translation.watch().add(joinTable.table());
      String item =
          selected != null
              ? selected
              : joinTable.targetColumns().stream()
                  .map(column -> alias + "." + column.sql())
                  .collect(Collectors.joining(", "));
      return "select %s from %s %s where %s"
          .formatted(
              item, joinTable.table().sql(), alias, Associations.ownSide(owner, joinTable, alias));
    }
    var target = inside(owner, attribute.target().mapping());
    return "select %s from %s where %s"
        .formatted(
            selected != null ? selected : String.join(", ", target.idColumns()),
            target.declaration(),
            Associations.toMany(owner, attribute, target));
  }

  private TableSource inside(TableSource owner, EntityMapping mapping) {
    var target = translation.table(owner, mapping, scope, false);
    translation.watch().isInside(target);
    return target;
  }

  /// A query for the target of a to-one whose foreign key is the target's.
  String inverse(TableSource owner, ToOneAttribute attribute) {
    var target = inside(owner, attribute.target().mapping());
    return "select 1 from %s where %s"
        .formatted(target.declaration(), Associations.toOne(owner, attribute, target));
  }
}
