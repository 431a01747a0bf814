package io.tiercel.cache.tier;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/// The first page of a segment's file. Numbers are little-endian.
///
/// | offset | bytes | is |
/// |---|---|---|
/// | 0 | 8 | `TIERCEL` and the version of the format |
/// | 8 | 32 | SHA-256 of what the records are copies of: which database, and how read |
/// | 40 | 8 | bytes of a segment |
/// | 48 | 8 | sequence: how many segments were begun before this use of this file |
/// | 56 | 4 | CRC-32C of all before |
///
/// @param sequence from 1 on
record SegmentHeader(long segmentBytes, long sequence) {
  /// What comes behind it begins a page.
  static final int BYTES = 4096;

  private static final long MAGIC =
      ByteBuffer.wrap("TIERCEL\1".getBytes(StandardCharsets.US_ASCII))
          .order(ByteOrder.LITTLE_ENDIAN)
          .getLong();
  private static final int CHECKED_BYTES = 56;

  ByteBuffer encode(byte[] owner) {
    ByteBuffer page = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    page.putLong(MAGIC).put(owner).putLong(segmentBytes).putLong(sequence);
    page.putInt(check(page.array())).position(0);
    return page;
  }

  /// What a file begins with; null when that is no header of a tier of that owner.
  ///
  /// @param page at least 60 bytes
  static @Nullable SegmentHeader decode(byte[] page, byte[] owner) {
    ByteBuffer in = ByteBuffer.wrap(page).order(ByteOrder.LITTLE_ENDIAN);
    boolean isOurs =
        in.getLong(0) == MAGIC
            && Arrays.equals(page, 8, 40, owner, 0, owner.length)
            && in.getInt(CHECKED_BYTES) == check(page);
    return isOurs ? new SegmentHeader(in.getLong(40), in.getLong(48)) : null;
  }

  /// @param identity any text
  static byte[] owner(String identity) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(identity.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has it", e);
    }
  }

  private static int check(byte[] page) {
    var crc = new CRC32C();
    crc.update(page, 0, CHECKED_BYTES);
    return (int) crc.getValue();
  }
}
