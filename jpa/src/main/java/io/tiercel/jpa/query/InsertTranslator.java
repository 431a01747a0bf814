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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Translates bulk inserts, which the specification has not. What the statement does not name gets
/// what `persist` would give it: a generated id, the first version, the mark of the class.
final class InsertTranslator {
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
    List<Column> columns = columns(targets);
    refuseDoubles(targets);
    boolean isAlone =
        insert.rows() instanceof Statement.Inserted.Rows(var rows) && rows.size() == 1;
    GeneratedId id = namesId(entity, columns) ? null : id(insert.at(), entity, isAlone);
    Map<Column, String> given = given(entity, columns);
    String sql =
        id instanceof GeneratedId.OfBlocks || entity.tables().size() > 1
            ? staged(insert, source, targets, id, given)
            : direct(insert, source, targets, id, given);
    return new BulkTranslator.Result(sql, entity);
  }

  private String direct(
      Statement.Insert insert,
      TableSource source,
      List<Target> targets,
      @Nullable GeneratedId id,
      Map<Column, String> given) {
    var entity = source.mapping();
    List<String> names = new ArrayList<>(names(columns(targets)));
    List<String> more = new ArrayList<>();
    if (id instanceof GeneratedId.OfRow(var value)) {
      names.add(entity.id().columns().getFirst().sql());
      more.add(value);
    }
    given.forEach(
        (column, value) -> {
          names.add(column.sql());
          more.add(value);
        });
    return "insert into %s as %s (%s) %s%s"
        .formatted(
            entity.table().sql(),
            source.alias(),
            String.join(", ", names),
            rows(insert.rows(), targets, more),
            insert.conflict() == null ? "" : conflict(insert.conflict(), source));
  }

  private String staged(
      Statement.Insert insert,
      TableSource source,
      List<Target> targets,
      @Nullable GeneratedId id,
      Map<Column, String> given) {
    var entity = source.mapping();
    if (insert.conflict() != null && entity.tables().size() > 1) {
      throw translation.unsupported(
          insert.conflict().at(),
          "ON CONFLICT for %s, which has several tables,".formatted(entity),
          "update what is there first, then insert what is not: … where not exists (…)");
    }
    List<Column> columns = columns(targets);
    String query =
        switch (insert.rows()) {
          case Statement.Inserted.Rows(var rows) -> typed(rows, targets, columns);
          case Statement.Inserted.Selected selected -> query(selected, targets);
        };
    return new StagedInsert(translation, entity, columns, id, given)
        .sql(
            query,
            source.alias(),
            insert.conflict() == null ? "" : conflict(insert.conflict(), source));
  }

  /// Rows of values that are not inserted at once, so that no table gives parameters their types.
  private String typed(List<Operation.Row> rows, List<Target> targets, List<Column> columns) {
    String types =
        columns.stream()
            .map(StagedInsert::prototype)
            .collect(Collectors.joining(", ", "select ", " where false"));
    return rows.stream()
        .map(row -> String.join(", ", values(row, targets)))
        .collect(Collectors.joining(" union all select ", types + " union all select ", ""));
  }

  private void refuseOther(int at, EntityMapping entity) {
    if (entity.isAbstract()) {
      throw translation.error(
          at,
          "cannot insert into %s, which is abstract".formatted(entity),
          "name one of " + entity.concreteTypes());
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

  private void refuseDoubles(List<Target> targets) {
    Set<String> named = new HashSet<>();
    for (Target target : targets) {
      for (Column column : target.columns()) {
        if (!named.add(column.toString())) {
          throw translation.error(
              target.path().at(), "%s is named twice".formatted(target.path().text()), null);
        }
      }
    }
  }

  private static boolean names(List<Column> columns, Column wanted) {
    return columns.stream().anyMatch(column -> column.toString().equals(wanted.toString()));
  }

  private static boolean namesId(EntityMapping entity, List<Column> columns) {
    return entity.id().columns().stream().allMatch(part -> names(columns, part));
  }

  /// What is inserted without being named, by column, without the id.
  private static Map<Column, String> given(EntityMapping entity, List<Column> named) {
    Map<Column, String> given = new LinkedHashMap<>();
    var version = entity.version();
    if (version != null && !names(named, version.column())) {
      given.put(version.column(), firstVersion(version.column().columnType()));
    }
    var discriminator = entity.inheritance().discriminator();
    if (discriminator != null && !names(named, discriminator)) {
      given.put(discriminator, EntitySource.literal(entity));
    }
    return given;
  }

  /// Where the id comes from, null when the column gives it by itself.
  private @Nullable GeneratedId id(int at, EntityMapping entity, boolean isAlone) {
    var id = GeneratedId.of(entity, isAlone);
    if (id == null && !(entity.idGeneration() instanceof IdGeneration.Identity)) {
      throw translation.error(
          at,
          "an insert into %s needs a value for %s".formatted(entity, entity.id().name()),
          "name it among the attributes");
    }
    return id;
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
              .map(row -> row(values(row, targets), targets, given))
              .collect(Collectors.joining(", ", "values ", ""));
      case Statement.Inserted.Selected selected -> selected(selected, targets, given);
    };
  }

  private static String row(List<String> values, List<Target> targets, Collection<String> given) {
    List<String> all = new ArrayList<>(written(columns(targets), values));
    all.addAll(given);
    return "(" + String.join(", ", all) + ")";
  }

  /// The values of the columns of a row.
  private List<String> values(Operation.Row row, List<Target> targets) {
    if (row.items().size() != targets.size()) {
      throw translation.error(
          row.at(),
          "expected %d values, found %d".formatted(targets.size(), row.items().size()),
          null);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      var value = row.items().get(i);
      // Not the entity's: there is no row yet whose attributes could be named.
      var own = new AssignmentTranslator(outside(), new ExpressionTranslator(outside()));
      values.addAll(own.values(targets.get(i), value.at(), value));
    }
    return values;
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
    String query = query(selected, targets);
    List<Column> columns = columns(targets);
    if (given.isEmpty() && columns.stream().noneMatch(Column::isLargeObject)) {
      return query;
    }
    String alias = translation.alias("q");
    List<String> names = IntStream.range(0, columns.size()).mapToObj(CommonTable::column).toList();
    List<String> values = written(columns, names.stream().map(name -> alias + "." + name).toList());
    return "select %s from (%s) %s(%s)"
        .formatted(
            Stream.concat(values.stream(), given.stream()).collect(Collectors.joining(", ")),
            query,
            alias,
            String.join(", ", names));
  }

  private String query(Statement.Inserted.Selected selected, List<Target> targets) {
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
    return result.sql();
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
    var excluded = new TableSource(source.mapping(), Statement.Conflict.EXCLUDED, scope, false);
    scope.declare(
        new Variable(conflict.at(), Statement.Conflict.EXCLUDED), new Resolved.Entity(excluded));
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
