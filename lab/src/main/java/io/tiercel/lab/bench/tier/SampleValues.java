package io.tiercel.lab.bench.tier;

import java.util.Arrays;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/// A value for each key, cheap to make and to check. Immutable.
final class SampleValues {
  static final int BYTES = 350;
  private static final int SEED = 20_260_101;
  private static final int POOL_BITS = 20;
  private static final int POOL_BYTES = 1 << POOL_BITS;

  /// Odd, so that keys close to each other have values far from each other.
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final byte[] pool = new byte[POOL_BYTES + BYTES];

  SampleValues() {
    new Random(SEED).nextBytes(pool);
  }

  private static int offset(long key) {
    return (int) ((key * SPREAD) >>> (Long.SIZE - POOL_BITS));
  }

  byte[] of(long key) {
    int offset = offset(key);
    byte[] value = Arrays.copyOfRange(pool, offset, offset + BYTES);
    for (int i = 0; i < Long.BYTES; i++) {
      value[i] = (byte) (key >>> (i * Byte.SIZE));
    }
    return value;
  }

  /// @throws IllegalStateException when that is not the key's value
  void check(long key, byte @Nullable [] value) {
    if (value == null || !Arrays.equals(value, of(key))) {
      throw new IllegalStateException(
          "key %d has %s".formatted(key, value == null ? "no value" : "another one's value"));
    }
  }
}
