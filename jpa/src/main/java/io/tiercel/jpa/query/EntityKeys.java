package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Conditions on entities whose ids have several columns. They compare row by row, `(a, b) = (c,
/// d)`, so that an index over the columns serves them.
final class EntityKeys {
  private final Translation translation;
  private final Scope scope;
  private final PathResolver paths;

  EntityKeys(Scope scope, PathResolver paths) {
    this.translation = scope.translation();
    this.scope = scope;
    this.paths = paths;
  }

  /// The entity with such an id that a path leads to, null for everything else.
  @Nullable EntityMapping entity(Expression expression) {
    EntityMapping entity =
        switch (resolved(expression)) {
          case Resolved.Entity(var source) -> source.mapping();
          case Resolved.ToOne(_, var attribute) -> attribute.target().mapping();
          case null, default -> null;
        };
    return entity == null || entity.id().isSimple() ? null : entity;
  }

  private @Nullable Resolved resolved(Expression expression) {
    return switch (expression) {
      case Reference.Path path -> paths.resolveOrNull(path);
      case Reference.TypeOf _ -> null;
      case Reference reference -> paths.resolve(reference);
      default -> null;
    };
  }

  /// The key of an expression as a row, null when it is neither a path to an entity nor a
  /// parameter.
  @Nullable String row(Expression expression, EntityMapping entity) {
    List<String> key = key(expression, entity);
    return key == null ? null : row(key);
  }

  /// The columns, or the parameters, that hold the key of such an entity.
  @Nullable List<String> key(Expression expression, EntityMapping entity) {
    if (expression instanceof Constant.Parameter parameter) {
      List<String> key = new ArrayList<>();
      for (int i = 0; i < entity.id().columns().size(); i++) {
        key.add(translation.parameters().part(parameter, ValueType.of(entity), i));
      }
      return key;
    }
    return entity(expression) == entity ? columns(expression) : null;
  }

  private @Nullable List<String> columns(Expression expression) {
    return switch (resolved(expression)) {
      case Resolved.Entity(var source) -> source.idColumns();
      case Resolved.ToOne(var owner, var attribute) ->
          attribute.isOwning() && attribute.refersToId()
              ? attribute.joinColumns().stream().map(owner::column).toList()
              : scope.join(owner, attribute).idColumns();
      case null, default -> null;
    };
  }

  static String row(List<String> key) {
    return String.join(", ", key).transform(parts -> "(" + parts + ")");
  }

  /// The rows that a parameter for a collection of such entities stands for.
  String rows(int at, Constant.Parameter parameter, EntityMapping entity) {
    var rows = new ParameterRows(translation, at, "a collection of " + entity.entityName());
    List<Column> columns = entity.id().columns();
    for (int i = 0; i < columns.size(); i++) {
      rows.add(
          translation.parameters().parts(parameter, ValueType.of(entity), i),
          ValueType.of(columns.get(i), columns.get(i).columnType()));
    }
    return "select * from " + rows.sql();
  }
}
