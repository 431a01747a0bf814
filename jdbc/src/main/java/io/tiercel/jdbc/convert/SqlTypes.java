package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.wire.codec.Oids;
import java.sql.SQLException;
import java.sql.Types;

/// The types that the codes of [Types] stand for.
final class SqlTypes {
  private static final String INVALID_PARAMETER_TYPE = "07006";

  private SqlTypes() {}

  /// The oid to declare; 0 where the code leaves it open.
  static int oid(int sqlType, ConversionContext context) throws SQLException {
    return switch (sqlType) {
      case Types.BIT, Types.BOOLEAN -> Oids.BOOL;
      case Types.TINYINT, Types.SMALLINT -> Oids.INT2;
      case Types.INTEGER -> Oids.INT4;
      case Types.BIGINT -> Oids.INT8;
      case Types.REAL -> Oids.FLOAT4;
      case Types.DOUBLE, Types.FLOAT -> Oids.FLOAT8;
      case Types.DECIMAL, Types.NUMERIC -> Oids.NUMERIC;
      case Types.CHAR, Types.NCHAR -> Oids.BPCHAR;
      case Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR ->
          context.stringsAreUntyped() ? Oids.UNSPECIFIED : Oids.VARCHAR;
      case Types.DATE -> Oids.DATE;
      case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> Oids.BYTEA;
      case Types.SQLXML -> Oids.XML;
      case Types.REF_CURSOR -> Oids.REFCURSOR;
      // A `timestamp` and a `timestamptz` share a code; a LOB is an `oid` or a `bytea`.
      case Types.BLOB,
          Types.CLOB,
          Types.NCLOB,
          Types.TIME,
          Types.TIMESTAMP,
          Types.TIME_WITH_TIMEZONE,
          Types.TIMESTAMP_WITH_TIMEZONE,
          Types.ARRAY,
          Types.DISTINCT,
          Types.STRUCT,
          Types.NULL,
          Types.ROWID,
          Types.OTHER ->
          Oids.UNSPECIFIED;
      default -> throw unknown(sqlType);
    };
  }

  static SQLException unknown(int sqlType) {
    return SqlExceptions.of(
        INVALID_PARAMETER_TYPE, "unknown code of java.sql.Types: " + sqlType, null);
  }
}
