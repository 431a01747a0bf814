package io.tiercel.jpa.mapping;

import io.tiercel.jpa.history.SystemVersioned;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where the former rows of an entity are. Its table and that of its history have the same columns
/// and a period.
///
/// @param entity the root of the hierarchy
/// @param period the column with the time in which a row is valid
/// @param table the table of former rows, null when the entity's own table has them
/// @param managed whether the schema tools make the period, the history and what writes them
public record History(EntityMapping entity, String period, @Nullable Table table, boolean managed) {

  /// The history of an entity; null when it has none, or stands in several tables.
  public static @Nullable History of(EntityMapping entity) {
    var root = entity.root();
    SystemVersioned versioned = root.javaType().getAnnotation(SystemVersioned.class);
    if (versioned == null || !new EntitySource(entity, "t").isOneTable()) {
      return null;
    }
    String schema = versioned.schema().isEmpty() ? root.table().schema() : versioned.schema();
    Table table = versioned.history().isEmpty() ? null : new Table(schema, versioned.history());
    return new History(root, versioned.period(), table, versioned.managed());
  }

  /// The columns of the entity's table, without the period, once each.
  public List<Column> columns() {
    Map<String, Column> columns = new LinkedHashMap<>();
    for (EntityMapping type : entity.withSubtypes()) {
      type.columns().forEach(column -> columns.putIfAbsent(column.sql(), column));
    }
    return new ArrayList<>(columns.values());
  }
}
