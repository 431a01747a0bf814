package io.tiercel.wire.codec;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The catalogue of the types whose oids are the same everywhere. A codec is made when its type is
/// first asked for: all of them are some hundred and fifty functions, each a class to be made, and
/// a program that has just started uses a handful. Safe for any number of threads.
final class BuiltinTypes {
  private static final char COMMA = ',';

  /// Element oid and array oid in turns.
  private static final int[] ELEMENTS_AND_ARRAYS = {
    Oids.BOOL, Oids.BOOL_ARRAY,
    Oids.INT2, Oids.INT2_ARRAY,
    Oids.INT4, Oids.INT4_ARRAY,
    Oids.INT8, Oids.INT8_ARRAY,
    Oids.OID, Oids.OID_ARRAY,
    Oids.XID, Oids.XID_ARRAY,
    Oids.CID, Oids.CID_ARRAY,
    Oids.XID8, Oids.XID8_ARRAY,
    Oids.FLOAT4, Oids.FLOAT4_ARRAY,
    Oids.FLOAT8, Oids.FLOAT8_ARRAY,
    Oids.NUMERIC, Oids.NUMERIC_ARRAY,
    Oids.BYTEA, Oids.BYTEA_ARRAY,
    Oids.UUID, Oids.UUID_ARRAY,
    Oids.DATE, Oids.DATE_ARRAY,
    Oids.TIME, Oids.TIME_ARRAY,
    Oids.TIMETZ, Oids.TIMETZ_ARRAY,
    Oids.TIMESTAMP, Oids.TIMESTAMP_ARRAY,
    Oids.TIMESTAMPTZ, Oids.TIMESTAMPTZ_ARRAY,
    Oids.INTERVAL, Oids.INTERVAL_ARRAY,
    Oids.RECORD, Oids.RECORD_ARRAY,
    Oids.TEXT, Oids.TEXT_ARRAY,
    Oids.VARCHAR, Oids.VARCHAR_ARRAY,
    Oids.BPCHAR, Oids.BPCHAR_ARRAY,
    Oids.NAME, Oids.NAME_ARRAY,
    Oids.CHAR, Oids.CHAR_ARRAY,
    Oids.JSON, Oids.JSON_ARRAY,
    Oids.JSONB, Oids.JSONB_ARRAY,
    Oids.XML, Oids.XML_ARRAY,
    Oids.MONEY, Oids.MONEY_ARRAY,
    Oids.TSQUERY, Oids.TSQUERY_ARRAY,
    Oids.INET, Oids.INET_ARRAY,
    Oids.CIDR, Oids.CIDR_ARRAY,
    Oids.MACADDR, Oids.MACADDR_ARRAY,
    Oids.MACADDR8, Oids.MACADDR8_ARRAY,
    Oids.BIT, Oids.BIT_ARRAY,
    Oids.VARBIT, Oids.VARBIT_ARRAY,
    Oids.POINT, Oids.POINT_ARRAY,
    Oids.LSEG, Oids.LSEG_ARRAY,
    Oids.PATH, Oids.PATH_ARRAY,
    Oids.POLYGON, Oids.POLYGON_ARRAY,
    Oids.LINE, Oids.LINE_ARRAY,
    Oids.CIRCLE, Oids.CIRCLE_ARRAY,
    Oids.BOX, Oids.BOX_ARRAY,
    Oids.PG_LSN, Oids.PG_LSN_ARRAY,
    Oids.TID, Oids.TID_ARRAY,
    Oids.TSVECTOR, Oids.TSVECTOR_ARRAY,
    Oids.JSONPATH, Oids.JSONPATH_ARRAY,
    Oids.INT4RANGE, Oids.INT4RANGE_ARRAY,
    Oids.INT4MULTIRANGE, Oids.INT4MULTIRANGE_ARRAY,
    Oids.INT8RANGE, Oids.INT8RANGE_ARRAY,
    Oids.INT8MULTIRANGE, Oids.INT8MULTIRANGE_ARRAY,
    Oids.NUMRANGE, Oids.NUMRANGE_ARRAY,
    Oids.NUMMULTIRANGE, Oids.NUMMULTIRANGE_ARRAY,
    Oids.TSRANGE, Oids.TSRANGE_ARRAY,
    Oids.TSMULTIRANGE, Oids.TSMULTIRANGE_ARRAY,
    Oids.TSTZRANGE, Oids.TSTZRANGE_ARRAY,
    Oids.TSTZMULTIRANGE, Oids.TSTZMULTIRANGE_ARRAY,
    Oids.DATERANGE, Oids.DATERANGE_ARRAY,
    Oids.DATEMULTIRANGE, Oids.DATEMULTIRANGE_ARRAY,
  };

  private final Map<Integer, TypeCodec> made = new ConcurrentHashMap<>();
  private final Map<Integer, Integer> arrayOids = new HashMap<>();
  private final Map<Integer, Integer> elementOids = new HashMap<>();

  BuiltinTypes() {
    for (int i = 0; i < ELEMENTS_AND_ARRAYS.length; i += 2) {
      int element = ELEMENTS_AND_ARRAYS[i];
      int array = ELEMENTS_AND_ARRAYS[i + 1];
      arrayOids.put(element, array);
      elementOids.put(array, element);
    }
  }

  /// Array oid by element oid.
  Map<Integer, Integer> arrayOids() {
    return Map.copyOf(arrayOids);
  }

