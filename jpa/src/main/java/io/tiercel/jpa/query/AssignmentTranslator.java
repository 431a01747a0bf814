package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EmbeddedAttribute;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.SpreadStatement.Assigned;
import io.tiercel.jpa.query.syntax.Assignment;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Reference;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Translates what bulk statements assign to columns of their own entity (specification 4.10).
final class AssignmentTranslator {
  private final Translation translation;
  private final ExpressionTranslator expressions;
  private final EntityKeys keys;
  private final Embeddables embeddables;

  AssignmentTranslator(Scope scope, ExpressionTranslator expressions) {
    this.translation = scope.translation();
    this.expressions = expressions;
    this.keys = new EntityKeys(scope, expressions.paths());
    this.embeddables = new Embeddables(translation, expressions.paths());
  }

  /// What is assigned to.
  ///
  /// @param columns one, or those of an embeddable or of a reference to an id of several
  /// @param type of the value
  /// @param embeddable null for other values
  record Target(
      Reference.Path path,
      List<Column> columns,
      ValueType type,
      @Nullable EmbeddedAttribute embeddable) {

    /// The entity whose id has several columns, null for others.
    @Nullable EntityMapping compositeEntity() {
      var entity = type.entity();
      return entity != null && !entity.id().isSimple() ? entity : null;
    }
  }

  /// What a path of the entity leads to.
  Target target(TableSource entity, Reference.Path path) {
    return switch (expressions.paths().resolve(path)) {
      case Resolved.Basic(var owner, var column, var type) when owner == entity ->
          new Target(path, List.of(column), type, null);
      case Resolved.ToOne(var owner, var attribute)
          when owner == entity && attribute.isOwning() && attribute.refersToId() ->
          new Target(
              path, attribute.joinColumns(), ValueType.of(attribute.target().mapping()), null);
      case Resolved.Embedded(var owner, var attribute)
          when owner == entity && !attribute.hasAssociations() ->
          new Target(
              path, attribute.columns(), ValueType.plain(attribute.javaType(), null), attribute);
      case Resolved other ->
          throw translation.error(
              path.at(),
              "cannot assign to %s, %s".formatted(path.text(), other.description()),
              "a bulk statement assigns to columns of its own entity");
    };
  }

  /// The values of the columns of a target.
  List<String> values(Target target, int at, Expression value) {
    if (value instanceof Constant.Null) {
      return Collections.nCopies(target.columns().size(), "null");
    }
    if (target.embeddable() != null) {
      return embeddables.values(value, target.embeddable());
    }
    var composite = target.compositeEntity();
    if (composite != null) {
      List<String> key = keys.key(value, composite);
      if (key == null) {
        throw translation.unsupported(
            at,
            "an expression as a new %s".formatted(composite.entityName()),
            "assign a parameter, a path or null");
      }
      return key;
    }
    var sql = expressions.translate(value, target.type());
    check(at, target.type(), sql.type());
    return List.of(sql.text());
  }

  /// Refuses a value that is no entity of the kind that is expected.
  void check(int at, ValueType expected, ValueType found) {
    var wanted = expected.entity();
    var entity = found.entity();
    if (wanted != null ? entity == null || !entity.isA(wanted) : entity != null) {
      throw translation.error(
          at,
          "cannot assign %s to %s".formatted(found.description(), expected.description()),
          wanted == null ? "assign its id: id(…)" : null);
    }
  }

  /// An assignment of an update, by its columns.
  List<Assigned> assigned(TableSource entity, Assignment assignment) {
    var target = target(entity, assignment.target());
    List<String> values = values(target, assignment.at(), assignment.value());
    boolean whole = values.size() == 1;
    return IntStream.range(0, values.size())
        .filter(i -> whole || target.columns().get(i).updatable())
        .mapToObj(i -> new Assigned(target.columns().get(i), values.get(i)))
        .toList();
  }
}
