package io.tiercel.jpa.mapping;

import jakarta.persistence.Convert;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The basic types (section 2.6) and how each stands in a row.
final class BasicTypes {
  private static final Map<Class<?>, BasicType> TYPES = new HashMap<>();
  private static final BasicType UUID_AS_TEXT =
      new BasicType(String.class, ScalarConversion.UUID_AS_TEXT);
  private static final List<String> TEXT_TYPES = List.of("varchar", "char", "text", "bpchar");

  static {
    for (Class<?> type :
        new Class<?>[] {
          Boolean.class,
          Short.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          String.class,
          BigDecimal.class,
          BigInteger.class,
          UUID.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetTime.class,
          Instant.class,
          Duration.class
        }) {
      TYPES.put(type, BasicType.plain(type));
    }
    converted(Byte.class, Short.class, ScalarConversion.BYTE);
    converted(Character.class, String.class, ScalarConversion.CHARACTER);
    converted(char[].class, String.class, ScalarConversion.CHARS);
    converted(Character[].class, String.class, ScalarConversion.BOXED_CHARS);
    converted(byte[].class, byte[].class, ScalarConversion.BYTES);
    converted(Byte[].class, byte[].class, ScalarConversion.BOXED_BYTES);
    converted(Year.class, Integer.class, ScalarConversion.YEAR);
    converted(OffsetDateTime.class, Instant.class, ScalarConversion.OFFSET_DATE_TIME);
    converted(ZonedDateTime.class, Instant.class, ScalarConversion.ZONED_DATE_TIME);
    converted(Calendar.class, Timestamp.class, ScalarConversion.CALENDAR);
    converted(Date.class, Timestamp.class, ScalarConversion.DATE);
    converted(Timestamp.class, Timestamp.class, ScalarConversion.SQL_TIMESTAMP);
    converted(java.sql.Date.class, LocalDate.class, ScalarConversion.SQL_DATE);
    converted(java.sql.Time.class, LocalTime.class, ScalarConversion.SQL_TIME);
  }

  private final Converters converters;
  private final MappingOptions options;

  BasicTypes(Converters converters, MappingOptions options) {
    this.converters = converters;
    this.options = options;
  }

  /// How values of a class stand in a row where no annotation says it; null for other classes.
  static @Nullable BasicType known(Class<?> type) {
    return TYPES.get(type);
  }

  private static void converted(Class<?> type, Class<?> columnType, Conversion conversion) {
    TYPES.put(type, new BasicType(columnType, conversion));
  }

  /// The type of a basic attribute, by its converter, its annotations or its Java type.
  ///
  /// @param column the annotation that counts for its column
  BasicType of(
      PersistentMember member,
      @Nullable Convert convert,
      jakarta.persistence.@Nullable Column column) {
    Converters.Found converter = converters.find(member, convert, mayConvertByItself(member));
    if (converter == null) {
      return of(member, member.javaType(), column);
    }
    return of(member, converter.databaseType(), column).after(converter.conversion());
  }

  private static boolean mayConvertByItself(PersistentMember member) {
    return !member.has(Id.class)
        && !member.has(Version.class)
        && !member.has(Enumerated.class)
        && Temporals.asked(member) == null;
  }

  private BasicType of(
      PersistentMember member, Class<?> type, jakarta.persistence.@Nullable Column column) {
    BasicType temporal = Temporals.of(member, type);
    if (temporal != null) {
      return temporal;
    }
    if (type.isEnum()) {
      Enumerated enumerated = member.annotation(Enumerated.class);
      return EnumConversion.type(type, enumerated == null ? null : enumerated.value());
    }
    if (type == UUID.class && isText(column)) {
      return UUID_AS_TEXT;
    }
    if (type == UUID.class && options.uuidsAsText() && !isDefined(column)) {
      return UUID_AS_TEXT.in("varchar(36)");
    }
    BasicType known = TYPES.get(Boxed.of(type));
    if (known != null) {
      return large(member, known);
    }
    if (SerializedConversion.fits(type)) {
      return large(member, new BasicType(byte[].class, new SerializedConversion(type)));
    }
    throw unknown(member, type);
  }

  private BasicType large(PersistentMember member, BasicType type) {
    boolean hasContent = type.columnType() == byte[].class || type.columnType() == String.class;
    return options.lobsAsLargeObjects() && hasContent && member.has(Lob.class)
        ? type.in("oid")
        : type;
  }

  private static boolean isDefined(jakarta.persistence.@Nullable Column column) {
    return column != null && !column.columnDefinition().isEmpty();
  }

  /// Whether a column definition asks for text.
  private static boolean isText(jakarta.persistence.@Nullable Column column) {
    if (column == null) {
      return false;
    }
    String definition = column.columnDefinition().strip().toLowerCase(Locale.ROOT);
    return TEXT_TYPES.stream().anyMatch(definition::startsWith);
  }

  private static MappingException unknown(PersistentMember member, Class<?> type) {
    if (Annotations.has(type, jakarta.persistence.Entity.class)) {
      return member.refusal(
          "%s is an entity, but the attribute says nothing about the association"
              .formatted(type.getName()),
          "annotate it with @ManyToOne or @OneToOne.");
    }
    return member.refusal(
        "%s is not a basic type".formatted(type.getName()),
        "annotate the class with @Embeddable, name an AttributeConverter in @Convert, make it"
            + " Serializable, or mark the attribute @Transient.");
  }
}
