package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import io.tiercel.wire.error.CodecException;
import io.tiercel.wire.error.SqlState;
import java.util.Arrays;

/// The geometric types. In binary (`point_send` and so on of the server) nothing but float8 values,
/// in the order of the text, after these headers: `path` a byte, 1 if it is closed, and an int32
/// number of points; `polygon` an int32 number of points.
///
/// Read as the server's text, and as `double[]`, the numbers alone in their order.
final class Geometries {
  private Geometries() {}

  static TypeCodec point() {
    return fixed("point", 2, numbers -> points(numbers, "", ""));
  }

  static TypeCodec lseg() {
    return fixed("lseg", 4, numbers -> points(numbers, "[", "]"));
  }

  static TypeCodec box() {
    return fixed("box", 4, numbers -> points(numbers, "", ""));
  }

  static TypeCodec line() {
    return fixed("line", 3, numbers -> "{" + joined(numbers, 0, 3) + "}");
  }

  static TypeCodec circle() {
    return fixed(
        "circle",
        3,
        numbers -> "<(" + joined(numbers, 0, 2) + ")," + FloatText.print(numbers[2]) + ">");
  }

  static TypeCodec polygon() {
    return open("polygon", Integer.BYTES, (numbers, isClosed) -> points(numbers, "(", ")"));
  }

  static TypeCodec path() {
    return open(
        "path",
        1 + Integer.BYTES,
        (numbers, isClosed) -> isClosed ? points(numbers, "(", ")") : points(numbers, "[", "]"));
  }

  private interface Printer {
    String print(double[] numbers);
  }

  private interface PathPrinter {
    String print(double[] numbers, boolean isClosed);
  }

  private static TypeCodec fixed(String typeName, int count, Printer printer) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            double[].class,
            (source, offset, length) -> fixed(typeName, count, source, offset, length),
            text -> parse(typeName, text))
        .parses(
            String.class,
            (source, offset, length) ->
                printer.print(fixed(typeName, count, source, offset, length)),
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(
            String.class,
            (value, out) -> {
              double[] numbers = parse(typeName, value);
              if (numbers.length != count) {
                throw refused(typeName, null);
              }
              put(numbers, out);
            },
            value -> value)
        .build();
  }

  /// @param header bytes before the numbers: the number of points, and before that whether it is
  ///     closed, where there are five
  private static TypeCodec open(String typeName, int header, PathPrinter printer) {
    return ScalarCodec.of(typeName, String.class)
        .sentAsText()
        .parses(
            double[].class,
            (source, offset, length) -> open(typeName, header, source, offset, length),
            text -> parse(typeName, text))
        .parses(
            String.class,
            (source, offset, length) ->
                printer.print(open(typeName, header, source, offset, length), source[offset] != 0),
            text -> text)
        .reads(byte[].class, Texts::copy, Texts::copy)
        .prints(
            String.class,
            (value, out) -> {
              double[] numbers = parse(typeName, value);
              if (numbers.length == 0 || numbers.length % 2 != 0) {
                throw refused(typeName, null);
              }
              if (header > Integer.BYTES) {
                out.putByte(value.strip().startsWith("[") ? 0 : 1);
              }
              put(numbers, out.putInt(numbers.length / 2));
            },
            value -> value)
        .build();
  }

  private static double[] fixed(String typeName, int count, byte[] source, int offset, int length) {
    Faults.requireLength(typeName, count * Double.BYTES, length);
    return numbers(source, offset, count);
  }

  private static double[] open(String typeName, int header, byte[] source, int offset, int length) {
    int points = length < header ? -1 : BinaryInts.readInt(source, offset + header - Integer.BYTES);
    if (points < 0 || length - header != 2L * Double.BYTES * points) {
      throw Faults.malformed(typeName, "%d points in %d bytes".formatted(points, length));
    }
    return numbers(source, offset + header, 2 * points);
  }

  private static double[] numbers(byte[] source, int offset, int count) {
    double[] numbers = new double[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = BinaryInts.readDouble(source, offset + i * Double.BYTES);
    }
    return numbers;
  }

  private static void put(double[] numbers, WriteBuffer out) {
    for (double number : numbers) {
      out.putDouble(number);
    }
  }

  private static double[] parse(String typeName, String text) {
    try {
      return Arrays.stream(text.split("[\\[\\](){}<>,\\s]+"))
          .filter(part -> !part.isEmpty())
          .mapToDouble(Double::parseDouble)
          .toArray();
    } catch (NumberFormatException e) {
      throw refused(typeName, e);
    }
  }

  private static CodecException refused(
      String typeName, @org.jspecify.annotations.Nullable Throwable cause) {
    String message = "malformed text value of " + typeName;
    return cause == null
        ? new CodecException(SqlState.INVALID_TEXT_REPRESENTATION, message)
        : new CodecException(SqlState.INVALID_TEXT_REPRESENTATION, message, cause);
  }

  private static String points(double[] numbers, String before, String after) {
    var to = new StringBuilder(before);
    for (int i = 0; i < numbers.length; i += 2) {
      to.append(i == 0 ? "(" : ",(").append(joined(numbers, i, i + 2)).append(')');
    }
    return to.append(after).toString();
  }

  private static String joined(double[] numbers, int from, int to) {
    var text = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (i > from) {
        text.append(',');
      }
      text.append(FloatText.print(numbers[i]));
    }
    return text.toString();
  }
}
