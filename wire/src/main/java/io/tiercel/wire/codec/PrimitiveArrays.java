package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import org.jspecify.annotations.Nullable;

/// `int[]`, `long[]` and `double[]` as arrays of `int4`, `int8` and `float8` in binary, without
/// boxing an element. What has another shape than they write themselves (more dimensions, NULLs,
/// none at all) is left to the general way. The layout stands at [ArrayElements.Binary].
final class PrimitiveArrays {
  private static final int INT4 = 23;
  private static final int INT8 = 20;
  private static final int FLOAT8 = 701;

  /// One dimension, its length and lower bound.
  private static final int HEADER =
      ArrayElements.Binary.HEADER + ArrayElements.Binary.PER_DIMENSION;

  private static final int LENGTH_AT = ArrayElements.Binary.HEADER;
  private static final int LOWER_BOUND = 1;

  private PrimitiveArrays() {}

  /// Null if the class is no such array, or the elements are no such type.
  static @Nullable Encoder<?> planEncoder(int elementOid, Class<?> source) {
    if (elementOid == INT4 && source == int[].class) {
      return new PlannedEncoder<int[]>(Format.BINARY, PrimitiveArrays::write);
    }
    if (elementOid == INT8 && source == long[].class) {
      return new PlannedEncoder<long[]>(Format.BINARY, PrimitiveArrays::write);
    }
    if (elementOid == FLOAT8 && source == double[].class) {
      return new PlannedEncoder<double[]>(Format.BINARY, PrimitiveArrays::write);
    }
    return null;
  }

  /// @param general reads what has another shape
  static Decoder<?> orGeneral(int elementOid, Class<?> target, Decoder<?> general) {
    if (elementOid == INT4 && target == int[].class) {
      return (source, offset, length) ->
          isPlain(Integer.BYTES, source, offset, length)
              ? readInts(source, offset)
              : general.decode(source, offset, length);
    }
    if (elementOid == INT8 && target == long[].class) {
      return (source, offset, length) ->
          isPlain(Long.BYTES, source, offset, length)
              ? readLongs(source, offset)
              : general.decode(source, offset, length);
    }
    if (elementOid == FLOAT8 && target == double[].class) {
      return (source, offset, length) ->
          isPlain(Double.BYTES, source, offset, length)
              ? readDoubles(source, offset)
              : general.decode(source, offset, length);
    }
    return general;
  }

  /// Whether a value is one dimension of elements that each have so many bytes.
  private static boolean isPlain(int elementBytes, byte[] source, int offset, int length) {
    if (length < HEADER || BinaryInts.readInt(source, offset) != 1) {
      return false;
    }
    int count = BinaryInts.readInt(source, offset + LENGTH_AT);
    int stride = Integer.BYTES + elementBytes;
    if (count < 1 || HEADER + (long) count * stride != length) {
      return false;
    }
    int wrong = 0;
    for (int at = offset + HEADER, end = offset + length; at < end; at += stride) {
      wrong |= BinaryInts.readInt(source, at) ^ elementBytes;
    }
    return wrong == 0;
  }

  private static int[] readInts(byte[] source, int offset) {
    int[] values = new int[BinaryInts.readInt(source, offset + LENGTH_AT)];
    int at = offset + HEADER + Integer.BYTES;
    for (int i = 0; i < values.length; i++, at += Integer.BYTES + Integer.BYTES) {
      values[i] = BinaryInts.readInt(source, at);
    }
    return values;
  }

  private static long[] readLongs(byte[] source, int offset) {
    long[] values = new long[BinaryInts.readInt(source, offset + LENGTH_AT)];
    int at = offset + HEADER + Integer.BYTES;
    for (int i = 0; i < values.length; i++, at += Integer.BYTES + Long.BYTES) {
      values[i] = BinaryInts.readLong(source, at);
    }
    return values;
  }

  private static double[] readDoubles(byte[] source, int offset) {
    double[] values = new double[BinaryInts.readInt(source, offset + LENGTH_AT)];
    int at = offset + HEADER + Integer.BYTES;
    for (int i = 0; i < values.length; i++, at += Integer.BYTES + Double.BYTES) {
      values[i] = BinaryInts.readDouble(source, at);
    }
    return values;
  }

  private static void write(int[] values, WriteBuffer out) {
    writeHeader(values.length, INT4, out);
    for (int value : values) {
      out.putInt(Integer.BYTES).putInt(value);
    }
  }

  private static void write(long[] values, WriteBuffer out) {
    writeHeader(values.length, INT8, out);
    for (long value : values) {
      out.putInt(Long.BYTES).putLong(value);
    }
  }

  private static void write(double[] values, WriteBuffer out) {
    writeHeader(values.length, FLOAT8, out);
    for (double value : values) {
      out.putInt(Double.BYTES).putDouble(value);
    }
  }

  private static void writeHeader(int length, int elementOid, WriteBuffer out) {
    out.putInt(length == 0 ? 0 : 1).putInt(0).putInt(elementOid);
    if (length > 0) {
      out.putInt(length).putInt(LOWER_BOUND);
    }
  }
}
