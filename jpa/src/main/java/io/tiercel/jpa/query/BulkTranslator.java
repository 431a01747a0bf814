package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.ToOneAttribute;
import io.tiercel.jpa.query.SpreadStatement.Assigned;
import io.tiercel.jpa.query.TableGroup.Part;
import io.tiercel.jpa.query.syntax.Assignment;
import io.tiercel.jpa.query.syntax.Constant;
import io.tiercel.jpa.query.syntax.Expression;
import io.tiercel.jpa.query.syntax.Statement;
import io.tiercel.jpa.query.syntax.Variable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Translates bulk updates and deletes (specification 4.10). Paths to other entities become tables
/// beside the target, with their join conditions in the where clause.
final class BulkTranslator {

  private final Translation translation;
  private final Scope scope;
  private final ExpressionTranslator expressions;

  /// @param target the entity that is updated or deleted
  record Result(String sql, EntityMapping target) {}

  BulkTranslator(Translation translation) {
    this.translation = translation;
    this.scope = new Scope(translation, null);
    this.expressions = new ExpressionTranslator(scope);
  }

  Result update(Statement.Update update) {
    var target = target(update.at(), update.entityName(), update.variable());
    List<Assigned> assigned =
        update.assignments().stream()
            .flatMap(assignment -> assignment(target, assignment).stream())
            .toList();
    var where = SelectTranslator.condition(expressions, update.where());
    if (!target.source().isOneTable()) {
      return new Result(spread(target, where).update(assigned), target.mapping());
    }
    String assignments =
        assigned.stream()
            .map(one -> one.column().sql() + " = " + one.column().write(one.value()))
            .collect(Collectors.joining(", "));
    String sql =
        "update %s set %s%s%s"
            .formatted(target.declaration(), assignments, tables(" from "), where(where));
    return new Result(sql, target.mapping());
  }

  Result delete(Statement.Delete delete) {
    var target = target(delete.at(), delete.entityName(), delete.variable());
    var where = SelectTranslator.condition(expressions, delete.where());
    if (!target.source().isOneTable()) {
      return new Result(spread(target, where).delete(), target.mapping());
    }
    String sql =
        "delete from %s%s%s".formatted(target.declaration(), tables(" using "), where(where));
    return new Result(sql, target.mapping());
  }

  private SpreadStatement spread(TableSource target, @Nullable Sql where) {
    return new SpreadStatement(
        target, scope.tables(), SelectTranslator.where(scope.conditions(), where));
  }

  private TableSource target(int at, String entityName, @Nullable Variable variable) {
    var target = translation.table(translation.entity(at, entityName), scope, false);
    scope.root(target);
    scope.declareThis(target);
    if (variable != null) {
      scope.declare(variable, new Resolved.Entity(target));
    }
    return target;
  }

  private List<Assigned> assignment(TableSource target, Assignment assignment) {
    var path = assignment.target();
    var value = assignment.value();
    return switch (expressions.paths().resolve(path)) {
      case Resolved.Basic(var owner, var column, var type) when owner == target ->
          List.of(new Assigned(column, value(value, type).text()));
      case Resolved.ToOne(var owner, var attribute)
          when owner == target && attribute.isOwning() && attribute.refersToId() -> {
        if (attribute.joinColumns().size() > 1) {
          yield assignments(assignment, attribute);
        }
        var type = ValueType.of(attribute.target().mapping());
        var sql = value(value, type);
        var entity = sql.type().entity();
        if (entity == null || !entity.isA(attribute.target().mapping())) {
          throw translation.error(
              assignment.at(),
              "cannot assign %s to %s".formatted(sql.type().description(), type.description()),
              null);
        }
        yield List.of(new Assigned(attribute.joinColumns().getFirst(), sql.text()));
      }
      case Resolved other ->
          throw translation.error(
              path.at(),
              "cannot assign to %s, %s".formatted(path.text(), other.description()),
              "a bulk update assigns to columns of its own entity");
    };
  }

  /// Assigns a foreign key of several columns, those that may be updated.
  private List<Assigned> assignments(Assignment assignment, ToOneAttribute attribute) {
    EntityMapping entity = attribute.target().mapping();
    List<Column> columns = attribute.joinColumns();
    List<String> values =
        assignment.value() instanceof Constant.Null
            ? Collections.nCopies(columns.size(), "null")
            : new EntityKeys(scope, expressions.paths()).key(assignment.value(), entity);
    if (values == null) {
      throw translation.unsupported(
          assignment.at(),
          "an expression as a new %s".formatted(entity.entityName()),
          "assign a parameter, a path or null");
    }
    return IntStream.range(0, columns.size())
        .filter(i -> columns.get(i).updatable())
        .mapToObj(i -> new Assigned(columns.get(i), values.get(i)))
        .toList();
  }

  private Sql value(Expression value, ValueType type) {
    return value instanceof Constant.Null
        ? Sql.primary("null", type)
        : expressions.translate(value, type);
  }

  private String tables(String keyword) {
    var parts = scope.tables().parts();
    return parts.isEmpty()
        ? ""
        : parts.stream().map(Part::table).collect(Collectors.joining(", ", keyword, ""));
  }

  private String where(@Nullable Sql where) {
    List<String> conditions = new ArrayList<>(scope.conditions());
    for (var part : scope.tables().parts()) {
      if (part.condition() != null) {
        conditions.add(part.condition());
      }
    }
    return SelectTranslator.where(conditions, where);
  }
}
