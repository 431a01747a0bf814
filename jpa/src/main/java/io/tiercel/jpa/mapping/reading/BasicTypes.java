package io.tiercel.jpa.mapping.reading;

import io.tiercel.jpa.mapping.Column;
import io.tiercel.jpa.mapping.Conversion;
import io.tiercel.jpa.mapping.MappingException;
import io.tiercel.jpa.mapping.MappingOptions;
import io.tiercel.jpa.mapping.MappingOptions.ColumnName;
import io.tiercel.jpa.mapping.MappingOptions.FoundType;
import io.tiercel.jpa.mapping.member.PersistentMember;
import io.tiercel.jpa.mapping.source.Annotations;
import io.tiercel.jpa.mapping.type.BasicType;
import io.tiercel.jpa.mapping.type.Boxed;
import io.tiercel.jpa.mapping.type.EnumConversion;
import io.tiercel.jpa.mapping.type.ScalarConversion;
import io.tiercel.jpa.mapping.type.SerializedConversion;
import io.tiercel.jpa.mapping.type.StandardTypes;
import io.tiercel.jpa.mapping.type.TextConversion;
import jakarta.persistence.Convert;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Lob;
import jakarta.persistence.Version;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// The basic types (section 2.6) and how each stands in a row.
final class BasicTypes {
  private static final BasicType UUID_AS_TEXT =
      new BasicType(String.class, ScalarConversion.UUID_AS_TEXT);
  private static final BasicType DURATION_AS_NUMBER =
      new BasicType(BigDecimal.class, ScalarConversion.DURATION_AS_NANOSECONDS, "numeric(21)");
  private static final List<String> NUMBER_TYPES = List.of("numeric", "decimal");
  private static final List<String> TEXT_TYPES = List.of("varchar", "char", "text", "bpchar");

  private final Converters converters;
  private final MappingOptions options;

  BasicTypes(Converters converters, MappingOptions options) {
    this.converters = converters;
    this.options = options;
  }

  /// The type of a basic attribute, by its converter, its annotations or its Java type.
  ///
  /// @param column the annotation that counts for its column
  BasicType of(
      PersistentMember member,
      @Nullable Convert convert,
      jakarta.persistence.@Nullable Column column) {
    BasicType stored = StoredFormats.find(member, convert);
    if (stored != null) {
      return stored;
    }
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
    if (type == Duration.class && isDefinedAs(column, NUMBER_TYPES)) {
      return DURATION_AS_NUMBER;
    }
    if (type == UUID.class && isDefinedAs(column, TEXT_TYPES)) {
      return UUID_AS_TEXT;
    }
    if (type == UUID.class && options.uuidsAsText() && !isDefined(column)) {
      return UUID_AS_TEXT.in("varchar(36)");
    }
    BasicType known = StandardTypes.known(Boxed.of(type));
    if (known != null && !isSerialized(known, column)) {
      return large(member, known);
    }
    if (SerializedConversion.fits(type)) {
      return large(member, new BasicType(byte[].class, new SerializedConversion(type)));
    }
    throw unknown(member, type);
  }

  /// What has a name is stored as that, unless the column is one of bytes.
  private static boolean isSerialized(BasicType type, jakarta.persistence.@Nullable Column column) {
    return type.conversion() instanceof TextConversion && isDefinedAs(column, List.of("bytea"));
  }

  private BasicType large(PersistentMember member, BasicType type) {
    return options.lobsAsLargeObjects() && isLarge(member, type.columnType())
        ? type.in("oid")
        : type;
  }

  private static boolean isLarge(PersistentMember member, Class<?> columnType) {
    return member.has(Lob.class) && (columnType == byte[].class || columnType == String.class);
  }

  /// The column as the database has it, as far as that is known.
  Column asFound(PersistentMember member, Column column) {
    FoundType found = options.found().get(new ColumnName(column.table(), column.name()));
    if (found == FoundType.LARGE_OBJECT && isLarge(member, column.columnType())) {
      return column.ofType("oid");
    }
    if (found == FoundType.NUMBER && column.columnType() == Duration.class) {
      Conversion outer = column.conversion();
      BasicType type = outer == null ? DURATION_AS_NUMBER : DURATION_AS_NUMBER.after(outer);
      return column.as(type.columnType(), "numeric(21)", type.conversion());
    }
    Map<String, String> generated = options.generated().get(column.table());
    return generated == null ? column : StoredFormats.beside(column, generated);
  }

  private static boolean isDefined(jakarta.persistence.@Nullable Column column) {
    return column != null && !column.columnDefinition().isEmpty();
  }

  /// Whether a column definition begins with one of these names.
  private static boolean isDefinedAs(
      jakarta.persistence.@Nullable Column column, List<String> types) {
    if (column == null) {
      return false;
    }
    String definition = column.columnDefinition().strip().toLowerCase(Locale.ROOT);
    return types.stream().anyMatch(definition::startsWith);
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
