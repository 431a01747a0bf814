package io.tiercel.jdbc.convert;

import io.tiercel.wire.codec.Decoder;
import io.tiercel.wire.codec.Interval;
import io.tiercel.wire.codec.IntervalStyle;
import io.tiercel.wire.error.CodecException;
import java.sql.SQLException;

/// `interval`: as object an [Interval]; its text in the session's `IntervalStyle`.
final class IntervalReader extends ValueReader {
  private final ConversionContext context;
  private final Decoder<Interval> object;

  IntervalReader(ValueType type, ConversionContext context) {
    super(type);
    this.context = context;
    object = context.codecs().decoder(type.oid(), type.format(), Interval.class);
  }

  @Override
  String getString(byte[] source, int offset, int length) throws SQLException {
    return type.isBinary()
        ? IntervalStyle.of(context.parameter("IntervalStyle"))
            .print(object.decode(source, offset, length))
        : super.getString(source, offset, length);
  }

  @Override
  Class<?> objectClass() {
    return Interval.class;
  }

  @Override
  Interval getObject(byte[] source, int offset, int length) {
    return object.decode(source, offset, length);
  }

  /// What else the codec reads: Duration and Period.
  @Override
  <T> T getOther(byte[] source, int offset, int length, Class<T> target) {
    Decoder<T> decoder;
    try {
      decoder = context.codecs().decoder(type.oid(), type.format(), target);
    } catch (CodecException e) {
      throw Conversions.unsupported(type.name(), target);
    }
    return decoder.decode(source, offset, length);
  }
}
