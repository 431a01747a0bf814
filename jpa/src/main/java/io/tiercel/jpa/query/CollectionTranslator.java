package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.ToManyAttribute;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Reference;
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

  private Resolved.ToMany collection(int at, Expression expression) {
    if (expression instanceof Reference reference) {
      var resolved = paths.resolve(reference);
      if (resolved instanceof Resolved.ToMany collection) {
        return collection;
      }
      throw translation.error(at, "expected a collection, found " + resolved.description(), null);
    }
    throw translation.error(at, "expected a path to a collection", null);
  }

  /// The type of the elements.
  ValueType targetType(int at, Expression expression) {
    return ValueType.of(collection(at, expression).attribute().target().mapping());
  }

  /// A query over the elements.
  ///
  /// @param selected what it selects, null for the ids of the elements
  String elements(int at, Expression expression, @Nullable String selected) {
    var collection = collection(at, expression);
    return elements(collection.owner(), collection.attribute(), selected);
  }

  /// A query over the elements of an owner's collection. A join table alone says what elements
  /// there are: the target's table is not read.
  String elements(TableSource owner, ToManyAttribute attribute, @Nullable String selected) {
    var joinTable = attribute.joinTable();
    if (joinTable != null) {
      String alias = translation.alias(joinTable.table().name());
      translation.reads().add(attribute.target().mapping());
      String item =
          selected != null ? selected : alias + "." + joinTable.targetColumns().getFirst().sql();
      return "select %s from %s %s where %s"
          .formatted(
              item, joinTable.table().sql(), alias, Associations.ownSide(owner, joinTable, alias));
    }
    var target = translation.table(attribute.target().mapping(), scope, false);
    return "select %s from %s where %s"
        .formatted(
            selected != null ? selected : target.id(),
            target.declaration(),
            Associations.toMany(owner, attribute, target));
  }

  /// A query for the target of a to-one whose foreign key is the target's.
  String inverse(TableSource owner, ToOneAttribute attribute) {
    var target = translation.table(attribute.target().mapping(), scope, false);
    return "select 1 from %s where %s"
        .formatted(target.declaration(), Associations.toOne(owner, attribute, target));
  }
}
