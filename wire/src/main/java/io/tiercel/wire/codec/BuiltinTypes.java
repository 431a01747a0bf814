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
    structures();
    ranges();
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
    add(Oids.RECORD, Oids.RECORD_ARRAY, Composites.record());
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
    // Its text, and the number of its digits, follow the server's lc_monetary.
    spelled(Oids.MONEY, Oids.MONEY_ARRAY, "money");
    spelled(Oids.TSQUERY, Oids.TSQUERY_ARRAY, "tsquery");
    codecs.put(Oids.VOID, Texts.spelled("void"));
  }

  private void structures() {
    add(Oids.INET, Oids.INET_ARRAY, Addresses.inet());
    add(Oids.CIDR, Oids.CIDR_ARRAY, Addresses.cidr());
    add(Oids.MACADDR, Oids.MACADDR_ARRAY, MacAddresses.macaddr());
    add(Oids.MACADDR8, Oids.MACADDR8_ARRAY, MacAddresses.macaddr8());
    add(Oids.BIT, Oids.BIT_ARRAY, BitStrings.codec("bit"));
    add(Oids.VARBIT, Oids.VARBIT_ARRAY, BitStrings.codec("varbit"));
    add(Oids.POINT, Oids.POINT_ARRAY, Geometries.point());
    add(Oids.LSEG, Oids.LSEG_ARRAY, Geometries.lseg());
    add(Oids.PATH, Oids.PATH_ARRAY, Geometries.path());
    add(Oids.POLYGON, Oids.POLYGON_ARRAY, Geometries.polygon());
    add(Oids.LINE, Oids.LINE_ARRAY, Geometries.line());
    add(Oids.CIRCLE, Oids.CIRCLE_ARRAY, Geometries.circle());
    // The one built-in type whose arrays are not delimited by a comma.
    add(Oids.BOX, Oids.BOX_ARRAY, Geometries.box(), ';');
    add(Oids.PG_LSN, Oids.PG_LSN_ARRAY, Locations.pgLsn());
    add(Oids.TID, Oids.TID_ARRAY, Locations.tid());
    add(Oids.TSVECTOR, Oids.TSVECTOR_ARRAY, TextSearch.tsvector());
    add(Oids.JSONPATH, Oids.JSONPATH_ARRAY, Texts.versioned("jsonpath"));
  }

  private void ranges() {
    Ranges int4 = Ranges.range("int4range", Integers.int4());
    add(Oids.INT4RANGE, Oids.INT4RANGE_ARRAY, int4);
    add(Oids.INT4MULTIRANGE, Oids.INT4MULTIRANGE_ARRAY, int4.multirange("int4multirange"));
    Ranges int8 = Ranges.range("int8range", Integers.int8());
    add(Oids.INT8RANGE, Oids.INT8RANGE_ARRAY, int8);
    add(Oids.INT8MULTIRANGE, Oids.INT8MULTIRANGE_ARRAY, int8.multirange("int8multirange"));
    Ranges num = Ranges.range("numrange", Numerics.numeric());
    add(Oids.NUMRANGE, Oids.NUMRANGE_ARRAY, num);
    add(Oids.NUMMULTIRANGE, Oids.NUMMULTIRANGE_ARRAY, num.multirange("nummultirange"));
    Ranges ts = Ranges.range("tsrange", Timestamps.timestamp());
    add(Oids.TSRANGE, Oids.TSRANGE_ARRAY, ts);
    add(Oids.TSMULTIRANGE, Oids.TSMULTIRANGE_ARRAY, ts.multirange("tsmultirange"));
    Ranges tstz = Ranges.range("tstzrange", Timestamps.timestamptz());
    add(Oids.TSTZRANGE, Oids.TSTZRANGE_ARRAY, tstz);
    add(Oids.TSTZMULTIRANGE, Oids.TSTZMULTIRANGE_ARRAY, tstz.multirange("tstzmultirange"));
    Ranges date = Ranges.range("daterange", Dates.date());
    add(Oids.DATERANGE, Oids.DATERANGE_ARRAY, date);
    add(Oids.DATEMULTIRANGE, Oids.DATEMULTIRANGE_ARRAY, date.multirange("datemultirange"));
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
