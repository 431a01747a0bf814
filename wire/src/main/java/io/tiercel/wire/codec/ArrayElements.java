package io.tiercel.wire.codec;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/// One array value on its way in: its dimensions, then its elements in row-major order. Confined to
/// one thread and to one value.
interface ArrayElements {
  /// The lengths, outermost first; none for an empty array.
  int[] dimensions();

  /// How many elements [#next()] has in all.
  int total();

  /// The next element, null for NULL.
  @Nullable Object next();

  /// Refuses bytes after the last element.
  void expectEnd();

  /// An array in binary (`array_send` of the server):
  ///
  /// | offset | type     | meaning                                                     |
  /// |--------|----------|-------------------------------------------------------------|
  /// | 0      | int32    | number of dimensions, 0 for an empty array, at most 6       |
  /// | 4      | int32    | 1 if there are NULLs, else 0                                |
  /// | 8      | int32    | oid of the elements                                         |
  /// | 12     | int32[2] | per dimension its length and its lower bound                |
  /// | …      |          | per element an int32 length, -1 for NULL, and so many bytes |
  final class Binary implements ArrayElements {
    static final int HEADER = 12;
    static final int PER_DIMENSION = 8;
    private static final int NULL = -1;

    private final String typeName;
    private final Decoder<?> decoder;
    private final byte[] source;
    private final int end;
    private final int[] dimensions;
    private final int total;
    private int at;

    Binary(String typeName, Decoder<?> decoder, byte[] source, int offset, int length) {
      this.typeName = typeName;
      this.decoder = decoder;
      this.source = source;
      end = offset + length;
      int count = dimensionCount(offset, length);
      dimensions = new int[count];
      for (int i = 0; i < count; i++) {
        dimensions[i] = BinaryInts.readInt(source, offset + HEADER + i * PER_DIMENSION);
      }
      at = offset + HEADER + count * PER_DIMENSION;
      total = checkedTotal();
    }

    private int dimensionCount(int offset, int length) {
      int count = length < HEADER ? NULL : BinaryInts.readInt(source, offset);
      if (count < 0
          || count > ArrayText.MAX_DIMENSIONS
          || length < HEADER + count * PER_DIMENSION) {
        throw Faults.malformed(typeName, "%d dimensions in %d bytes".formatted(count, length));
      }
      return count;
    }

    /// Every element takes four bytes at least, so a count that the value cannot hold is found
    /// before anything is allocated for it.
    private int checkedTotal() {
      if (dimensions.length == 0) {
        return 0;
      }
      int room = (end - at) / Integer.BYTES;
      long product = 1;
      for (int dimension : dimensions) {
        product *= dimension;
        // int2vector and oidvector have their one dimension when they are empty, too.
        if (dimension < 0 || product > room) {
          throw Faults.malformed(
              typeName, "a dimension of %d elements in %d bytes".formatted(dimension, end - at));
        }
      }
      if (product == 0 && at != end) {
        throw Faults.malformed(typeName, "%d bytes of no elements".formatted(end - at));
      }
      return (int) product;
    }

    @Override
    public int[] dimensions() {
      return dimensions;
    }

    @Override
    public int total() {
      return total;
    }

    @Override
    public @Nullable Object next() {
      if (end - at < Integer.BYTES) {
        throw Faults.malformed(typeName, "ends before the length of an element");
      }
      int length = BinaryInts.readInt(source, at);
      at += Integer.BYTES;
      if (length == NULL) {
        return null;
      }
      if (length < 0 || length > end - at) {
        throw Faults.malformed(
            typeName, "an element of %d bytes, %d are left".formatted(length, end - at));
      }
      int from = at;
      at += length;
      return decoder.decode(source, from, length);
    }

    @Override
    public void expectEnd() {
      if (at != end) {
        throw Faults.malformed(typeName, (end - at) + " bytes too long");
      }
    }
  }

  /// An array in text.
  final class Text implements ArrayElements {
    private final Decoder<?> decoder;
    private final ArrayText text;
    private final Iterator<@Nullable String> elements;

    Text(Decoder<?> decoder, ArrayText text) {
      this.decoder = decoder;
      this.text = text;
      elements = text.elements().iterator();
    }

    @Override
    public int[] dimensions() {
      return text.dimensions();
    }

    @Override
    public int total() {
      return text.elements().size();
    }

    @Override
    public @Nullable Object next() {
      String element = elements.next();
      if (element == null) {
        return null;
      }
      byte[] bytes = element.getBytes(StandardCharsets.UTF_8);
      return decoder.decode(bytes, 0, bytes.length);
    }

    /// The parser has seen to it.
    @Override
    public void expectEnd() {}
  }
}
