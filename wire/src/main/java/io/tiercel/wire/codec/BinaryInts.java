package io.tiercel.wire.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Big-endian integers and IEEE floats at any offset of a byte array: the primitives of every
/// binary format, without boxing. Callers that know a column's type read it with these directly.
///
/// Only the bounds of the array are checked, not the length of the value.
public final class BinaryInts {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private BinaryInts() {}

  public static short readShort(byte[] source, int offset) {
    return (short) SHORT.get(source, offset);
  }

  public static int readInt(byte[] source, int offset) {
    return (int) INT.get(source, offset);
  }

  public static long readLong(byte[] source, int offset) {
    return (long) LONG.get(source, offset);
  }

  /// An `oid` or another unsigned 32-bit value.
  public static long readUnsignedInt(byte[] source, int offset) {
    return Integer.toUnsignedLong(readInt(source, offset));
  }

  public static float readFloat(byte[] source, int offset) {
    return Float.intBitsToFloat(readInt(source, offset));
  }

  public static double readDouble(byte[] source, int offset) {
    return Double.longBitsToDouble(readLong(source, offset));
  }
}
