package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.query.SpreadStatement.Assigned;
import io.tiercel.jpa.query.TableGroup.Part;
import io.tiercel.jpa.query.syntax.Statement;
import io.tiercel.jpa.query.syntax.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Translates bulk updates and deletes (specification 4.10). Paths to other entities become tables
/// beside the target, with their join conditions in the where clause. Rows of collection tables and
/// join tables go with the entities that are deleted; the specification leaves it open, and their
/// foreign keys would refuse the statement.
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
    var assignments = new AssignmentTranslator(scope, expressions);
    List<Assigned> assigned =
        update.assignments().stream()
            .flatMap(assignment -> assignments.assigned(target, assignment).stream())
            .toList();
    var where = SelectTranslator.condition(expressions, update.where());
    if (!target.source().isOneTable()) {
      return new Result(spread(target, where).update(assigned), target.mapping());
    }
    String set =
        assigned.stream()
            .map(one -> one.column().sql() + " = " + one.column().write(one.value()))
            .collect(Collectors.joining(", "));
    String sql =
        "update %s set %s%s%s".formatted(target.declaration(), set, tables(" from "), where(where));
    return new Result(sql, target.mapping());
  }

  Result delete(Statement.Delete delete) {
    var target = target(delete.at(), delete.entityName(), delete.variable());
    var where = SelectTranslator.condition(expressions, delete.where());
    List<CollectionRows> collections = CollectionRows.of(target.mapping());
    if (!target.source().isOneTable() || !collections.isEmpty()) {
      return new Result(spread(target, where).delete(collections), target.mapping());
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
    scope.declareThis(new Resolved.Entity(target));
    if (variable != null) {
      scope.declare(variable, new Resolved.Entity(target));
    }
    return target;
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
