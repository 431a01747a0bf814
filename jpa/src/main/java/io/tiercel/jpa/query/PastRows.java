package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.History;
import io.tiercel.jpa.mapping.Identifier;
import java.util.stream.Collectors;

/// The rows of an entity as they were at some moment: those of its table and of its history whose
/// period has the moment in it.
final class PastRows {

  private PastRows() {}

  /// Whether the entity's table knows what was.
  static boolean has(EntityMapping entity) {
    return History.of(entity) != null;
  }

  /// As a from clause declares them.
  ///
  /// @param moment SQL, the same for all rows
  static String declaration(EntityMapping entity, String alias, String moment) {
    History history = History.of(entity);
    if (history == null) {
      throw new IllegalStateException(entity + " has no history");
    }
    String columns = history.columns().stream().map(Column::sql).collect(Collectors.joining(", "));
    String condition = " where " + Identifier.quote(history.period()) + " @> " + moment;
    String present = "select " + columns + " from " + entity.table().sql() + condition;
    return history.table() == null
        ? "(" + present + ") " + alias
        : "(%s union all select %s from %s%s) %s"
            .formatted(present, columns, history.table().sql(), condition, alias);
  }
}
