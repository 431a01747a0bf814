package io.tiercel.wire.codec;

import java.util.HashMap;
import java.util.Map;

/// The catalogue of the types whose oids are the same everywhere.
final class BuiltinTypes {
  private static final char COMMA = ',';

  private final Map<Integer, TypeCodec> codecs = new HashMap<>();
  private final Map<Integer, Integer> arrayOids = new HashMap<>();

  private BuiltinTypes() {
    scalars();
    texts();
    spelled();
  }

  /// Codec by oid, of scalars and of arrays.
  static Map<Integer, TypeCodec> codecs() {
    return Map.copyOf(new BuiltinTypes().codecs);
  }

  /// Array oid by element oid.
  static Map<Integer, Integer> arrayOids() {
    return Map.copyOf(new BuiltinTypes().arrayOids);
  }

  private void scalars() {
    add(Oids.BOOL, Oids.BOOL_ARRAY, Booleans.bool());
    add(Oids.INT2, Oids.INT2_ARRAY, Integers.int2());
    add(Oids.INT4, Oids.INT4_ARRAY, Integers.int4());
    add(Oids.INT8, Oids.INT8_ARRAY, Integers.int8());
    add(Oids.OID, Oids.OID_ARRAY, Integers.unsignedInt4("oid"));
    add(Oids.XID, Oids.XID_ARRAY, Integers.unsignedInt4("xid"));
    add(Oids.CID, Oids.CID_ARRAY, Integers.unsignedInt4("cid"));
    add(Oids.XID8, Oids.XID8_ARRAY, Integers.xid8());
    add(Oids.FLOAT4, Oids.FLOAT4_ARRAY, Floats.float4());
    add(Oids.FLOAT8, Oids.FLOAT8_ARRAY, Floats.float8());
    add(Oids.NUMERIC, Oids.NUMERIC_ARRAY, Numerics.numeric());
    add(Oids.BYTEA, Oids.BYTEA_ARRAY, Byteas.bytea());
    add(Oids.UUID, Oids.UUID_ARRAY, Uuids.uuid());
    add(Oids.DATE, Oids.DATE_ARRAY, Dates.date());
    add(Oids.TIME, Oids.TIME_ARRAY, Times.time());
    add(Oids.TIMETZ, Oids.TIMETZ_ARRAY, Times.timetz());
    add(Oids.TIMESTAMP, Oids.TIMESTAMP_ARRAY, Timestamps.timestamp());
    add(Oids.TIMESTAMPTZ, Oids.TIMESTAMPTZ_ARRAY, Timestamps.timestamptz());
    add(Oids.INTERVAL, Oids.INTERVAL_ARRAY, Intervals.interval());
    add(Oids.RECORD, Oids.RECORD_ARRAY, Composites.composite("record"));
  }

  private void texts() {
    add(Oids.TEXT, Oids.TEXT_ARRAY, Texts.text("text"));
    add(Oids.VARCHAR, Oids.VARCHAR_ARRAY, Texts.text("varchar"));
    add(Oids.BPCHAR, Oids.BPCHAR_ARRAY, Texts.text("bpchar"));
    add(Oids.NAME, Oids.NAME_ARRAY, Texts.text("name"));
    add(Oids.CHAR, Oids.CHAR_ARRAY, Texts.singleByteChar());
    add(Oids.JSON, Oids.JSON_ARRAY, Texts.json());
    add(Oids.JSONB, Oids.JSONB_ARRAY, Texts.jsonb());
    codecs.put(Oids.UNKNOWN, Texts.text("unknown"));
  }

  private void spelled() {
    spelled(Oids.XML, Oids.XML_ARRAY, "xml");
    spelled(Oids.INET, Oids.INET_ARRAY, "inet");
    spelled(Oids.CIDR, Oids.CIDR_ARRAY, "cidr");
    spelled(Oids.MACADDR, Oids.MACADDR_ARRAY, "macaddr");
    spelled(Oids.MACADDR8, Oids.MACADDR8_ARRAY, "macaddr8");
    spelled(Oids.MONEY, Oids.MONEY_ARRAY, "money");
    spelled(Oids.BIT, Oids.BIT_ARRAY, "bit");
    spelled(Oids.VARBIT, Oids.VARBIT_ARRAY, "varbit");
    spelled(Oids.POINT, Oids.POINT_ARRAY, "point");
    spelled(Oids.LSEG, Oids.LSEG_ARRAY, "lseg");
    spelled(Oids.PATH, Oids.PATH_ARRAY, "path");
    spelled(Oids.POLYGON, Oids.POLYGON_ARRAY, "polygon");
    spelled(Oids.LINE, Oids.LINE_ARRAY, "line");
    spelled(Oids.CIRCLE, Oids.CIRCLE_ARRAY, "circle");
    spelled(Oids.PG_LSN, Oids.PG_LSN_ARRAY, "pg_lsn");
    spelled(Oids.TSVECTOR, Oids.TSVECTOR_ARRAY, "tsvector");
    spelled(Oids.TSQUERY, Oids.TSQUERY_ARRAY, "tsquery");
    spelled(Oids.JSONPATH, Oids.JSONPATH_ARRAY, "jsonpath");
    spelled(Oids.INT4RANGE, Oids.INT4RANGE_ARRAY, "int4range");
    spelled(Oids.INT8RANGE, Oids.INT8RANGE_ARRAY, "int8range");
    spelled(Oids.NUMRANGE, Oids.NUMRANGE_ARRAY, "numrange");
    spelled(Oids.TSRANGE, Oids.TSRANGE_ARRAY, "tsrange");
    spelled(Oids.TSTZRANGE, Oids.TSTZRANGE_ARRAY, "tstzrange");
    spelled(Oids.DATERANGE, Oids.DATERANGE_ARRAY, "daterange");
    // The one built-in type whose arrays are not delimited by a comma.
    add(Oids.BOX, Oids.BOX_ARRAY, Texts.spelled("box"), ';');
    codecs.put(Oids.VOID, Texts.spelled("void"));
  }

  private void spelled(int oid, int arrayOid, String typeName) {
    add(oid, arrayOid, Texts.spelled(typeName));
  }

  private void add(int oid, int arrayOid, TypeCodec codec) {
    add(oid, arrayOid, codec, COMMA);
  }

  private void add(int oid, int arrayOid, TypeCodec codec, char delimiter) {
    codecs.put(oid, codec);
    codecs.put(arrayOid, new ArrayCodec(codec, oid, delimiter));
    arrayOids.put(oid, arrayOid);
  }
}
