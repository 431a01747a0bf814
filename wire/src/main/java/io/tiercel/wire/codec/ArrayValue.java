package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A value of an array type in its raw form: the dimensions, and the elements in row-major order,
/// each still encoded. Unlike a Java array it keeps the lower bounds. Immutable.
public final class ArrayValue {
  private static final int NULL = -1;

  private final Format format;
  private final int elementOid;
  private final int[] lengths;
  private final int[] lowerBounds;

  /// For each element an int32 length, -1 for NULL, and so many bytes.
  private final byte[] encoded;

  private ArrayValue(
      Format format, int elementOid, int[] lengths, int[] lowerBounds, byte[] encoded) {
    this.format = format;
    this.elementOid = elementOid;
    this.lengths = lengths;
    this.lowerBounds = lowerBounds;
    this.encoded = encoded;
  }

  /// Reads the value at `source[offset .. offset + length)` as `array_send` writes it.
  ///
  /// @throws io.tiercel.wire.error.CodecException if it is no array
  public static ArrayValue decode(byte[] source, int offset, int length) {
    var elements =
        new ArrayElements.Binary("an array", (bytes, at, size) -> bytes, source, offset, length);
    for (int i = 0; i < elements.total(); i++) {
      elements.next();
    }
    elements.expectEnd();
    int[] lengths = elements.dimensions();
    int[] lowerBounds = new int[lengths.length];
    int at = offset + ArrayElements.Binary.HEADER;
    for (int i = 0; i < lowerBounds.length; i++) {
      lowerBounds[i] = BinaryInts.readInt(source, at + Integer.BYTES);
      at += ArrayElements.Binary.PER_DIMENSION;
    }
    int elementOid = BinaryInts.readInt(source, offset + 2 * Integer.BYTES);
    byte[] encoded = Arrays.copyOfRange(source, at, offset + length);
    return new ArrayValue(Format.BINARY, elementOid, lengths, lowerBounds, encoded);
  }

  /// Reads the text of an array, with or without lower bounds.
  ///
  /// @param delimiter what stands between elements of this type
  /// @throws io.tiercel.wire.error.CodecException if it is no array
  public static ArrayValue parse(String text, int elementOid, char delimiter) {
    ArrayText parsed = ArrayText.parse("an array", delimiter, text);
    boolean isEmpty = parsed.elements().isEmpty();
    int[] lengths = isEmpty ? new int[0] : parsed.dimensions();
    var encoded = new WriteBuffer();
    for (String element : parsed.elements()) {
      byte[] bytes = element == null ? null : element.getBytes(StandardCharsets.UTF_8);
      encoded.putInt(bytes == null ? NULL : bytes.length);
      if (bytes != null) {
        encoded.putBytes(bytes);
      }
    }
    return new ArrayValue(
        Format.TEXT,
        elementOid,
        lengths,
        lowerBounds(text, lengths.length),
        Arrays.copyOf(encoded.array(), encoded.position()));
  }

  /// Of `[0:1][-2:3]={…}`; 1 where the text tells none.
  private static int[] lowerBounds(String text, int dimensions) {
    int[] bounds = new int[dimensions];
    Arrays.fill(bounds, 1);
    int at = 0;
    for (int i = 0; i < dimensions && text.startsWith("[", at); i++) {
      int colon = text.indexOf(':', at);
      int end = text.indexOf(']', at);
      if (colon < 0 || colon > end) {
        throw Faults.malformedText("an array", "expected [lower:upper]");
      }
      try {
        bounds[i] = Integer.parseInt(text.substring(at + 1, colon));
      } catch (NumberFormatException e) {
        throw Faults.malformedText("an array", "expected the number of a bound");
      }
      at = end + 1;
    }
    return bounds;
  }

  public Format format() {
    return format;
  }

  public int elementOid() {
    return elementOid;
  }

  /// The lengths of the dimensions, outermost first; none for an empty array.
  public int[] lengths() {
    return lengths.clone();
  }

  public int[] lowerBounds() {
    return lowerBounds.clone();
  }

  /// How many elements there are in all dimensions.
  public int size() {
    int size = lengths.length == 0 ? 0 : 1;
    for (int length : lengths) {
      size *= length;
    }
    return size;
  }

  /// The elements from the first one on, in row-major order.
  public Elements elements() {
    return new Elements(encoded);
  }

