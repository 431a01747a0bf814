package io.tiercel.jpa.sql;

import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.FieldResult;
import jakarta.persistence.LockModeType;
import jakarta.persistence.NamedNativeQuery;
import jakarta.persistence.SqlResultSetMapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How the columns of a row become the items of a result (section 10.4.3): entities first, then
/// objects made by constructors, then single columns. One item is the element of the result list
/// itself, several are an array.
///
/// @param name what error messages call it
public record ResultSetMapping(
    String name, List<EntityItem> entities, List<ClassItem> classes, List<ColumnItem> columns) {

  /// Copies the lists.
  public ResultSetMapping {
    entities = List.copyOf(entities);
    classes = List.copyOf(classes);
    columns = List.copyOf(columns);
  }

  /// An entity of which every column stands in the row.
  ///
  /// @param lockMode the lock that the statement takes on its row
  /// @param columnsByField the result columns of attributes, by `name`, `embedded.name` or
  ///     `association.idName`; other attributes are found by the names of their columns
  /// @param discriminatorColumn the result column that tells the entity's class, null for that of
  ///     the mapping
  public record EntityItem(
      Class<?> type,
      LockModeType lockMode,
      Map<String, String> columnsByField,
      @Nullable String discriminatorColumn) {
    /// Copies the map.
    public EntityItem {
      columnsByField = Map.copyOf(columnsByField);
    }
  }

  /// An object made by the constructor whose parameters take the columns in this order.
  public record ClassItem(Class<?> type, List<ColumnItem> columns) {
    /// Copies the list.
    public ClassItem {
      columns = List.copyOf(columns);
    }
  }

  /// One column.
  ///
  /// @param type the class of its value, null for what the server's type decodes as
  public record ColumnItem(String name, @Nullable Class<?> type) {}

  /// The mapping of a query whose rows are one entity.
  public static ResultSetMapping of(Class<?> entity) {
    var item = new EntityItem(entity, LockModeType.NONE, Map.of(), null);
    return new ResultSetMapping(entity.getSimpleName(), List.of(item), List.of(), List.of());
  }

  /// The mapping that an annotation describes.
  public static ResultSetMapping of(SqlResultSetMapping annotation) {
    return of(annotation.name(), annotation.entities(), annotation.classes(), annotation.columns());
  }

  /// The mapping that a named query declares itself, null when it declares none.
  public static @Nullable ResultSetMapping of(NamedNativeQuery query) {
    var mapping = of(query.name(), query.entities(), query.classes(), query.columns());
    return mapping.size() == 0 ? null : mapping;
  }

  private static ResultSetMapping of(
      String name,
      jakarta.persistence.EntityResult[] entities,
      ConstructorResult[] classes,
      ColumnResult[] columns) {
    return new ResultSetMapping(
        name,
        Stream.of(entities).map(ResultSetMapping::entity).toList(),
        Stream.of(classes)
            .map(item -> new ClassItem(item.targetClass(), columns(item.columns())))
            .toList(),
        columns(columns));
  }

  private static EntityItem entity(jakarta.persistence.EntityResult annotation) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (FieldResult field : annotation.fields()) {
      fields.put(field.name(), field.column());
    }
    String discriminator = annotation.discriminatorColumn();
    return new EntityItem(
        annotation.entityClass(),
        lockMode(annotation),
        fields,
        discriminator.isEmpty() ? null : discriminator);
  }

  /// The annotation's default is OPTIMISTIC, which says that the statement takes no lock.
  private static LockModeType lockMode(jakarta.persistence.EntityResult annotation) {
    return switch (annotation.lockMode()) {
      case READ, OPTIMISTIC, NONE -> LockModeType.NONE;
      case WRITE, OPTIMISTIC_FORCE_INCREMENT -> LockModeType.OPTIMISTIC_FORCE_INCREMENT;
      case PESSIMISTIC_READ -> LockModeType.PESSIMISTIC_READ;
      case PESSIMISTIC_WRITE -> LockModeType.PESSIMISTIC_WRITE;
      case PESSIMISTIC_FORCE_INCREMENT -> LockModeType.PESSIMISTIC_FORCE_INCREMENT;
    };
  }

  private static List<ColumnItem> columns(ColumnResult[] annotations) {
    List<ColumnItem> items = new ArrayList<>();
    for (ColumnResult column : annotations) {
      items.add(new ColumnItem(column.name(), column.type() == void.class ? null : column.type()));
    }
    return items;
  }

  /// How many items a row has.
  public int size() {
    return entities.size() + classes.size() + columns.size();
  }
}
