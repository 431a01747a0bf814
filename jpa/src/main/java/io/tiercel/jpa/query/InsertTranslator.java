package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.IdGeneration;
import io.tiercel.jpa.query.AssignmentTranslator.Target;
import io.tiercel.jpa.query.syntax.Operation;
import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.syntax.Statement;
import io.tiercel.jpa.query.syntax.Variable;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Translates bulk inserts, which the specification has not. What the statement does not name gets
/// what `persist` would give it: a generated id, the first version, the mark of the class.
final class InsertTranslator {
  private static final String EXCLUDED = "excluded";

  private final Translation translation;
  private final Scope scope;
  private final ExpressionTranslator expressions;
  private final AssignmentTranslator assignments;

  InsertTranslator(Translation translation) {
    this.translation = translation;
    this.scope = new Scope(translation, null);
    this.expressions = new ExpressionTranslator(scope);
    this.assignments = new AssignmentTranslator(scope, expressions);
  }

  BulkTranslator.Result insert(Statement.Insert insert) {
    var entity = translation.entity(insert.at(), insert.entityName());
    refuseOther(insert.at(), entity);
    var source = translation.table(entity, scope, false);
    scope.root(source);
    scope.declareThis(new Resolved.Entity(source));
    if (insert.variable() != null) {
      scope.declare(insert.variable(), new Resolved.Entity(source));
    }
    List<Target> targets =
        insert.targets().stream().map(path -> target(source, path, entity)).toList();
    Map<Column, String> given = given(insert.at(), entity, targets);
    List<String> columns = new ArrayList<>(names(columns(targets)));
    given.keySet().forEach(column -> columns.add(column.sql()));
    String sql =
        "insert into %s as %s (%s) %s%s"
            .formatted(
                entity.table().sql(),
                source.alias(),
                String.join(", ", columns),
                rows(insert.rows(), targets, given.values()),
                insert.conflict() == null ? "" : conflict(insert.conflict(), source));
    return new BulkTranslator.Result(sql, entity);
  }

  private void refuseOther(int at, EntityMapping entity) {
    if (entity.isAbstract()) {
      throw translation.error(
          at,
          "cannot insert into %s, which is abstract".formatted(entity),
          "name one of " + entity.concreteTypes());
    }
    if (entity.tables().size() > 1) {
      throw translation.unsupported(
          at,
          "an insert into %s, which has several tables,".formatted(entity),
          "persist instances: they travel together as well");
    }
  }

  private Target target(TableSource source, Reference.Path path, EntityMapping entity) {
    var target = assignments.target(source, path);
    for (Column column : target.columns()) {
      boolean isId = column.slot() < entity.id().columns().size();
      if (!column.insertable() && !isId) {
        throw translation.error(
            path.at(), "%s is not insertable".formatted(path.text()), "leave it out");
      }
    }
    return target;
  }

  private static List<Column> columns(List<Target> targets) {
    return targets.stream().flatMap(target -> target.columns().stream()).toList();
  }

  private static List<String> names(List<Column> columns) {
    return columns.stream().map(Column::sql).toList();
  }

  /// What is inserted without being named, by column.
  private Map<Column, String> given(int at, EntityMapping entity, List<Target> targets) {
    Set<String> named = new HashSet<>();
    for (Target target : targets) {
      for (Column column : target.columns()) {
        if (!named.add(column.name())) {
          throw translation.error(
              target.path().at(), "%s is named twice".formatted(target.path().text()), null);
        }
      }
    }
    Map<Column, String> given = new LinkedHashMap<>();
    List<Column> missing =
        entity.id().columns().stream().filter(column -> !named.contains(column.name())).toList();
    if (!missing.isEmpty()) {
      String id = id(at, entity, missing);
      if (id != null) {
        given.put(missing.getFirst(), id);
      }
    }
    var version = entity.version();
    if (version != null && !named.contains(version.column().name())) {
      given.put(version.column(), firstVersion(version.column().columnType()));
    }
    var discriminator = entity.inheritance().discriminator();
    if (discriminator != null && !named.contains(discriminator.name())) {
      given.put(discriminator, EntitySource.literal(entity));
    }
    return given;
  }

  /// The value of a generated id, null when the column gives it by itself.
  private @Nullable String id(int at, EntityMapping entity, List<Column> missing) {
    return switch (entity.idGeneration()) {
      case IdGeneration.Sequence sequence ->
          "nextval(" + Constants.quoted(sequence.sequence().sql()) + ")";
      case IdGeneration.Identity _ -> null;
      case IdGeneration.Uuid _ ->
          missing.getFirst().columnType() == UUID.class
              ? "gen_random_uuid()"
              : "gen_random_uuid()::text";
      case IdGeneration.Counter _, IdGeneration.Assigned _ ->
          throw translation.error(
              at,
              "an insert into %s needs a value for %s".formatted(entity, entity.id().name()),
              "name it among the attributes");
    };
  }