  boolean hasNull() {
    Elements elements = elements();
    while (elements.next()) {
      if (elements.isNull()) {
        return true;
      }
    }
    return false;
  }

  void writeElements(WriteBuffer out) {
    out.putBytes(encoded);
  }

  /// The members `from` up to, not including, `to` of the outermost dimension.
  public ArrayValue slice(int from, int to) {
    if (from == 0 && to == (lengths.length == 0 ? 0 : lengths[0])) {
      return this;
    }
    int[] sliced = from == to ? new int[0] : lengths();
    if (from != to) {
      sliced[0] = to - from;
    }
    int[] bounds = new int[sliced.length];
    Arrays.fill(bounds, 1);
    return new ArrayValue(format, elementOid, sliced, bounds, encoded(from, to));
  }

  private byte[] encoded(int fromMember, int toMember) {
    int width = lengths[0] == 0 ? 0 : size() / lengths[0];
    Elements elements = elements();
    elements.skip(fromMember * width);
    int start = elements.end();
    elements.skip((toMember - fromMember) * width);
    return Arrays.copyOfRange(encoded, start, elements.end());
  }

  /// One member of the outermost dimension of an array of two dimensions or more.
  public ArrayValue member(int index) {
    return new ArrayValue(
        format,
        elementOid,
        Arrays.copyOfRange(lengths, 1, lengths.length),
        Arrays.copyOfRange(lowerBounds, 1, lengths.length),
        encoded(index, index + 1));
  }

  /// Goes through the encoded elements of an array, one after the other. Confined to one thread.
  public static final class Elements {
    private final byte[] source;
    private int offset;
    private int length;

    private Elements(byte[] source) {
      this.source = source;
    }

    /// Moves to the next element, to the first one at first.
    ///
    /// @return whether there is one
    public boolean next() {
      int at = end();
      if (at == source.length) {
        return false;
      }
      length = BinaryInts.readInt(source, at);
      offset = at + Integer.BYTES;
      return true;
    }

    private void skip(int count) {
      for (int i = 0; i < count; i++) {
        next();
      }
    }

    private int end() {
      return offset + Math.max(length, 0);
    }

    public boolean isNull() {
      return length == NULL;
    }

    /// What holds the element; not to be written to.
    public byte[] source() {
      return source;
    }

    /// Where the element begins in its [#source()].
    public int offset() {
      return offset;
    }

    /// In bytes; -1 for NULL.
    public int length() {
      return length;
    }
  }

  /// Tells the text of an encoded element.
  ///
  /// @param <X> what it throws
  @FunctionalInterface
  public interface ElementText<X extends Exception> {
    String of(byte[] source, int offset, int length) throws X;
  }

  /// The array as the server spells it.
  public <X extends Exception> String print(char delimiter, ElementText<X> text) throws X {
    if (lengths.length == 0) {
      return "{}";
    }
    var to = new StringBuilder();
    if (Arrays.stream(lowerBounds).anyMatch(bound -> bound != 1)) {
      for (int i = 0; i < lengths.length; i++) {
        to.append('[').append(lowerBounds[i]).append(':');
        to.append(lowerBounds[i] + lengths[i] - 1).append(']');
      }
      to.append('=');
    }
    print(0, elements(), delimiter, text, to);
    return to.toString();
  }

  private <X extends Exception> void print(
      int level, Elements elements, char delimiter, ElementText<X> text, StringBuilder out)
      throws X {
    out.append('{');
    for (int i = 0; i < lengths[level]; i++) {
      if (i > 0) {
        out.append(delimiter);
      }
      if (level < lengths.length - 1) {
        print(level + 1, elements, delimiter, text, out);
      } else {
        elements.next();
        String printed =
            elements.isNull()
                ? null
                : text.of(elements.source(), elements.offset(), elements.length());
        ArrayText.appendElement(printed, delimiter, out);
      }
    }
    out.append('}');
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ArrayValue that
        && format == that.format
        && elementOid == that.elementOid
        && Arrays.equals(lengths, that.lengths)
        && Arrays.equals(lowerBounds, that.lowerBounds)
        && Arrays.equals(encoded, that.encoded);
  }

  @Override
  public int hashCode() {
    return 31 * elementOid + Arrays.hashCode(encoded);
  }

  @Override
  public String toString() {
    return "ArrayValue[elementOid=%d, lengths=%s]".formatted(elementOid, Arrays.toString(lengths));
  }
}