  /// The codec of a scalar or an array, the same one each time; null when the type is none of
  /// these.
  @Nullable TypeCodec codec(int oid) {
    TypeCodec known = made.get(oid);
    if (known != null) {
      return known;
    }
    Integer element = elementOids.get(oid);
    TypeCodec codec = element == null ? scalar(oid) : array(element);
    if (codec == null) {
      return null;
    }
    // Not within the map's own lock: arrays and ranges ask for what they are made of.
    TypeCodec earlier = made.putIfAbsent(oid, codec);
    return earlier == null ? codec : earlier;
  }

  private TypeCodec array(int element) {
    // The one built-in type whose arrays are not delimited by a comma.
    char delimiter = element == Oids.BOX ? ';' : COMMA;
    return new ArrayCodec(required(element), element, delimiter);
  }

  private TypeCodec required(int oid) {
    TypeCodec codec = codec(oid);
    if (codec == null) {
      throw new IllegalStateException("no codec for the type of oid " + oid);
    }
    return codec;
  }

  private TypeCodec multirange(int range, String typeName) {
    return ((Ranges) required(range)).multirange(typeName);
  }

  /// A table of all types, by kind.
  private @Nullable TypeCodec scalar(int oid) {
    return switch (oid) {
      case Oids.BOOL -> Booleans.bool();
      case Oids.INT2 -> Integers.int2();
      case Oids.INT4 -> Integers.int4();
      case Oids.INT8 -> Integers.int8();
      case Oids.OID -> Integers.unsignedInt4("oid");
      case Oids.XID -> Integers.unsignedInt4("xid");
      case Oids.CID -> Integers.unsignedInt4("cid");
      case Oids.XID8 -> Integers.xid8();
      case Oids.FLOAT4 -> Floats.float4();
      case Oids.FLOAT8 -> Floats.float8();
      case Oids.NUMERIC -> Numerics.numeric();
      case Oids.BYTEA -> Byteas.bytea();
      case Oids.UUID -> Uuids.uuid();
      case Oids.DATE -> Dates.date();
      case Oids.TIME -> Times.time();
      case Oids.TIMETZ -> Times.timetz();
      case Oids.TIMESTAMP -> Timestamps.timestamp();
      case Oids.TIMESTAMPTZ -> Timestamps.timestamptz();
      case Oids.INTERVAL -> Intervals.interval();
      case Oids.RECORD -> Composites.record();
      case Oids.TEXT -> Texts.text("text");
      case Oids.VARCHAR -> Texts.text("varchar");
      case Oids.BPCHAR -> Texts.text("bpchar");
      case Oids.NAME -> Texts.text("name");
      case Oids.CHAR -> Texts.singleByteChar();
      case Oids.JSON -> Texts.json();
      case Oids.JSONB -> Texts.jsonb();
      case Oids.XML -> Texts.spelled("xml");
      // Its text, and the number of its digits, follow the server's lc_monetary.
      case Oids.MONEY -> Texts.spelled("money");
      case Oids.TSQUERY -> Texts.spelled("tsquery");
      case Oids.INET -> Addresses.inet();
      case Oids.CIDR -> Addresses.cidr();
      case Oids.MACADDR -> MacAddresses.macaddr();
      case Oids.MACADDR8 -> MacAddresses.macaddr8();
      case Oids.BIT -> BitStrings.codec("bit");
      case Oids.VARBIT -> BitStrings.codec("varbit");
      case Oids.POINT -> Geometries.point();
      case Oids.LSEG -> Geometries.lseg();
      case Oids.PATH -> Geometries.path();
      case Oids.POLYGON -> Geometries.polygon();
      case Oids.LINE -> Geometries.line();
      case Oids.CIRCLE -> Geometries.circle();
      case Oids.BOX -> Geometries.box();
      case Oids.PG_LSN -> Locations.pgLsn();
      case Oids.TID -> Locations.tid();
      case Oids.TSVECTOR -> TextSearch.tsvector();
      case Oids.JSONPATH -> Texts.versioned("jsonpath");
      case Oids.INT4RANGE -> Ranges.range("int4range", Integers.int4());
      case Oids.INT4MULTIRANGE -> multirange(Oids.INT4RANGE, "int4multirange");
      case Oids.INT8RANGE -> Ranges.range("int8range", Integers.int8());
      case Oids.INT8MULTIRANGE -> multirange(Oids.INT8RANGE, "int8multirange");
      case Oids.NUMRANGE -> Ranges.range("numrange", Numerics.numeric());
      case Oids.NUMMULTIRANGE -> multirange(Oids.NUMRANGE, "nummultirange");
      case Oids.TSRANGE -> Ranges.range("tsrange", Timestamps.timestamp());
      case Oids.TSMULTIRANGE -> multirange(Oids.TSRANGE, "tsmultirange");
      case Oids.TSTZRANGE -> Ranges.range("tstzrange", Timestamps.timestamptz());
      case Oids.TSTZMULTIRANGE -> multirange(Oids.TSTZRANGE, "tstzmultirange");
      case Oids.DATERANGE -> Ranges.range("daterange", Dates.date());
      case Oids.DATEMULTIRANGE -> multirange(Oids.DATERANGE, "datemultirange");
      case Oids.UNKNOWN -> Texts.text("unknown");
      case Oids.VOID -> Texts.spelled("void");
      default -> null;
    };
  }
}
