package io.tiercel.wire.replication;

import io.tiercel.wire.error.SqlState;
import io.tiercel.wire.error.UsageException;

/// A position in the write-ahead log, `pg_lsn`. Ordered, as unsigned numbers are.
///
/// @param value the byte offset, unsigned
public record Lsn(long value) implements Comparable<Lsn> {
  /// No position: START_REPLICATION begins where the slot was confirmed.
  public static final Lsn ZERO = new Lsn(0);

  private static final int HEX = 16;

  /// Reads `16/B374D848`.
  ///
  /// @throws UsageException if that is not how the text looks
  public static Lsn parse(String text) {
    int slash = text.indexOf('/');
    try {
      long high = Integer.parseUnsignedInt(text, 0, Math.max(0, slash), HEX);
      long low = Integer.parseUnsignedInt(text, slash + 1, text.length(), HEX) & 0xFFFF_FFFFL;
      return new Lsn((high << Integer.SIZE) | low);
    } catch (NumberFormatException e) {
      throw new UsageException(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "malformed LSN \"%s\": expected two hexadecimal numbers, such as 16/B374D848"
              .formatted(text),
          e);
    }
  }

  /// The later one.
  public Lsn max(Lsn other) {
    return compareTo(other) >= 0 ? this : other;
  }

  @Override
  public int compareTo(Lsn other) {
    return Long.compareUnsigned(value, other.value);
  }

  /// The server's spelling.
  @Override
  public String toString() {
    return "%X/%X".formatted(value >>> Integer.SIZE, value & 0xFFFF_FFFFL);
  }
}
