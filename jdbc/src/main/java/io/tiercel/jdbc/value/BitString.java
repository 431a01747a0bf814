package io.tiercel.jdbc.value;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/// A value of `bit` or `varbit`: so many bits, of which the first is bit 0 of the set. Immutable.
public final class BitString {
  private final BitSet bits;
  private final int length;

  /// A bit string of a set, and of how many bits it has.
  ///
  /// @param bits those that are 1
  /// @throws IllegalArgumentException if one of them is past the length
  public BitString(BitSet bits, int length) {
    if (length < bits.length()) {
      throw new IllegalArgumentException(
          "bit %d is set in a bit string of %d".formatted(bits.length() - 1, length));
    }
    this.bits = (BitSet) bits.clone();
    this.length = length;
  }

  /// Reads `1011`.
  ///
  /// @throws IllegalArgumentException if there is anything but 0 and 1
  public static BitString parse(String digits) {
    var bits = new BitSet(digits.length());
    for (int i = 0; i < digits.length(); i++) {
      char digit = digits.charAt(i);
      if (digit != '0' && digit != '1') {
        throw new IllegalArgumentException(
            "malformed bit string: expected 0 or 1 at character " + (i + 1));
      }
      bits.set(i, digit == '1');
    }
    return new BitString(bits, digits.length());
  }

  /// Those that are 1; a copy.
  public BitSet toBitSet() {
    return (BitSet) bits.clone();
  }

  public int length() {
    return length;
  }

  /// Whether a bit is 1, counted from 0.
  public boolean get(int index) {
    return bits.get(index);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof BitString that && length == that.length && bits.equals(that.bits);
  }

  @Override
  public int hashCode() {
    return 31 * bits.hashCode() + length;
  }

  /// The server's text: one digit a bit.
  @Override
  public String toString() {
    var digits = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      digits.append(bits.get(i) ? '1' : '0');
    }
    return digits.toString();
  }
}
