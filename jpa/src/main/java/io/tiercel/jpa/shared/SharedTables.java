package io.tiercel.jpa.shared;

import io.tiercel.cache.CachedTable;
import io.tiercel.cache.KeyColumn;
import io.tiercel.jpa.history.SystemVersioned;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.EntityTable;
import io.tiercel.jpa.mapping.Table;
import io.tiercel.jpa.row.CompositeKey;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The tables that the state of a hierarchy's entities stands in, as the cache has to know them.
final class SharedTables {
  /// Classes of id columns whose values are equal when the database takes them for the same, and
  /// that are read from the change stream as from a result.
  private static final Set<Class<?>> KEY_TYPES =
      Set.of(
          Integer.class,
          Long.class,
          Short.class,
          String.class,
          java.util.UUID.class,
          Boolean.class,
          BigDecimal.class,
          BigInteger.class,
          LocalDate.class,
          LocalDateTime.class,
          Instant.class);

  private SharedTables() {}

  /// Why rows of this hierarchy cannot be cached; null where they can.
  static @Nullable String refusal(EntityMapping root) {
    for (Column column : root.tables().getFirst().key()) {
      if (!isKey(column)) {
        return "its id is a %s".formatted(column.columnType().getName());
      }
    }
    return root.javaType().isAnnotationPresent(SystemVersioned.class)
        ? "it is @SystemVersioned"
        : null;
  }

  /// All tables of a hierarchy, each with the columns that hold the id.
  static List<CachedTable> of(EntityMapping root) {
    Map<Object, CachedTable> tables = new LinkedHashMap<>();
    for (EntityMapping type : root.withSubtypes()) {
      if (!type.inheritance().hasTablePerClass() || !type.isAbstract()) {
        type.tables().forEach(table -> tables.putIfAbsent(table.table(), cached(table)));
      }
    }
    return List.copyOf(tables.values());
  }

  /// Whether values of the column may be the key of what is stored.
  static boolean isKey(Column column) {
    return KEY_TYPES.contains(column.columnType());
  }

  private static CachedTable cached(EntityTable table) {
    return cached(table.table(), table.key());
  }

  /// A table with the columns that hold the id.
  static CachedTable cached(Table table, List<Column> key) {
    String schema = table.schema();
    return new CachedTable(
        schema == null ? "" : schema,
        table.name(),
        key.stream().map(column -> new KeyColumn(column.name(), column.columnType())).toList(),
        SharedTables::id);
  }

  /// The id as a persistence context has it.
  private static Object id(Object[] values) {
    return values.length == 1
        ? CompositeKey.normal(values[0])
        : new CompositeKey(new ArrayList<>(Arrays.asList(values)));
  }
}
