package io.tiercel.jdbc.value;

import java.util.HexFormat;

/// A value of `macaddr` (six bytes) or `macaddr8` (eight). Immutable.
///
/// @param bits the bytes as a number, the first of them the most significant
/// @param length 6 or 8 bytes
public record MacAddress(long bits, int length) {
  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");
  private static final int SHORT = 6;

  /// An address of its bits.
  ///
  /// @throws IllegalArgumentException if it is not six or eight bytes long
  public MacAddress {
    if ((length != SHORT && length != Long.BYTES)
        || (length == SHORT && bits >>> (SHORT * Byte.SIZE) != 0)) {
      throw new IllegalArgumentException("a MAC address has 6 or 8 bytes");
    }
  }

  /// Reads `08:00:2b:01:02:03`, or eight bytes so.
  ///
  /// @throws IllegalArgumentException if that is not how the text looks
  public static MacAddress parse(String text) {
    return of(COLONS.parseHex(text));
  }

  /// An address of its bytes.
  ///
  /// @throws IllegalArgumentException if there are not six or eight
  public static MacAddress of(byte[] bytes) {
    long bits = 0;
    for (byte octet : bytes) {
      bits = bits << Byte.SIZE | (octet & 0xFF);
    }
    return new MacAddress(bits, bytes.length);
  }

  /// The bytes, first to last.
  public byte[] toBytes() {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) (bits >>> ((length - 1 - i) * Byte.SIZE));
    }
    return bytes;
  }

  /// The name of its type: `macaddr` or `macaddr8`.
  public String typeName() {
    return length == SHORT ? "macaddr" : "macaddr8";
  }

  /// The server's text.
  @Override
  public String toString() {
    return COLONS.formatHex(toBytes());
  }
}
