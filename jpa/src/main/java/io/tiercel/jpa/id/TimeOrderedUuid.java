package io.tiercel.jpa.id;

import java.security.SecureRandom;
import java.util.UUID;

/// UUID version 7 (RFC 9562, section 5.7): 48 bits of milliseconds since 1970, then random bits.
/// New keys go to the right edge of their index instead of anywhere in it. Safe for any number of
/// threads.
final class TimeOrderedUuid {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT_RFC = 0x8000_0000_0000_0000L;

  private TimeOrderedUuid() {}

  static UUID next() {
    long high = System.currentTimeMillis() << 16 | VERSION_7 | RANDOM.nextInt(0x1000);
    long low = VARIANT_RFC | RANDOM.nextLong() >>> 2;
    return new UUID(high, low);
  }
}
