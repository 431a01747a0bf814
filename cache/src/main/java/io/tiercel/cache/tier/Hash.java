package io.tiercel.cache.tier;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Hashes keys to 64 bits, well enough spread that two keys of a tier have one hash about never; if
/// they do, one of them is not found.
final class Hash {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long FIRST = 0xA0761D6478BD642FL;
  private static final long SECOND = 0xE7037ED1A0B428DBL;

  private Hash() {}

  /// Both halves of the product, folded.
  static long mix(long a, long b) {
    return a * b ^ Math.unsignedMultiplyHigh(a, b);
  }

  static long of(long layout, byte[] bytes, int offset, int length) {
    long hash = mix(layout ^ FIRST, length ^ SECOND);
    int end = offset + length;
    int at = offset;
    for (; at + Long.BYTES <= end; at += Long.BYTES) {
      hash = mix(hash ^ FIRST, (long) LONGS.get(bytes, at) ^ SECOND);
    }
    long rest = 0;
    for (; at < end; at++) {
      rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
    }
    return mix(hash ^ SECOND, rest ^ FIRST);
  }
}
