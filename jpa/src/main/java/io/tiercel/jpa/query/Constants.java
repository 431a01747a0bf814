package io.tiercel.jpa.query;

import io.tiercel.jpa.query.syntax.Reference;
import io.tiercel.jpa.query.watch.Operand;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Literals and enum constants as SQL.
final class Constants {

  private final Translation translation;

  Constants(Translation translation) {
    this.translation = translation;
  }

  /// A constant.
  ///
  /// @param expected the type of what it is compared with or assigned to: its conversion is applied
  ///     to values of the attribute's type; null when there is nothing
  Sql literal(int at, Object value, @Nullable ValueType expected) {
    if (expected != null) {
      var conversion = expected.conversion();
      if (conversion != null && expected.javaType().isInstance(value)) {
        return render(at, conversion.toColumn(value)).as(expected);
      }
    }
    return render(at, value);
  }

  private Sql render(int at, Object value) {
    return text(at, value).with(new Operand.Constant(value));
  }

  private Sql text(int at, Object value) {
    return switch (value) {
      case String text -> Sql.primary(quoted(text), ValueType.STRING);
      case Character character -> Sql.primary(quoted(character.toString()), ValueType.STRING);
      case Boolean bool -> Sql.primary(bool.toString(), ValueType.BOOLEAN);
      case Number number -> number(number);
      case LocalDate date -> typed("date", date, date);
      case LocalTime time -> typed("time", time, time);
      case LocalDateTime time -> typed("timestamp", time, time.toString().replace('T', ' '));
      case OffsetDateTime time -> typed("timestamptz", time, time);
      case Instant time -> typed("timestamptz", time, time);
      case UUID uuid -> typed("uuid", uuid, uuid);
      default ->
          throw translation.error(
              at,
              "cannot write %s as a literal".formatted(value.getClass().getName()),
              "pass the value as a parameter");
    };
  }

  private static Sql typed(String sqlType, Object value, Object text) {
    return Sql.primary(sqlType + " '" + text + "'", ValueType.plain(value.getClass(), sqlType));
  }

  /// A whole number that fits is an integer for PostgreSQL and any other a numeric, which keeps all
  /// its digits; what Java takes for a double is cast only where a function asks for it.
  private static Sql number(Number number) {
    return switch (number) {
      case Integer i -> signed(i.toString(), ValueType.INTEGER);
      case Short s -> signed(s.toString(), ValueType.INTEGER);
      case Byte b -> signed(b.toString(), ValueType.INTEGER);
      case Long l when l == l.intValue() ->
          signed(l.toString(), ValueType.INTEGER).cast(ValueType.LONG);
      case Long l -> signed(l.toString(), ValueType.LONG);
      case BigInteger b -> signed(b.toString(), ValueType.UNKNOWN).cast(ValueType.BIG_INTEGER);
      case BigDecimal b -> signed(b.toString(), ValueType.BIG_DECIMAL);
      case Float f -> signed(f.toString(), ValueType.UNKNOWN).cast(ValueType.FLOAT);
      default ->
          signed(
              number.toString(), new ValueType(Double.class, Double.class, null, "numeric", null));
    };
  }

  private static Sql signed(String digits, ValueType type) {
    return new Sql(digits, type, digits.startsWith("-") ? Sql.SIGN : Sql.PRIMARY);
  }

  static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  /// The enum constant a path names: by its class, or by its own name where an enum is expected.
  ///
  /// @return null when it names none
  @Nullable Sql enumConstant(Reference.Path path, @Nullable ValueType expected) {
    Object constant = constant(path, expected);
    if (constant == null) {
      return null;
    }
    if (expected == null || expected.isUnknown()) {
      // Nothing that is stored: any form does.
      return literal(
          path.at(), constant, ValueType.ofNames(((Enum<?>) constant).getDeclaringClass()));
    }
    if (expected.conversion() == null) {
      throw translation.error(
          path.at(),
          "cannot tell how enum constant %s is stored".formatted(path.text()),
          "compare it with an attribute, or pass it as a parameter");
    }
    if (!expected.javaType().isInstance(constant)) {
      throw translation.error(
          path.at(),
          "expected a constant of %s, found %s"
              .formatted(expected.javaType().getSimpleName(), path.text()),
          null);
    }
    return literal(path.at(), constant, expected);
  }

  private @Nullable Object constant(Reference.Path path, @Nullable ValueType expected) {
    var names = path.names();
    String name = names.getLast();
    if (names.size() <= 2 && expected != null && expected.javaType().isEnum()) {
      var type = expected.javaType();
      if (names.size() == 1 || names.getFirst().equals(type.getSimpleName())) {
        return named(type, name);
      }
    }
    if (names.size() == 1) {
      return null;
    }
    var type = translation.classOrNull(String.join(".", names.subList(0, names.size() - 1)));
    return type == null || !type.isEnum() ? null : named(type, name);
  }

  private static @Nullable Object named(Class<?> enumType, String name) {
    return Stream.of(enumType.getEnumConstants())
        .filter(constant -> ((Enum<?>) constant).name().equals(name))
        .findFirst()
        .orElse(null);
  }
}
