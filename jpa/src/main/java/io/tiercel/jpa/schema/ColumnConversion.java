package io.tiercel.jpa.schema;

import io.tiercel.wire.codec.Oids;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// How `alter column … type` turns the values of a column into those of another type. Where
/// PostgreSQL has a cast that an assignment uses, nothing need be said; where it has none it wants
/// a `using` clause (manual, ALTER TABLE and section 10.4). Anything becomes text by itself.
final class ColumnConversion {
  private static final Set<Integer> TEXTS = Set.of(Oids.TEXT, Oids.VARCHAR, Oids.BPCHAR, Oids.NAME);
  private static final Set<String> TEXT_NAMES = Set.of("text", "varchar", "char", "character");
  private static final Set<Integer> NUMBERS =
      Set.of(Oids.INT2, Oids.INT4, Oids.INT8, Oids.NUMERIC, Oids.FLOAT4, Oids.FLOAT8);
  private static final Set<String> NUMBER_NAMES =
      Set.of("smallint", "integer", "bigint", "numeric", "real", "double");
  private static final Set<Integer> DAYS = Set.of(Oids.DATE, Oids.TIMESTAMP, Oids.TIMESTAMPTZ);
  private static final Set<String> DAY_NAMES = Set.of("date", "timestamp", "timestamptz");
  private static final Set<String> TIME_NAMES = Set.of("time", "timetz");

  private ColumnConversion() {}

  /// What follows `type …`: a clause with a blank before it, nothing where none is needed, or null
  /// where only the application knows what the values mean.
  ///
  /// @param column as SQL
  /// @param from the type that it has
  /// @param to the type that it is to have, as SQL
  static @Nullable String using(String column, int from, String to) {
    String target = name(to);
    String expression = expression(column, from, target, to);
    return expression == null ? null : expression.isEmpty() ? "" : " using " + expression;
  }

  private static @Nullable String expression(String column, int from, String target, String to) {
    if (from == Oids.BYTEA) {
      return fromBytes(column, target);
    }
    if (from == Oids.OID) {
      return fromLargeObject(column, target);
    }
    if (TEXT_NAMES.contains(target)) {
      return "";
    }
    if (TEXTS.contains(from)) {
      return fromText(column, target, to);
    }
    if (NUMBERS.contains(from)) {
      return fromNumber(column, target);
    }
    if (DAYS.contains(from)) {
      boolean hasTime = from != Oids.DATE && TIME_NAMES.contains(target);
      return DAY_NAMES.contains(target) || hasTime ? "" : null;
    }
    return switch (from) {
      case Oids.BOOL -> NUMBER_NAMES.contains(target) ? column + "::integer" : null;
      case Oids.INTERVAL ->
          NUMBER_NAMES.contains(target) ? "extract(epoch from %s) * 1e9".formatted(column) : null;
      case Oids.UUID -> target.equals("bytea") ? "uuid_send(%s)".formatted(column) : null;
      case Oids.TIME, Oids.TIMETZ -> TIME_NAMES.contains(target) ? "" : null;
      default -> null;
    };
  }

  /// Texts are read as the type's own spelling, but for bytes: those of a text are what counts.
  private static String fromText(String column, String target, String to) {
    return switch (target) {
      case "bytea" -> "convert_to(%s, 'UTF8')".formatted(column);
      case "oid", "lo" -> "lo_from_bytea(0, convert_to(%s, 'UTF8'))".formatted(column);
      default -> "%s::%s".formatted(column, to);
    };
  }

  /// A length of time was a number of nanoseconds.
  private static @Nullable String fromNumber(String column, String target) {
    return switch (target) {
      case "boolean" -> column + " <> 0";
      case "interval" -> "make_interval(secs => %s / 1e9)".formatted(column);
      default -> NUMBER_NAMES.contains(target) ? "" : null;
    };
  }

  /// Bytes become text by themselves too, but not the text that they are.
  private static @Nullable String fromBytes(String column, String target) {
    return switch (target) {
      case "text", "varchar", "char" -> "convert_from(%s, 'UTF8')".formatted(column);
      case "uuid" -> "encode(%s, 'hex')::uuid".formatted(column);
      case "oid", "lo" -> "lo_from_bytea(0, %s)".formatted(column);
      default -> null;
    };
  }

  private static @Nullable String fromLargeObject(String column, String target) {
    return switch (target) {
      case "text", "varchar", "char" -> "convert_from(lo_get(%s), 'UTF8')".formatted(column);
      case "bytea" -> "lo_get(%s)".formatted(column);
      case "bigint" -> "";
      default -> null;
    };
  }

  /// The type without length, precision and fields: the first word, by PostgreSQL's short name.
  private static String name(String type) {
    return type.strip().toLowerCase(Locale.ROOT).split("[^a-z_0-9]", 2)[0];
  }
}
