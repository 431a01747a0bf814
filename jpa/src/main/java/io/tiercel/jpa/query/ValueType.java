package io.tiercel.jpa.query;

import io.tiercel.jpa.format.ValuePart;
import io.tiercel.jpa.mapping.BasicAttribute;
import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.EntityMapping;
import io.tiercel.jpa.mapping.type.BasicType;
import io.tiercel.jpa.mapping.type.EnumConversion;
import io.tiercel.jpa.mapping.type.ScalarConversion;
import jakarta.persistence.AttributeConverter;
import jakarta.persistence.EnumType;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The type of an expression. An entity is represented by its id.
///
/// @param javaType the class of the value in Java, boxed; Object when unknown
/// @param columnType the class its column is decoded as
/// @param conversion from the column's value to Java's, or null
/// @param sqlType the PostgreSQL type without length or precision, null when unknown
/// @param entity the entity this is the id of, null for other values
record ValueType(
    Class<?> javaType,
    Class<?> columnType,
    @Nullable Conversion conversion,
    @Nullable String sqlType,
    @Nullable EntityMapping entity) {

  static final ValueType UNKNOWN = new ValueType(Object.class, Object.class, null, null, null);
  static final ValueType STRING = plain(String.class, "text");
  static final ValueType BOOLEAN = plain(Boolean.class, "boolean");
  static final ValueType INTEGER = plain(Integer.class, "integer");
  static final ValueType LONG = plain(Long.class, "bigint");
  static final ValueType FLOAT = plain(Float.class, "real");
  static final ValueType DOUBLE = plain(Double.class, "double precision");
  static final ValueType BIG_INTEGER = plain(BigInteger.class, "numeric");
  static final ValueType BIG_DECIMAL = plain(BigDecimal.class, "numeric");

  /// A moment, as a parameter of any class of dates and times.
  static final ValueType MOMENT = plain(java.sql.Timestamp.class, "timestamptz");

  /// A parameter of any class that is cast to a string, which Java does for the server.
  static final ValueType AS_TEXT =
      new ValueType(Object.class, String.class, new AsText(), "text", null);

  /// What a cast calls the type of a column: without length and precision, which would cut values,
  /// and whatever a column definition says.
  private static final Map<Class<?>, String> SQL_TYPES =
      Map.ofEntries(
          Map.entry(String.class, "text"),
          Map.entry(Boolean.class, "boolean"),
          Map.entry(Short.class, "smallint"),
          Map.entry(Integer.class, "integer"),
          Map.entry(Long.class, "bigint"),
          Map.entry(Float.class, "real"),
          Map.entry(Double.class, "double precision"),
          Map.entry(BigInteger.class, "numeric"),
          Map.entry(BigDecimal.class, "numeric"),
          Map.entry(LocalDate.class, "date"),
          Map.entry(LocalTime.class, "time"),
          Map.entry(OffsetTime.class, "timetz"),
          Map.entry(LocalDateTime.class, "timestamp"),
          Map.entry(Instant.class, "timestamptz"),
          Map.entry(Duration.class, "interval"),
          Map.entry(UUID.class, "uuid"),
          Map.entry(byte[].class, "bytea"));

  private static final Map<Class<?>, ValueType> MOMENTS =
      Map.of(
          java.sql.Date.class, plain(java.sql.Date.class, "date"),
          LocalDate.class, plain(java.sql.Date.class, "date"),
          java.sql.Time.class, plain(java.sql.Time.class, "time"),
          LocalTime.class, plain(java.sql.Time.class, "time"),
          LocalDateTime.class, plain(java.sql.Timestamp.class, "timestamp"),
          Instant.class, plain(java.sql.Timestamp.class, "timestamptz"));

  /// A number of unknown kind.
  static final ValueType NUMBER =
      new ValueType(Number.class, BigDecimal.class, null, "numeric", null);

  /// From the least to the most inclusive, where Double wins over the exact types: the rules of
  /// numeric promotion in specification 3.2, section 4.6.17.
  private static final List<ValueType> PROMOTION =
      List.of(INTEGER, LONG, BIG_INTEGER, BIG_DECIMAL, FLOAT, DOUBLE);

  private record AsText() implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      return attributeValue.toString();
    }

    @Override
    public Object toAttribute(Object columnValue) {
      return columnValue;
    }
  }

  /// Constants of an enum that are stored nowhere, by their names.
  static ValueType ofNames(Class<?> enumType) {
    var names = EnumConversion.type(enumType, EnumType.STRING);
    return new ValueType(enumType, names.columnType(), names.conversion(), "text", null);
  }

  static ValueType plain(Class<?> javaType, @Nullable String sqlType) {
    return new ValueType(javaType, javaType, null, sqlType, null);
  }

  static ValueType of(Column column, Class<?> javaType) {
    return new ValueType(
        boxed(javaType),
        column.columnType(),
        column.conversion(),
        SQL_TYPES.get(column.columnType()),
        null);
  }

  static ValueType of(BasicAttribute attribute) {
    return of(attribute.column(), attribute.javaType());
  }

  /// Of a part of a value in a format.
  static ValueType of(ValuePart part) {
    var converter = part.converter();
    return converter == null
        ? of(part.javaType())
        : new ValueType(
            boxed(part.javaType()),
            String.class,
            new PartConversion(converter),
            part.sqlType(),
            null);
  }

  private record PartConversion(AttributeConverter<Object, String> converter)
      implements Conversion {
    @Override
    public Object toColumn(Object attributeValue) {
      return converter.convertToDatabaseColumn(attributeValue);
    }

    @Override
    public Object toAttribute(Object columnValue) {
      return converter.convertToEntityAttribute((String) columnValue);
    }
  }

  static ValueType of(EntityMapping entity) {
    if (!entity.id().isSimple()) {
      return new ValueType(entity.id().javaType(), Object.class, null, null, entity);
    }
    var id = of(entity.id().simple());
    return new ValueType(id.javaType, id.columnType, id.conversion, id.sqlType, entity);
  }

  /// The type of a value of a class by itself; unknown when the class is no basic type.
  static ValueType of(Class<?> javaType) {
    var type = BasicType.of(javaType);
    return type == null
        ? UNKNOWN
        : new ValueType(
            boxed(javaType),
            type.columnType(),
            type.conversion(),
            SQL_TYPES.get(type.columnType()),
            null);
  }

  /// Whether every number of one type is one of the other.
  static boolean fits(ValueType number, ValueType into) {
    boolean isNarrow = into.columnType == Short.class && number.columnType != Short.class;
    return into.javaType != Number.class && !isNarrow && number.rank() <= into.rank();
  }

  /// Whether PostgreSQL has no operator between the two: one of them only is text, or a number.
  static boolean areApart(ValueType one, ValueType other) {
    return one.sqlType != null
        && other.sqlType != null
        && (one.isText() != other.isText() || one.isNumber() != other.isNumber());
  }

  private boolean isText() {
    return columnType == String.class;
  }

  private boolean isNumber() {
    return Number.class.isAssignableFrom(columnType);
  }

  boolean isUnknown() {
    return javaType == Object.class;
  }

  boolean isString() {
    return columnType == String.class && conversion == null;
  }

  boolean isBoolean() {
    return javaType == Boolean.class;
  }

  /// Whether it is what the functions of the current date and time give. A parameter beside it
  /// takes every class of dates and times.
  boolean isMoment() {
    return conversion == null
        && (javaType == java.sql.Date.class
            || javaType == java.sql.Time.class
            || javaType == java.sql.Timestamp.class);
  }

  /// Whether a value is a date or time of `java.util`, which does not tell what part of it counts:
  /// what it is compared with does.
  boolean isMomentOfJavaUtil() {
    return Calendar.class.isAssignableFrom(javaType) || javaType == java.util.Date.class;
  }

  /// The type of a parameter beside it that takes every class of dates and times, null when it is
  /// no date or time, or one whose class takes them already.
  @Nullable ValueType moment() {
    return MOMENTS.get(columnType);
  }

  boolean isNumeric() {
    return entity == null && Number.class.isAssignableFrom(javaType);
  }

  boolean isIntegral() {
    return javaType == Integer.class
        || javaType == Long.class
        || javaType == Short.class
        || javaType == Byte.class
        || javaType == BigInteger.class;
  }

  /// Whether it is an integral number whose column holds integral numbers.
  boolean isStoredIntegral() {
    return isNumeric()
        && isIntegral()
        && (conversion == null || conversion == ScalarConversion.BYTE)
        && (columnType == Short.class || columnType == Integer.class || columnType == Long.class);
  }

  /// Whether a number is a value of a column of this integral type.
  boolean holds(Number number) {
    return switch (number) {
      case Byte _ -> true;
      case Short _ -> true;
      case Integer value -> isWithin(value);
      case Long value -> isWithin(value);
      case BigInteger value -> value.bitLength() < Long.SIZE && isWithin(value.longValue());
      default -> false;
    };
  }

  private boolean isWithin(long value) {
    return columnType == Long.class
        || (columnType == Integer.class ? value == (int) value : value == (short) value);
  }

  /// The type of an arithmetic expression with operands of these types.
  static ValueType promoted(ValueType left, ValueType right) {
    if (!left.isNumeric() || !right.isNumeric()) {
      return left.isNumeric() ? left : right;
    }
    return PROMOTION.get(Math.max(left.rank(), right.rank()));
  }

  private int rank() {
    for (int rank = 0; rank < PROMOTION.size(); rank++) {
      if (PROMOTION.get(rank).javaType == javaType) {
        return rank;
      }
    }
    // Short and Byte are promoted to Integer; a number of unknown kind counts as exact.
    return isIntegral() ? 0 : PROMOTION.indexOf(BIG_DECIMAL);
  }

  /// How error messages call it.
  String description() {
    if (entity != null) {
      return "entity " + entity.entityName();
    }
    return isUnknown() ? "a value of unknown type" : javaType.getSimpleName();
  }

  static Class<?> boxed(Class<?> type) {
    return MethodType.methodType(type).wrap().returnType();
  }
}