  private static String firstVersion(Class<?> columnType) {
    if (columnType == LocalDateTime.class) {
      return "localtimestamp";
    }
    boolean isTime = columnType == Instant.class || columnType == Timestamp.class;
    return isTime ? "current_timestamp" : "0";
  }

  private String rows(Statement.Inserted inserted, List<Target> targets, Collection<String> given) {
    return switch (inserted) {
      case Statement.Inserted.Rows(var rows) ->
          rows.stream()
              .map(row -> row(row, targets, given))
              .collect(Collectors.joining(", ", "values ", ""));
      case Statement.Inserted.Selected selected -> selected(selected, targets, given);
    };
  }

  private String row(Operation.Row row, List<Target> targets, Collection<String> given) {
    if (row.items().size() != targets.size()) {
      throw translation.error(
          row.at(),
          "expected %d values, found %d".formatted(targets.size(), row.items().size()),
          null);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      var target = targets.get(i);
      var value = row.items().get(i);
      // Not the entity's: there is no row yet whose attributes could be named.
      var own = new AssignmentTranslator(outside(), new ExpressionTranslator(outside()));
      values.addAll(written(target.columns(), own.values(target, value.at(), value)));
    }
    values.addAll(given);
    return "(" + String.join(", ", values) + ")";
  }

  private Scope outside() {
    return new Scope(translation, null);
  }

  private static List<String> written(List<Column> columns, List<String> values) {
    return IntStream.range(0, values.size())
        .mapToObj(i -> columns.get(i).write(values.get(i)))
        .toList();
  }

  private String selected(
      Statement.Inserted.Selected selected, List<Target> targets, Collection<String> given) {
    var query = selected.query();
    var derivation = new Derivation(true, targets.stream().map(Target::type).toList(), false);
    var result = new SelectTranslator(translation, null, derivation).translate(query);
    if (result.derived().size() != targets.size()) {
      throw translation.error(
          query.at(),
          "expected a query of %d items, found %d"
              .formatted(targets.size(), result.derived().size()),
          null);
    }
    for (int i = 0; i < targets.size(); i++) {
      check(query.at(), targets.get(i), result.derived().get(i));
    }
    List<Column> columns = columns(targets);
    if (given.isEmpty() && columns.stream().noneMatch(Column::isLargeObject)) {
      return result.sql();
    }
    String alias = translation.alias("q");
    List<String> names = IntStream.range(0, columns.size()).mapToObj(CommonTable::column).toList();
    List<String> values = written(columns, names.stream().map(name -> alias + "." + name).toList());
    return "select %s from (%s) %s(%s)"
        .formatted(
            Stream.concat(values.stream(), given.stream()).collect(Collectors.joining(", ")),
            result.sql(),
            alias,
            String.join(", ", names));
  }

  private void check(int at, Target target, DerivedItem item) {
    var embeddable = target.embeddable();
    boolean sameEmbeddable =
        item.embeddable() == null
            ? embeddable == null
            : embeddable != null && item.embeddable().javaType() == embeddable.javaType();
    if (!sameEmbeddable) {
      throw translation.error(
          at,
          "cannot assign %s to %s, %s"
              .formatted(
                  item.type().description(), target.path().text(), target.type().description()),
          null);
    }
    if (!item.type().isUnknown() && embeddable == null) {
      assignments.check(at, target.type(), item.type());
    }
  }

  private String conflict(Statement.Conflict conflict, TableSource source) {
    String target =
        conflict.attributes().isEmpty()
            ? ""
            : conflict.attributes().stream()
                .flatMap(path -> assignments.target(source, path).columns().stream())
                .map(Column::sql)
                .collect(Collectors.joining(", ", " (", ")"));
    if (conflict.assignments().isEmpty()) {
      return " on conflict" + target + " do nothing";
    }
    var excluded = new TableSource(source.mapping(), EXCLUDED, scope, false);
    scope.declare(new Variable(conflict.at(), EXCLUDED), new Resolved.Entity(excluded));
    String set =
        conflict.assignments().stream()
            .flatMap(assignment -> assignments.assigned(source, assignment).stream())
            .map(one -> one.column().sql() + " = " + one.column().write(one.value()))
            .collect(Collectors.joining(", "));
    var where = SelectTranslator.condition(expressions, conflict.where());
    if (!scope.tables().parts().isEmpty()) {
      throw translation.error(
          conflict.at(),
          "DO UPDATE sees the row that is there and the excluded one only",
          "read other entities in a subquery: (select c.name from Customer c where …)");
    }
    return " on conflict%s do update set %s%s"
        .formatted(target, set, SelectTranslator.where(scope.conditions(), where));
  }
}
