package io.tiercel.jdbc.convert;

import io.tiercel.jdbc.lob.LargeObjectBlob;
import io.tiercel.jdbc.lob.TextClob;
import io.tiercel.wire.codec.BinaryInts;
import io.tiercel.wire.codec.Oids;
import java.math.BigDecimal;
import java.sql.Blob;
import java.sql.NClob;
import java.sql.SQLException;

/// `int2`, `int4`, `int8` and `oid`: as object an Integer, an Integer, a Long and a Long.
final class IntegerReader extends ValueReader {
  private final int width;
  private final boolean isUnsigned;
  private final ConversionContext context;

  IntegerReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
    isUnsigned = type.oid() == Oids.OID;
    width =
        switch (type.oid()) {
          case Oids.INT2 -> Short.BYTES;
          case Oids.INT8 -> Long.BYTES;
          default -> Integer.BYTES;
        };
  }

  private long read(byte[] source, int offset, int length) {
    if (!type.isBinary()) {
      return Numbers.parse(source, offset, length, Long.MIN_VALUE, Long.MAX_VALUE, "long");
    }
    requireLength(width, length);
    return switch (width) {
      case Short.BYTES -> BinaryInts.readShort(source, offset);
      case Integer.BYTES ->
          isUnsigned
              ? BinaryInts.readUnsignedInt(source, offset)
              : BinaryInts.readInt(source, offset);
      default -> BinaryInts.readLong(source, offset);
    };
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target) {
    return Numbers.inRange(read(source, offset, length), min, max, target);
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    return type.isBinary()
        ? Long.toString(read(source, offset, length))
        : super.getString(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return width == Long.BYTES || isUnsigned ? Long.class : Integer.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) {
    long value = read(source, offset, length);
    if (width == Long.BYTES || isUnsigned) {
      return value;
    }
    return (int) value;
  }

  @Override
  boolean getBoolean(byte[] source, int offset, int length) {
    long value = read(source, offset, length);
    if (value != 0 && value != 1) {
      throw Conversions.badBoolean(Long.toString(value));
    }
    return value == 1;
  }

  @Override
  float getFloat(byte[] source, int offset, int length) {
    return read(source, offset, length);
  }

  @Override
  double getDouble(byte[] source, int offset, int length) {
    return read(source, offset, length);
  }

  @Override
  BigDecimal getBigDecimal(byte[] source, int offset, int length) {
    return BigDecimal.valueOf(read(source, offset, length));
  }

  /// Of an `int8` too, for that is where some keep the oids of large objects.
  @Override
  Blob getBlob(byte[] source, int offset, int length) throws SQLException {
    return largeObject(source, offset, length);
  }

  @Override
  NClob getClob(byte[] source, int offset, int length) throws SQLException {
    return new TextClob(largeObject(source, offset, length));
  }

  private LargeObjectBlob largeObject(byte[] source, int offset, int length) throws SQLException {
    long oid = Numbers.inRange(read(source, offset, length), 0, 0xFFFF_FFFFL, "oid");
    return new LargeObjectBlob(context.connection(), oid);
  }
}
