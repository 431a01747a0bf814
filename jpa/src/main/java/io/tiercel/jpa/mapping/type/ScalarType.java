package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import org.jspecify.annotations.Nullable;

/// How a column of a statement of the application's own is read as a Java class that no attribute
/// stands behind.
///
/// @param columnType the class to decode it as; Object for what the server's type decodes as
/// @param conversion to the asked class, null when the column's value is of it
public record ScalarType(Class<?> columnType, @Nullable Conversion conversion) {

  /// For that class, primitive or not. A class that is no basic type is left to the decoder.
  public static ScalarType of(Class<?> type) {
    Class<?> boxed = Boxed.of(type);
    if (boxed.isEnum()) {
      return new ScalarType(Object.class, new OfEnum(boxed));
    }
    BasicType known = StandardTypes.known(boxed);
    return known == null
        ? new ScalarType(boxed, null)
        : new ScalarType(known.columnType(), known.conversion());
  }

  /// A column of an enum may hold names or ordinals.
  private record OfEnum(Class<?> type) implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      return ((Enum<?>) attributeValue).name();
    }

    @Override
    public Object toAttribute(Object columnValue) {
      Object[] constants = type.getEnumConstants();
      if (columnValue instanceof Number number) {
        int ordinal = number.intValue();
        if (ordinal >= 0 && ordinal < constants.length) {
          return constants[ordinal];
        }
      }
      for (Object constant : constants) {
        if (((Enum<?>) constant).name().equals(columnValue)) {
          return constant;
        }
      }
      throw new IllegalArgumentException(
          "%s has no constant for the column's value".formatted(type.getName()));
    }
  }
}
