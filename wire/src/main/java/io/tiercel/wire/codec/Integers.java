package io.tiercel.wire.codec;

import io.tiercel.wire.buffer.WriteBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/// `int2`, `int4`, `int8` and the unsigned `oid` family, in binary a big-endian integer of 2, 4 or
/// 8 bytes. Each is read as, and written from, every integer class that can hold the value.
final class Integers {
  /// One width of integer on the wire.
  private record Width(String typeName, int bytes, boolean signed, long min, long max) {
    long decode(byte[] source, int offset, int length) {
      Faults.requireLength(typeName, bytes, length);
      return switch (bytes) {
        case Short.BYTES -> BinaryInts.readShort(source, offset);
        case Integer.BYTES ->
            signed
                ? BinaryInts.readInt(source, offset)
                : BinaryInts.readUnsignedInt(source, offset);
        default -> BinaryInts.readLong(source, offset);
      };
    }

    void encode(long value, WriteBuffer out) {
      switch (bytes) {
        case Short.BYTES -> out.putShort((short) value);
        case Integer.BYTES -> out.putInt((int) value);
        default -> out.putLong(value);
      }
    }

    long checked(long value, Object original) {
      if (value < min || value > max) {
        throw Faults.outOfRange(original, typeName, "%d to %d".formatted(min, max));
      }
      return value;
    }
  }

  private Integers() {}

  static TypeCodec int2() {
    var width = new Width("int2", Short.BYTES, true, Short.MIN_VALUE, Short.MAX_VALUE);
    return table(width, Short.class).build();
  }

  static TypeCodec int4() {
    var width = new Width("int4", Integer.BYTES, true, Integer.MIN_VALUE, Integer.MAX_VALUE);
    // The commonest reads of all get a decoder without a layer in between.
    var builder = table(width, Integer.class);
    builder.reads(Integer.class, Integers::decodeInt4, Integers::parseInt4);
    writes(builder, width, Integer.class);
    return builder.build();
  }

  static TypeCodec int8() {
    var width = new Width("int8", Long.BYTES, true, Long.MIN_VALUE, Long.MAX_VALUE);
    var builder = table(width, Long.class);
    builder.reads(Long.class, Integers::decodeInt8, (s, o, l) -> parse("int8", s, o, l));
    writes(builder, width, Long.class);
    return builder.build();
  }

  /// `oid`, `xid` and `cid`: unsigned, so read as Long.
  static TypeCodec unsignedInt4(String typeName) {
    return table(new Width(typeName, Integer.BYTES, false, 0, 0xFFFF_FFFFL), Long.class).build();
  }

  /// `xid8`. The upper half of its unsigned range is never reached.
  static TypeCodec xid8() {
    return table(new Width("xid8", Long.BYTES, true, 0, Long.MAX_VALUE), Long.class).build();
  }

  private static ScalarCodec.Builder table(Width width, Class<?> javaType) {
    return ScalarCodec.of(width.typeName, javaType).rest(builder -> fill(builder, width));
  }

  private static void fill(ScalarCodec.Builder builder, Width width) {
    reads(builder, width, Long.class, Long::valueOf);
    reads(
        builder,
        width,
        Integer.class,
        value -> {
          if (value != (int) value) {
            throw Faults.doesNotFit(width.typeName, Integer.class, "read it as Long");
          }
          return (int) value;
        });
    reads(
        builder,
        width,
        Short.class,
        value -> {
          if (value != (short) value) {
            throw Faults.doesNotFit(width.typeName, Short.class, "read it as Integer or Long");
          }
          return (short) value;
        });
    reads(
        builder,
        width,
        Byte.class,
        value -> {
          if (value != (byte) value) {
            throw Faults.doesNotFit(
                width.typeName, Byte.class, "read it as Short, Integer or Long");
          }
          return (byte) value;
        });
    reads(builder, width, BigInteger.class, BigInteger::valueOf);
    reads(builder, width, BigDecimal.class, BigDecimal::valueOf);
    reads(builder, width, Double.class, value -> (double) value);
    reads(builder, width, String.class, Long::toString);
    writes(builder, width, Integer.class);
    writes(builder, width, Long.class);
    writes(builder, width, Short.class);
    writes(builder, width, Byte.class);
    builder.writes(
        Number.class,
        (value, out) -> width.encode(width.checked(exactLong(width, value), value), out),
        ScalarCodec.printed(value -> Long.toString(width.checked(exactLong(width, value), value))));
  }

  private static <T> void reads(
      ScalarCodec.Builder builder, Width width, Class<T> target, LongFunction<T> conversion) {
    builder.reads(
        target,
        (source, offset, length) -> conversion.apply(width.decode(source, offset, length)),
        (source, offset, length) ->
            conversion.apply(parse(width.typeName, source, offset, length)));
  }

  private static <T extends Number> void writes(
      ScalarCodec.Builder builder, Width width, Class<T> source) {
    builder.writes(
        source,
        (value, out) -> width.encode(width.checked(value.longValue(), value), out),
        ScalarCodec.printed(value -> Long.toString(width.checked(value.longValue(), value))));
  }

  private static long exactLong(Width width, Number value) {
    try {
      return switch (value) {
        case BigInteger big -> big.longValueExact();
        case BigDecimal decimal -> decimal.longValueExact();
        case AtomicLong atomic -> atomic.get();
        case AtomicInteger atomic -> atomic.get();
        default -> new BigDecimal(value.toString()).longValueExact();
      };
    } catch (ArithmeticException | NumberFormatException e) {
      throw Faults.outOfRange(value, width.typeName, "expected a whole number");
    }
  }

  private static Integer decodeInt4(byte[] source, int offset, int length) {
    Faults.requireLength("int4", Integer.BYTES, length);
    return BinaryInts.readInt(source, offset);
  }

  private static Integer parseInt4(byte[] source, int offset, int length) {
    long value = parse("int4", source, offset, length);
    if (value != (int) value) {
      throw Faults.malformedText("int4", "out of range");
    }
    return (int) value;
  }

  private static Long decodeInt8(byte[] source, int offset, int length) {
    Faults.requireLength("int8", Long.BYTES, length);
    return BinaryInts.readLong(source, offset);
  }

  /// Reads decimal digits with an optional sign, straight from the bytes.
  static long parse(String typeName, byte[] source, int offset, int length) {
    int end = offset + length;
    int at = offset;
    boolean negative = at < end && source[at] == '-';
    if (negative) {
      at++;
    }
    if (at == end || end - at > 19) {
      throw Faults.malformedText(typeName, "expected 1 to 19 digits");
    }
    // Summed below zero, where there is room for Long.MIN_VALUE.
    long value = 0;
    for (; at < end; at++) {
      int digit = source[at] - '0';
      if (digit < 0 || digit > 9) {
        throw Faults.malformedText(typeName, "expected digits");
      }
      value = value * 10 - digit;
      if (value > 0) {
        throw Faults.malformedText(typeName, "out of range");
      }
    }
    if (!negative && value == Long.MIN_VALUE) {
      throw Faults.malformedText(typeName, "out of range");
    }
    return negative ? value : -value;
  }
}
