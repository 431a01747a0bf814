package io.tiercel.wire.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A value of a range type in its raw form: its bounds, each still encoded. Immutable as long as
/// nobody writes to the byte arrays. In binary (`range_send` of the server):
///
/// | offset | type  | meaning                                                                |
/// |--------|-------|------------------------------------------------------------------------|
/// | 0      | byte  | flags: 1 empty, 2 and 4 it includes its lower, upper bound, 8 and 16 it   |
/// |        |       | has no lower, upper bound                                                  |
/// | 1      | int32 | length of the lower bound, if there is one, and so many bytes          |
/// | …      | int32 | length of the upper bound, if there is one, and so many bytes          |
public final class RangeValue {
  private static final int EMPTY = 1;
  private static final int LOWER_INCLUDED = 2;
  private static final int UPPER_INCLUDED = 4;
  private static final int NO_LOWER = 8;
  private static final int NO_UPPER = 16;

  private final int flags;
  private final byte @Nullable [] lower;
  private final byte @Nullable [] upper;

  private RangeValue(int flags, byte @Nullable [] lower, byte @Nullable [] upper) {
    this.flags = flags;
    this.lower = lower;
    this.upper = upper;
  }

  /// Reads the value at `source[offset .. offset + length)` as `range_send` writes it.
  ///
  /// @throws io.tiercel.wire.error.CodecException if it is no range
  public static RangeValue decode(byte[] source, int offset, int length) {
    if (length < 1) {
      throw Faults.malformed("a range", "no bytes");
    }
    int flags = source[offset] & 0xFF;
    int at = offset + 1;
    int end = offset + length;
    byte[] lower = null;
    byte[] upper = null;
    if ((flags & (EMPTY | NO_LOWER)) == 0) {
      lower = bound(source, at, end);
      at += Integer.BYTES + lower.length;
    }
    if ((flags & (EMPTY | NO_UPPER)) == 0) {
      upper = bound(source, at, end);
      at += Integer.BYTES + upper.length;
    }
    if (at != end) {
      throw Faults.malformed("a range", (end - at) + " bytes too long");
    }
    return new RangeValue(flags, lower, upper);
  }

  /// Reads the ranges of a multirange at `source[offset .. offset + length)`: an int32 count, then
  /// for each an int32 length and so many bytes.
  ///
  /// @throws io.tiercel.wire.error.CodecException if it is no multirange
  public static List<RangeValue> decodeAll(byte[] source, int offset, int length) {
    int count = length < Integer.BYTES ? -1 : BinaryInts.readInt(source, offset);
    int at = offset + Integer.BYTES;
    int end = offset + length;
    if (count < 0 || count > (end - at) / (Integer.BYTES + 1)) {
      throw Faults.malformed("a multirange", "%d ranges in %d bytes".formatted(count, length));
    }
    var ranges = new ArrayList<RangeValue>(count);
    for (int i = 0; i < count; i++) {
      int bytes = end - at < Integer.BYTES ? -1 : BinaryInts.readInt(source, at);
      at += Integer.BYTES;
      if (bytes < 0 || bytes > end - at) {
        throw Faults.malformed("a multirange", "ends within range " + (i + 1));
      }
      ranges.add(RangeValue.decode(source, at, bytes));
      at += bytes;
    }
    if (at != end) {
      throw Faults.malformed("a multirange", (end - at) + " bytes too long");
    }
    return ranges;
  }

  private static byte[] bound(byte[] source, int at, int end) {
    int length = end - at < Integer.BYTES ? -1 : BinaryInts.readInt(source, at);
    if (length < 0 || length > end - at - Integer.BYTES) {
      throw Faults.malformed("a range", "ends within a bound");
    }
    int from = at + Integer.BYTES;
    return Arrays.copyOfRange(source, from, from + length);
  }

  /// Whether it holds nothing; then it has no bounds.
  public boolean isEmpty() {
    return (flags & EMPTY) != 0;
  }

  /// The lower bound, null if there is none. Not a copy.
  public byte @Nullable [] lower() {
    return lower;
  }

  public boolean includesLower() {
    return (flags & LOWER_INCLUDED) != 0;
  }

  /// The upper bound, null if there is none. Not a copy.
  public byte @Nullable [] upper() {
    return upper;
  }

  public boolean includesUpper() {
    return (flags & UPPER_INCLUDED) != 0;
  }

  /// The range as the server spells it.
  ///
  /// @param lowerText the text of the lower bound, null if there is none
  /// @param upperText the text of the upper bound, null if there is none
  public String print(@Nullable String lowerText, @Nullable String upperText) {
    if (isEmpty()) {
      return "empty";
    }
    var to = new StringBuilder().append(includesLower() ? '[' : '(');
    if (lowerText != null) {
      append(lowerText, to);
    }
    to.append(',');
    if (upperText != null) {
      append(upperText, to);
    }
    return to.append(includesUpper() ? ']' : ')').toString();
  }

  private static void append(String bound, StringBuilder to) {
    if (!needsQuotes(bound)) {
      to.append(bound);
      return;
    }
    to.append('"');
    for (int i = 0; i < bound.length(); i++) {
      char c = bound.charAt(i);
      if (c == '"' || c == '\\') {
        to.append(c);
      }
      to.append(c);
    }
    to.append('"');
  }

  private static boolean needsQuotes(String bound) {
    for (int i = 0; i < bound.length(); i++) {
      char c = bound.charAt(i);
      if ("\"\\()[],".indexOf(c) >= 0 || c == ' ' || (c >= '\t' && c <= '\r')) {
        return true;
      }
    }
    return bound.isEmpty();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RangeValue that
        && flags == that.flags
        && Arrays.equals(lower, that.lower)
        && Arrays.equals(upper, that.upper);
  }

  @Override
  public int hashCode() {
    return Objects.hash(flags, Arrays.hashCode(lower), Arrays.hashCode(upper));
  }

  @Override
  public String toString() {
    return "RangeValue[flags=" + flags + "]";
  }
}
