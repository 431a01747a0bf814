package io.tiercel.jpa.query;

import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.type.ScalarConversion;
import io.tiercel.jpa.row.CompositeKey;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One `$n` of the SQL: which parameter it takes and how its argument becomes a column's value. A
/// parameter that is used in several ways has several of them, so that PostgreSQL can infer each
/// one's type from its place alone.
///
/// @param key the name or position of the parameter
/// @param type what the argument, or its part, is compared with or assigned to
/// @param part what it takes of the argument, or of each element of a list
record ParameterBinding(Object key, ValueType type, Mode mode, ArgumentPart part) {

  enum Mode {
    VALUE,
    COLLECTION,
    /// Only whether the argument is null counts.
    PRESENCE
  }

  private static final String PRESENT = "";

  /// The value for the statement.
  @Nullable Object value(@Nullable Object argument, ArgumentReader reader) {
    if (argument == null) {
      return null;
    }
    return switch (mode) {
      case VALUE -> partOf(argument, reader);
      case PRESENCE -> PRESENT;
      case COLLECTION -> collection(argument, reader);
    };
  }

  private List<@Nullable Object> collection(Object argument, ArgumentReader reader) {
    var values = new ArrayList<@Nullable Object>();
    switch (argument) {
      case Collection<?> elements -> {
        for (Object element : elements) {
          values.add(element == null ? null : partOf(element, reader));
        }
      }
      case Object array when array.getClass().isArray() && !(array instanceof byte[]) -> {
        for (int i = 0; i < Array.getLength(array); i++) {
          Object element = Array.get(array, i);
          values.add(element == null ? null : partOf(element, reader));
        }
      }
      default -> values.add(partOf(argument, reader));
    }
    return values;
  }

  private @Nullable Object partOf(Object argument, ArgumentReader reader) {
    return switch (part) {
      case ArgumentPart.OfRow row -> {
        Object item = item(row, argument);
        yield item == null ? null : converted(item, reader);
      }
      case ArgumentPart.OfEmbeddable(var attribute, int index) -> {
        if (!attribute.javaType().isInstance(argument)) {
          throw wrongType(argument, attribute.javaType());
        }
        int slot = attribute.columns().get(index).slot();
        yield reader.embeddable(attribute, argument)[slot];
      }
      case ArgumentPart.Whole _, ArgumentPart.OfId _ -> converted(argument, reader);
    };
  }

  private @Nullable Object item(ArgumentPart.OfRow row, Object argument) {
    try {
      return row.of(argument);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "cannot bind parameter %s: %s".formatted(name(), e.getMessage()), e);
    }
  }

  private Object converted(Object argument, ArgumentReader reader) {
    var entity = type.entity();
    if (entity != null) {
      if (!entity.javaType().isInstance(argument)) {
        throw wrongType(argument, entity.javaType());
      }
      return entityKey(reader.entityId(argument), entity);
    }
    if (type.isString() && argument instanceof Character character) {
      return character.toString();
    }
    if (type.isMoment() && TemporalArguments.isTemporal(argument)) {
      return TemporalArguments.converted(argument, String.valueOf(type.sqlType()));
    }
    if (type.conversion() == ScalarConversion.BYTE && argument instanceof Number) {
      return argument instanceof Byte number ? number.shortValue() : argument;
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
    if (part instanceof ArgumentPart.OfId(int index)) {
      return composite.parts().get(index);
    }
    throw new IllegalArgumentException(
        "cannot bind a %s here: its id has several columns\nHint: compare with = or <>, in, or member of; or compare the attributes of the id, %s."
            .formatted(entity.entityName(), entity.id().name()));
  }

  private Object toColumn(Object value) {
    var conversion = type.conversion();
    return conversion == null ? value : conversion.toColumn(value);
  }

  private IllegalArgumentException wrongType(Object argument, Class<?> expected) {
    return new IllegalArgumentException(
        "cannot bind parameter %s: expected %s, got %s"
            .formatted(name(), expected.getName(), argument.getClass().getName()));
  }

  private String name() {
    return key instanceof Integer ? "?" + key : ":" + key;
  }

  /// The class that the application gives an argument of; Object when any will do.
  Class<?> argumentType() {
    if (part instanceof ArgumentPart.OfRow || type.isMoment()) {
      return Object.class;
    }
    if (part instanceof ArgumentPart.OfEmbeddable(var attribute, _)) {
      return attribute.javaType();
    }
    var entity = type.entity();
    return entity == null ? type.javaType() : entity.javaType();
  }
}
