package io.tiercel.jdbc.metadata;

import java.sql.Types;

/// Which casts there are between the types that `java.sql.Types` names.
final class ConvertibleTypes {
  private ConvertibleTypes() {}

  static boolean isPossible(int from, int to) {
    Family source = family(from);
    Family target = family(to);
    if (source == Family.NONE || target == Family.NONE) {
      return false;
    }
    return source == target
        || source == Family.TEXT
        || target == Family.TEXT
        || (from == Types.INTEGER && target == Family.BOOLEAN)
        || (source == Family.BOOLEAN && to == Types.INTEGER);
  }

  private enum Family {
    NUMBER,
    TEXT,
    BOOLEAN,
    BINARY,
    DATE,
    TIME,
    NONE
  }

  private static Family family(int type) {
    return switch (type) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          Family.NUMBER;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          Family.TEXT;
      case Types.BIT, Types.BOOLEAN -> Family.BOOLEAN;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Family.BINARY;
      case Types.DATE, Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Family.DATE;
      case Types.TIME, Types.TIME_WITH_TIMEZONE -> Family.TIME;
      default -> Family.NONE;
    };
  }
}
