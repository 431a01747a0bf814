package io.tiercel.jdbc.statement;

import io.tiercel.jdbc.convert.Parameter;
import io.tiercel.wire.codec.Oids;
import io.tiercel.wire.codec.ServerText;
import java.time.temporal.TemporalAccessor;
import java.util.HexFormat;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Values of parameters as literals, for `toString` of a statement.
final class ShownValue {
  private static final String UNKNOWN = "?";

  private ShownValue() {}

  /// `?` for what has no value yet, or none that a literal could show.
  static String of(@Nullable Parameter parameter) {
    if (parameter == null) {
      return UNKNOWN;
    }
    return switch (parameter.value()) {
      case null -> "(NULL)";
      case byte[] bytes -> "'\\x" + HexFormat.of().formatHex(bytes) + "'::bytea";
      case ServerText text -> typed(text.text(), parameter.declaredOid());
      case String text -> typed(text, parameter.declaredOid());
      case Number number -> typed(number.toString(), parameter.declaredOid());
      case Boolean bool -> typed(bool.toString(), parameter.declaredOid());
      case UUID uuid -> typed(uuid.toString(), parameter.declaredOid());
      case TemporalAccessor time -> typed(time.toString(), parameter.declaredOid());
      default -> UNKNOWN;
    };
  }

  private static String typed(String text, int oid) {
    String doubled = text.replace("'", "''");
    String literal =
        text.indexOf('\\') < 0 ? "'" + doubled + "'" : "E'" + doubled.replace("\\", "\\\\") + "'";
    String type = typeName(oid);
    return type == null ? "(" + literal + ")" : "(" + literal + "::" + type + ")";
  }

  /// Null where the literal is to be read as what stands around it asks for.
  private static @Nullable String typeName(int oid) {
    return switch (oid) {
      case Oids.BOOL -> "boolean";
      case Oids.INT2 -> "int2";
      case Oids.INT4 -> "int4";
      case Oids.INT8 -> "int8";
      case Oids.FLOAT4 -> "real";
      case Oids.FLOAT8 -> "double precision";
      case Oids.NUMERIC -> "numeric";
      case Oids.UUID -> "uuid";
      case Oids.DATE -> "date";
      case Oids.TIME -> "time";
      case Oids.TIMETZ -> "timetz";
      case Oids.TIMESTAMP -> "timestamp";
      case Oids.TIMESTAMPTZ -> "timestamptz";
      case Oids.INTERVAL -> "interval";
      default -> null;
    };
  }
}
