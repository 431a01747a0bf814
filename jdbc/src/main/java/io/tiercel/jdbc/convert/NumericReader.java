package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Codecs;
import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Format;
import io.tiercel.wire.codec.Oids;
import java.math.BigDecimal;
import java.sql.SQLException;

/// `numeric`: as object a BigDecimal; NaN and the infinities, which that has not, a Double.
final class NumericReader extends ValueReader {
  private static final Decoder<BigDecimal> DECIMAL =
      Codecs.builtin().decoder(Oids.NUMERIC, Format.BINARY, BigDecimal.class);
  private static final Decoder<Double> DOUBLE =
      Codecs.builtin().decoder(Oids.NUMERIC, Format.BINARY, Double.class);
  private static final Decoder<String> STRING =
      Codecs.builtin().decoder(Oids.NUMERIC, Format.BINARY, String.class);

  /// In the binary header, the sign of NaN and of the infinities has these bits.
  private static final int SPECIAL = 0xC0;

  private static final int SIGN_OFFSET = 4;

  NumericReader(ValueType type) {
    super(type);
  }

  private boolean isFinite(byte[] source, int offset, int length) {
    if (type.isBinary()) {
      return length > SIGN_OFFSET && (source[offset + SIGN_OFFSET] & SPECIAL) != SPECIAL;
    }
    // NaN, Infinity, -Infinity
    return length > 0 && source[offset + length - 1] <= '9';
  }

  @Override
  BigDecimal getBigDecimal(byte[] source, int offset, int length) throws SQLException {
    if (!isFinite(source, offset, length)) {
      throw Numbers.notFinite(getString(source, offset, length));
    }
    return type.isBinary()
        ? DECIMAL.decode(source, offset, length)
        : new BigDecimal(Texts.utf8(source, offset, length));
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    return type.isBinary()
        ? STRING.decode(source, offset, length)
        : super.getString(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return BigDecimal.class;
  }

  @Override
  Object getObject(byte[] source, int offset, int length) throws SQLException {
    if (isFinite(source, offset, length)) {
      return getBigDecimal(source, offset, length);
    }
    return getDouble(source, offset, length);
  }

  @Override
  double getDouble(byte[] source, int offset, int length) throws SQLException {
    return type.isBinary()
        ? DOUBLE.decode(source, offset, length)
        : super.getDouble(source, offset, length);
  }

  @Override
  float getFloat(byte[] source, int offset, int length) throws SQLException {
    return isFinite(source, offset, length)
        ? getBigDecimal(source, offset, length).floatValue()
        : (float) getDouble(source, offset, length);
  }

  @Override
  long getWhole(byte[] source, int offset, int length, long min, long max, String target)
      throws SQLException {
    return type.isBinary()
        ? Numbers.truncated(getBigDecimal(source, offset, length), min, max, target)
        : super.getWhole(source, offset, length, min, max, target);
  }

  @Override
  boolean getBoolean(byte[] source, int offset, int length) throws SQLException {
    if (isFinite(source, offset, length)) {
      BigDecimal value = getBigDecimal(source, offset, length);
      if (value.signum() == 0) {
        return false;
      }
      if (value.compareTo(BigDecimal.ONE) == 0) {
        return true;
      }
    }
    throw Conversions.badBoolean(getString(source, offset, length));
  }
}
