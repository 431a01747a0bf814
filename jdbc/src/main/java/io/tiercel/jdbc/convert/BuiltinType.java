package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.value.Box;
import io.tiercel.jdbc.value.Circle;
import io.tiercel.jdbc.value.Line;
import io.tiercel.jdbc.value.LineSegment;
import io.tiercel.jdbc.value.Path;
import io.tiercel.jdbc.value.Point;
import io.tiercel.jdbc.value.Polygon;
import io.tiercel.jdbc.value.TypedText;
import io.tiercel.wire.codec.Interval;
import io.tiercel.wire.codec.Oids;
import java.sql.Types;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// What is known of the types that every server has, without asking it.
///
/// @param sqlType a code of [Types]
/// @param javaClass what `getObject` returns
record BuiltinType(int oid, String name, int sqlType, Class<?> javaClass, int arrayOid) {
  private static final Map<Integer, BuiltinType> BY_OID = new HashMap<>();
  private static final Map<String, Integer> OIDS = new HashMap<>();
  private static final Map<Integer, Integer> ELEMENTS = new HashMap<>();

  static {
    numbers();
    texts();
    times();
    others();
    put(Oids.VOID, "void", Types.OTHER, Object.class, 0);
    put(Oids.UNKNOWN, "unknown", Types.VARCHAR, String.class, 0);
  }

  private static void numbers() {
    put(Oids.BOOL, "bool", Types.BIT, Boolean.class, Oids.BOOL_ARRAY);
    put(Oids.INT2, "int2", Types.SMALLINT, Integer.class, Oids.INT2_ARRAY);
    put(Oids.INT4, "int4", Types.INTEGER, Integer.class, Oids.INT4_ARRAY);
    put(Oids.INT8, "int8", Types.BIGINT, Long.class, Oids.INT8_ARRAY);
    put(Oids.OID, "oid", Types.BIGINT, Long.class, Oids.OID_ARRAY);
    put(Oids.FLOAT4, "float4", Types.REAL, Float.class, Oids.FLOAT4_ARRAY);
    put(Oids.FLOAT8, "float8", Types.DOUBLE, Double.class, Oids.FLOAT8_ARRAY);
    put(Oids.NUMERIC, "numeric", Types.NUMERIC, java.math.BigDecimal.class, Oids.NUMERIC_ARRAY);
    put(Oids.MONEY, "money", Types.DOUBLE, Double.class, Oids.MONEY_ARRAY);
    put(Oids.BIT, "bit", Types.BIT, Boolean.class, Oids.BIT_ARRAY);
  }

  private static void texts() {
    put(Oids.CHAR, "char", Types.CHAR, String.class, Oids.CHAR_ARRAY);
    put(Oids.BPCHAR, "bpchar", Types.CHAR, String.class, Oids.BPCHAR_ARRAY);
    put(Oids.VARCHAR, "varchar", Types.VARCHAR, String.class, Oids.VARCHAR_ARRAY);
    put(Oids.TEXT, "text", Types.VARCHAR, String.class, Oids.TEXT_ARRAY);
    put(Oids.NAME, "name", Types.VARCHAR, String.class, Oids.NAME_ARRAY);
    put(Oids.BYTEA, "bytea", Types.BINARY, byte[].class, Oids.BYTEA_ARRAY);
    put(Oids.XML, "xml", Types.SQLXML, java.sql.SQLXML.class, Oids.XML_ARRAY);
    put(Oids.REFCURSOR, "refcursor", Types.REF_CURSOR, java.sql.ResultSet.class, 2201);
  }

  private static void times() {
    put(Oids.DATE, "date", Types.DATE, java.sql.Date.class, Oids.DATE_ARRAY);
    put(Oids.TIME, "time", Types.TIME, java.sql.Time.class, Oids.TIME_ARRAY);
    put(Oids.TIMETZ, "timetz", Types.TIME, java.sql.Time.class, Oids.TIMETZ_ARRAY);
    put(Oids.TIMESTAMP, "timestamp", Types.TIMESTAMP, java.sql.Timestamp.class, 1115);
    put(Oids.TIMESTAMPTZ, "timestamptz", Types.TIMESTAMP, java.sql.Timestamp.class, 1185);
    put(Oids.INTERVAL, "interval", Types.OTHER, Interval.class, Oids.INTERVAL_ARRAY);
  }

  private static void others() {
    put(Oids.POINT, "point", Types.OTHER, Point.class, Oids.POINT_ARRAY);
    put(Oids.LSEG, "lseg", Types.OTHER, LineSegment.class, Oids.LSEG_ARRAY);
    put(Oids.BOX, "box", Types.OTHER, Box.class, Oids.BOX_ARRAY);
    put(Oids.PATH, "path", Types.OTHER, Path.class, Oids.PATH_ARRAY);
    put(Oids.POLYGON, "polygon", Types.OTHER, Polygon.class, Oids.POLYGON_ARRAY);
    put(Oids.LINE, "line", Types.OTHER, Line.class, Oids.LINE_ARRAY);
    put(Oids.CIRCLE, "circle", Types.OTHER, Circle.class, Oids.CIRCLE_ARRAY);
    put(Oids.JSON, "json", Types.OTHER, TypedText.class, Oids.JSON_ARRAY);
    put(Oids.JSONB, "jsonb", Types.OTHER, TypedText.class, Oids.JSONB_ARRAY);
    put(Oids.RECORD, "record", Types.OTHER, java.sql.Struct.class, Oids.RECORD_ARRAY);
    put(Oids.UUID, "uuid", Types.OTHER, UUID.class, Oids.UUID_ARRAY);
  }

  private static void put(int oid, String name, int sqlType, Class<?> javaClass, int arrayOid) {
    BY_OID.put(oid, new BuiltinType(oid, name, sqlType, javaClass, arrayOid));
    OIDS.put(name, oid);
    if (arrayOid != 0) {
      BY_OID.put(
          arrayOid, new BuiltinType(arrayOid, "_" + name, Types.ARRAY, java.sql.Array.class, 0));
      OIDS.put("_" + name, arrayOid);
      ELEMENTS.put(arrayOid, oid);
    }
  }

  static @Nullable BuiltinType find(int oid) {
    return BY_OID.get(oid);
  }

  /// 0 if there is none of that name.
  static int oid(String name) {
    return OIDS.getOrDefault(name, 0);
  }

  /// 0 if it is no array.
  static int elementOid(int arrayOid) {
    return ELEMENTS.getOrDefault(arrayOid, 0);
  }
}
