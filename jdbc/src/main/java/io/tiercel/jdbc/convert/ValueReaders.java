package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import java.sql.SQLException;
import java.sql.Types;
import org.jspecify.annotations.Nullable;

/// Chooses the reader of a type.
final class ValueReaders {
  private ValueReaders() {}

  /// Whether the reader of a type is the same for every result and safe for any thread: it has no
  /// state, and the type cannot be altered.
  static boolean isLasting(int oid) {
    return switch (oid) {
      case Oids.BOOL,
          Oids.INT2,
          Oids.INT4,
          Oids.INT8,
          Oids.OID,
          Oids.FLOAT4,
          Oids.FLOAT8,
          Oids.NUMERIC,
          Oids.TEXT,
          Oids.VARCHAR,
          Oids.BPCHAR,
          Oids.NAME,
          Oids.BYTEA,
          Oids.DATE,
          Oids.TIME,
          Oids.TIMETZ,
          Oids.TIMESTAMP,
          Oids.TIMESTAMPTZ,
          Oids.UUID ->
          true;
      default -> false;
    };
  }

  static ValueReader of(int oid, int typmod, Format format, ConversionContext context)
      throws SQLException {
    var type = new ValueType(oid, context.types().typeName(oid), typmod, format);
    return switch (oid) {
      case Oids.BOOL -> new BooleanReader(type);
      case Oids.INT2, Oids.INT4, Oids.INT8, Oids.OID -> new IntegerReader(type, context);
      case Oids.FLOAT4, Oids.FLOAT8 -> new FloatReader(type);
      case Oids.NUMERIC -> new NumericReader(type);
      case Oids.TEXT, Oids.VARCHAR, Oids.BPCHAR, Oids.NAME, Oids.UNKNOWN -> new TextReader(type);
      case Oids.BYTEA -> new ByteaReader(type);
      case Oids.DATE, Oids.TIME, Oids.TIMETZ, Oids.TIMESTAMP, Oids.TIMESTAMPTZ ->
          new TemporalReader(type, context);
      case Oids.UUID -> new CodedReader(type, context.codecs(), java.util.UUID.class);
      case Oids.INTERVAL -> new IntervalReader(type, context);
      default -> ofOther(type, context);
    };
  }

  private static ValueReader ofOther(ValueType type, ConversionContext context)
      throws SQLException {
    if (type.oid() == Oids.CHAR) {
      return new CodedReader(type, context.codecs(), String.class);
    }
    if (type.oid() == Oids.XML) {
      return new XmlReader(type);
    }
    if (type.oid() == Oids.REFCURSOR) {
      return new CursorReader(type, context);
    }
    if (type.oid() == VectorReader.INT2VECTOR || type.oid() == VectorReader.OIDVECTOR) {
      return new VectorReader(type, context);
    }
    ValueReader spelled = ofSpelled(type, context);
    if (spelled != null) {
      return spelled;
    }
    int sqlType = context.types().sqlType(type.oid());
    if (sqlType == Types.VARCHAR) {
      return new TextReader(type); // enums
    }
    if (sqlType == Types.DISTINCT) {
      return of(context.types().baseOid(type.oid()), type.typmod(), type.format(), context);
    }
    if (sqlType == Types.STRUCT || type.oid() == Oids.RECORD) {
      return new CompositeReader(type, context);
    }
    int elementOid = context.types().elementOid(type.oid());
    if (elementOid != 0) {
      return new ArrayReader(type, elementOid, context);
    }
    int subtypeOid = context.types().subtypeOid(type.oid());
    if (subtypeOid != 0) {
      return RangeReader.of(type, subtypeOid, context);
    }
    return new SpelledReader(type, context);
  }

  /// Types whose Java classes are read from the server's text, wherever that comes from.
  private static @Nullable ValueReader ofSpelled(ValueType type, ConversionContext context) {
    return switch (type.oid()) {
      case Oids.POINT, Oids.LSEG, Oids.BOX, Oids.PATH, Oids.POLYGON, Oids.LINE, Oids.CIRCLE ->
          new GeometryReader(type, context);
      case Oids.BIT -> new BitReader(type, context);
      case Oids.MONEY -> new MoneyReader(type, context);
      default -> {
        if (type.name().equals("hstore") || type.name().endsWith("\"hstore\"")) {
          yield new HStoreReader(type, context);
        }
        yield null;
      }
    };
  }
}
