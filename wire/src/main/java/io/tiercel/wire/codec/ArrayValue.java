package io.tiercel.wire.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A value of an array type in its raw form: the dimensions, and the elements in row-major order,
/// each still encoded. Unlike a Java array it keeps the lower bounds. Immutable as long as nobody
/// writes to the byte arrays.
public final class ArrayValue {
  private final Format format;
  private final int elementOid;
  private final int[] lengths;
  private final int[] lowerBounds;
  private final List<byte @Nullable []> elements;

  /// @param format in which the elements are encoded
  /// @param lengths of the dimensions, outermost first; none for an empty array
  /// @param lowerBounds as many as there are dimensions
  /// @param elements in row-major order, null for NULL
  public ArrayValue(
      Format format,
      int elementOid,
      int[] lengths,
      int[] lowerBounds,
      List<byte @Nullable []> elements) {
    this.format = format;
    this.elementOid = elementOid;
    this.lengths = lengths.clone();
    this.lowerBounds = lowerBounds.clone();
    this.elements = Collections.unmodifiableList(new ArrayList<>(elements));
  }

  /// Reads the value at `source[offset .. offset + length)` as `array_send` writes it.
  ///
  /// @throws io.tiercel.wire.error.CodecException if it is no array
  public static ArrayValue decode(byte[] source, int offset, int length) {
    var raw =
        new ArrayElements.Binary(
            "an array",
            (bytes, from, size) -> Arrays.copyOfRange(bytes, from, from + size),
            source,
            offset,
            length);
    int[] lengths = raw.dimensions();
    int[] lowerBounds = new int[lengths.length];
    for (int i = 0; i < lowerBounds.length; i++) {
      lowerBounds[i] =
          BinaryInts.readInt(
              source,
              offset
                  + ArrayElements.Binary.HEADER
                  + i * ArrayElements.Binary.PER_DIMENSION
                  + Integer.BYTES);
    }
    var elements = new ArrayList<byte @Nullable []>(raw.total());
    for (int i = 0; i < raw.total(); i++) {
      elements.add((byte[]) raw.next());
    }
    raw.expectEnd();
    int elementOid = BinaryInts.readInt(source, offset + 2 * Integer.BYTES);
    return new ArrayValue(Format.BINARY, elementOid, lengths, lowerBounds, elements);
  }

  /// Reads the text of an array, with or without lower bounds.
  ///
  /// @param delimiter what stands between elements of this type
  /// @throws io.tiercel.wire.error.CodecException if it is no array
  public static ArrayValue parse(String text, int elementOid, char delimiter) {
    ArrayText parsed = ArrayText.parse("an array", delimiter, text);
    boolean isEmpty = parsed.elements().isEmpty();
    int[] lengths = isEmpty ? new int[0] : parsed.dimensions();
    var elements = new ArrayList<byte @Nullable []>(parsed.elements().size());
    for (String element : parsed.elements()) {
      elements.add(element == null ? null : element.getBytes(StandardCharsets.UTF_8));
    }
    return new ArrayValue(
        Format.TEXT, elementOid, lengths, lowerBounds(text, lengths.length), elements);
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

  /// The encoded elements in row-major order, null for NULL. Not copies.
  public List<byte @Nullable []> elements() {
    return elements;
  }

  /// The members `from` up to, not including, `to` of the outermost dimension.
  public ArrayValue slice(int from, int to) {
    if (from == 0 && to == (lengths.length == 0 ? 0 : lengths[0])) {
      return this;
    }
    int width = lengths[0] == 0 ? 0 : elements.size() / lengths[0];
    int[] sliced = from == to ? new int[0] : lengths();
    if (from != to) {
      sliced[0] = to - from;
    }
    int[] bounds = new int[sliced.length];
    Arrays.fill(bounds, 1);
    return new ArrayValue(
        format, elementOid, sliced, bounds, elements.subList(from * width, to * width));
  }

  /// One member of the outermost dimension of an array of two dimensions or more.
  public ArrayValue member(int index) {
    ArrayValue slice = slice(index, index + 1);
    return new ArrayValue(
        format,
        elementOid,
        Arrays.copyOfRange(lengths, 1, lengths.length),
        Arrays.copyOfRange(lowerBounds, 1, lengths.length),
        slice.elements);
  }

  /// Tells the text of an encoded element.
  ///
  /// @param <X> what it throws
  @FunctionalInterface
  public interface ElementText<X extends Exception> {
    String of(byte[] element) throws X;
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
    print(0, 0, elements.size(), delimiter, text, to);
    return to.toString();
  }

  private <X extends Exception> void print(
      int level, int from, int to, char delimiter, ElementText<X> text, StringBuilder out)
      throws X {
    out.append('{');
    int width = (to - from) / lengths[level];
    for (int i = 0; i < lengths[level]; i++) {
      if (i > 0) {
        out.append(delimiter);
      }
      int start = from + i * width;
      if (level < lengths.length - 1) {
        print(level + 1, start, start + width, delimiter, text, out);
      } else {
        byte[] element = elements.get(start);
        ArrayText.appendElement(element == null ? null : text.of(element), delimiter, out);
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
        && Arrays.deepEquals(elements.toArray(), that.elements.toArray());
  }

  @Override
  public int hashCode() {
    return 31 * elementOid + Arrays.deepHashCode(elements.toArray());
  }

  @Override
  public String toString() {
    return "ArrayValue[elementOid=%d, lengths=%s]".formatted(elementOid, Arrays.toString(lengths));
  }
}
