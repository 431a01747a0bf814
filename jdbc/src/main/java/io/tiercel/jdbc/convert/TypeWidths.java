package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Oids;

/// Precision, scale and display size of types with a modifier, as `ResultSetMetaData` tells them.
final class TypeWidths {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /// The server adds the length of a header to the modifiers of `numeric`, `varchar` and `bpchar`.
  private static final int HEADER = 4;

  private static final int MAX_NUMERIC_DISPLAY = 131_089;
  private static final int SECOND_DIGITS = 6;

  private TypeWidths() {}

  static int precision(int oid, int typmod) {
    return switch (oid) {
      case Oids.INT2 -> 5;
      case Oids.INT4, Oids.OID -> 10;
      case Oids.INT8 -> 19;
      // Digits that any float of this width needs to be told from the next one.
      case Oids.FLOAT4 -> 8;
      case Oids.FLOAT8 -> 17;
      case Oids.NUMERIC -> typmod < 0 ? 0 : (typmod - HEADER) >>> 16;
      case Oids.BOOL, Oids.CHAR -> 1;
      case Oids.BPCHAR,
          Oids.VARCHAR,
          Oids.DATE,
          Oids.TIME,
          Oids.TIMETZ,
          Oids.TIMESTAMP,
          Oids.TIMESTAMPTZ,
          Oids.INTERVAL,
          Oids.VARBIT ->
          displaySize(oid, typmod);
      case Oids.BIT -> Math.max(typmod, 1);
      default -> UNLIMITED;
    };
  }

  static int scale(int oid, int typmod) {
    return switch (oid) {
      case Oids.FLOAT4 -> 8;
      case Oids.FLOAT8 -> 17;
      // Eleven bits with a sign: numeric(2,-3) rounds to thousands.
      case Oids.NUMERIC -> typmod < 0 ? 0 : (((typmod - HEADER) & 0x7FF) ^ 0x400) - 0x400;
      case Oids.TIME, Oids.TIMETZ, Oids.TIMESTAMP, Oids.TIMESTAMPTZ -> secondDigits(typmod);
      case Oids.INTERVAL -> typmod < 0 ? SECOND_DIGITS : intervalDigits(typmod);
      default -> 0;
    };
  }

  private static int secondDigits(int typmod) {
    return typmod < 0 ? SECOND_DIGITS : typmod;
  }

  /// The lower half of the modifier; FFFF if only fields are limited.
  private static int intervalDigits(int typmod) {
    return Math.min(typmod & 0xFFFF, SECOND_DIGITS);
  }

  static int displaySize(int oid, int typmod) {
    int seconds = secondWidth(secondDigits(typmod));
    return switch (oid) {
      case Oids.INT2 -> "-32768".length();
      case Oids.INT4 -> "-2147483648".length();
      case Oids.OID -> "4294967295".length();
      case Oids.INT8 -> "-9223372036854775808".length();
      case Oids.FLOAT4 -> 15;
      case Oids.FLOAT8 -> 25;
      case Oids.BOOL, Oids.CHAR -> 1;
      case Oids.DATE -> "4713-01-01 BC".length();
      case Oids.TIME -> "00:00:00".length() + seconds;
      case Oids.TIMETZ -> "00:00:00+00:00".length() + seconds;
      case Oids.TIMESTAMP -> "292277-01-01 00:00:00".length() + 1 + seconds;
      case Oids.TIMESTAMPTZ -> "123456-01-01 00:00:00+00:00".length() + 1 + seconds;
      case Oids.INTERVAL -> 49;
      case Oids.BPCHAR, Oids.VARCHAR -> typmod < 0 ? UNLIMITED : typmod - HEADER;
      case Oids.NUMERIC -> numericDisplaySize(typmod);
      case Oids.BIT -> Math.max(typmod, 1);
      case Oids.VARBIT -> typmod < 0 ? UNLIMITED : typmod;
      default -> UNLIMITED;
    };
  }

  /// The point and the digits after it; one digit counts as two, as in pgjdbc.
  private static int secondWidth(int digits) {
    return digits == 0 ? 0 : Math.max(digits, 2) + 1;
  }

  private static int numericDisplaySize(int typmod) {
    if (typmod < 0) {
      return MAX_NUMERIC_DISPLAY;
    }
    int scale = scale(Oids.NUMERIC, typmod);
    int whole = precision(Oids.NUMERIC, typmod) - Math.min(scale, 0);
    return 1 + whole + (scale > 0 ? 1 : 0);
  }
}
