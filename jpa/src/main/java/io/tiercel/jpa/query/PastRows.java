package io.tiercel.jpa.query;

import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntitySource;
import io.tiercel.jpa.mapping.Identifier;
import io.tiercel.jpa.mapping.Table;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The rows of an entity as they were at some moment: those of its table and of its history whose
/// period has the moment in it.
final class PastRows {

  private PastRows() {}

  private static @Nullable SystemVersioned of(EntityMapping entity) {
    return entity.root().javaType().getAnnotation(SystemVersioned.class);
  }

  /// Whether the entity's table knows what was.
  static boolean has(EntityMapping entity) {
    return of(entity) != null && new EntitySource(entity, "t").isOneTable();
  }

  /// As a from clause declares them.
  ///
  /// @param moment SQL, the same for all rows
  static String declaration(EntityMapping entity, String alias, String moment) {
    SystemVersioned versioned = of(entity);
    if (versioned == null) {
      throw new IllegalStateException(entity + " has no history");
    }
    String columns =
        entity.withSubtypes().stream()
            .flatMap(type -> type.columns().stream())
            .map(Column::sql)
            .distinct()
            .collect(Collectors.joining(", "));
    String period = Identifier.quote(versioned.period());
    String condition = " where " + period + " @> " + moment;
    String present = "select " + columns + " from " + entity.table().sql() + condition;
    if (versioned.history().isEmpty()) {
      return "(" + present + ") " + alias;
    }
    String schema = versioned.schema().isEmpty() ? entity.table().schema() : versioned.schema();
    Table history = new Table(schema, versioned.history());
    return "(%s union all select %s from %s%s) %s"
        .formatted(present, columns, history.sql(), condition, alias);
  }
}
