package io.tiercel.jpa.mapping.type;

import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.MappingException;
import jakarta.persistence.EnumType;
import jakarta.persistence.EnumeratedValue;
import jakarta.persistence.PersistenceException;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Between an enum's constants and their ordinals, names, or the values of their
/// `@EnumeratedValue` field (section 11.1.18). The specification stores ordinals unless an
/// attribute asks for names.
@SuppressWarnings("EnumOrdinal")
public final class EnumConversion implements Conversion {
  private final Class<?> enumType;
  private final Object[] valueByOrdinal;
  private final Map<Object, Object> constantByValue = new HashMap<>();

  private EnumConversion(Class<?> enumType, Object[] valueByOrdinal) {
    this.enumType = enumType;
    this.valueByOrdinal = valueByOrdinal;
    Object[] constants = constants(enumType);
    for (int i = 0; i < constants.length; i++) {
      constantByValue.put(valueByOrdinal[i], constants[i]);
    }
  }

  /// How constants of the enum are stored when the attribute asks for `kind`, null for nothing.
  public static BasicType type(Class<?> enumType, @Nullable EnumType kind) {
    Field field = kind == null ? valueField(enumType) : null;
    if (field != null) {
      return byField(enumType, field);
    }
    if (kind == EnumType.STRING) {
      Object[] names =
          Stream.of(constants(enumType)).map(constant -> ((Enum<?>) constant).name()).toArray();
      return new BasicType(String.class, new EnumConversion(enumType, names));
    }
    Object[] ordinals =
        Stream.of(constants(enumType)).<Object>map(c -> ((Enum<?>) c).ordinal()).toArray();
    return new BasicType(Integer.class, new EnumConversion(enumType, ordinals));
  }

  private static Object[] constants(Class<?> enumType) {
    Object[] constants = enumType.getEnumConstants();
    if (constants == null) {
      throw new IllegalArgumentException(enumType + " is not an enum");
    }
    return constants;
  }

  private static @Nullable Field valueField(Class<?> enumType) {
    return Stream.of(enumType.getDeclaredFields())
        .filter(field -> field.isAnnotationPresent(EnumeratedValue.class))
        .findFirst()
        .orElse(null);
  }

  private static BasicType byField(Class<?> enumType, Field field) {
    field.setAccessible(true);
    Object[] values = Stream.of(constants(enumType)).map(c -> stored(field, c)).toArray();
    if (Stream.of(values).distinct().count() != values.length) {
      throw new MappingException(
          enumType,
          field.getName(),
          "two constants have the same @EnumeratedValue",
          "make them distinct.");
    }
    Class<?> columnType = field.getType() == String.class ? String.class : Integer.class;
    return new BasicType(columnType, new EnumConversion(enumType, values));
  }

  private static Object stored(Field field, Object constant) {
    try {
      return switch (field.get(constant)) {
        case String text -> text;
        case Byte number -> number.intValue();
        case Short number -> number.intValue();
        case Integer number -> number;
        case null, default ->
            throw new MappingException(
                field.getDeclaringClass(),
                field.getName(),
                "an @EnumeratedValue is a non-null byte, short, int or String",
                "change the field's type, or use an AttributeConverter.");
      };
    } catch (IllegalAccessException e) {
      throw new AssertionError("setAccessible was called", e);
    }
  }

  @Override
  public Object toColumn(Object attributeValue) {
    return valueByOrdinal[((Enum<?>) attributeValue).ordinal()];
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public Object toAttribute(Object columnValue) {
    Object constant = constantByValue.get(columnValue);
    if (constant == null) {
      throw new PersistenceException(
          "cannot read %s as %s: no constant is stored like this, only %s"
              .formatted(columnValue, enumType.getName(), constantByValue.keySet()));
    }
    return constant;
  }
}
