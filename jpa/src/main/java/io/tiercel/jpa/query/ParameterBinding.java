package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.row.CompositeKey;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// One `$n` of the SQL: which parameter it takes and how its argument becomes a column's value. A
/// parameter that is used in several ways has several of them, so that PostgreSQL can infer each
/// one's type from its place alone.
///
/// @param key the name or position of the parameter
/// @param part which column of an entity's id it takes, [#WHOLE] for values of one column
/// @param type what the argument is compared with or assigned to
record ParameterBinding(Object key, ValueType type, Mode mode, int part) {

  /// The part of a value that is not one of several columns.
  static final int WHOLE = -1;

  enum Mode {
    VALUE,
    COLLECTION,
    /// Only whether the argument is null counts.
    PRESENCE
  }

  private static final String PRESENT = "";

  /// The value for the statement.
  ///
  /// @param entityId the id of an entity instance as its columns hold it
  @Nullable Object value(@Nullable Object argument, UnaryOperator<Object> entityId) {
    if (argument == null) {
      return null;
    }
    return switch (mode) {
      case VALUE -> converted(argument, entityId);
      case PRESENCE -> PRESENT;
      case COLLECTION -> collection(argument, entityId);
    };
  }

  private List<@Nullable Object> collection(Object argument, UnaryOperator<Object> entityId) {
    var values = new ArrayList<@Nullable Object>();
    switch (argument) {
      case Collection<?> elements -> {
        for (Object element : elements) {
          values.add(element == null ? null : converted(element, entityId));
        }
      }
      case Object array when array.getClass().isArray() && !(array instanceof byte[]) -> {
        for (int i = 0; i < Array.getLength(array); i++) {
          Object element = Array.get(array, i);
          values.add(element == null ? null : converted(element, entityId));
        }
      }
      default -> values.add(converted(argument, entityId));
    }
    return values;
  }

  private Object converted(Object argument, UnaryOperator<Object> entityId) {
    var entity = type.entity();
    if (entity != null) {
      if (!entity.javaType().isInstance(argument)) {
        throw wrongType(argument, entity.javaType());
      }
      return entityKey(entityId.apply(argument), entity);
    }
    if (type.isString() && argument instanceof Character character) {
      return character.toString();
    }
    if (type.isMoment() && TemporalArguments.isTemporal(argument)) {
      return TemporalArguments.converted(argument, String.valueOf(type.sqlType()));
    }
    boolean fits =
        type.javaType().isInstance(argument)
            || (type.isNumeric() && argument instanceof Number && type.conversion() == null);
    if (!fits) {
      throw wrongType(argument, type.javaType());
    }
    return toColumn(argument);
  }

  private Object entityKey(Object key, EntityMapping entity) {
    if (!(key instanceof CompositeKey composite)) {
      return key;
    }
    if (part == WHOLE) {
      throw new IllegalArgumentException(
          "cannot bind a %s here: its id has several columns\nHint: compare with = or <>, in, or member of; or compare the attributes of the id, %s."
              .formatted(entity.entityName(), entity.id().name()));
    }
    return composite.parts().get(part);
  }

  private Object toColumn(Object value) {
    var conversion = type.conversion();
    return conversion == null ? value : conversion.toColumn(value);
  }

  private IllegalArgumentException wrongType(Object argument, Class<?> expected) {
    String name = key instanceof Integer ? "?" + key : ":" + key;
    return new IllegalArgumentException(
        "cannot bind parameter %s: expected %s, got %s"
            .formatted(name, expected.getName(), argument.getClass().getName()));
  }
}
