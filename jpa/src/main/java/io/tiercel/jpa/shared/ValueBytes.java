package io.tiercel.jpa.shared;

import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Column values as bytes: one that tells the class, then the value; integers in 7 bits a byte, the
/// sign last, so that small ones are short. Of equal values the bytes are equal.
///
/// | tag | class | bytes |
/// |---|---|---|
/// | 0 | null | |
/// | 1, 2 | Boolean: false, true | |
/// | 3, 4, 5 | Short, Integer, Long | 1 to 10 |
/// | 6, 7 | Float, Double | 4, 8: its bits |
/// | 8, 9 | String in UTF-8, byte[] | length, bytes |
/// | 10 | UUID | 16 |
/// | 11, 12 | BigInteger, BigDecimal | (scale,) length, two's complement |
/// | 13 | LocalDate | day of the epoch |
/// | 14 | LocalTime | nanosecond of the day |
/// | 15 | LocalDateTime | day, nanosecond |
/// | 16 | Instant | second of the epoch, nanosecond |
/// | 17 | OffsetDateTime | day, nanosecond, seconds of the offset |
/// | 18 | OffsetTime | nanosecond, seconds of the offset |
final class ValueBytes {
  private ValueBytes() {}

  /// Whether all of these can be written.
  static boolean canWrite(@Nullable Object[] values) {
    for (Object value : values) {
      if (!canWrite(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean canWrite(@Nullable Object value) {
    return switch (value) {
      case null -> true;
      case Boolean _, Short _, Integer _, Long _, Float _, Double _, byte[] _, UUID _ -> true;
      // A lone surrogate has no UTF-8.
      case String text -> StandardCharsets.UTF_8.newEncoder().canEncode(text);
      case BigInteger _, BigDecimal _ -> true;
      case LocalDate _, LocalTime _, LocalDateTime _, Instant _ -> true;
      case OffsetDateTime _, OffsetTime _ -> true;
      default -> false;
    };
  }

  static byte[] write(int first, @Nullable Object[] values) {
    var bytes = new ByteArrayOutputStream(128);
    try (var out = new DataOutputStream(bytes)) {
      writeLong(out, first);
      for (Object value : values) {
        write(out, value);
      }
    } catch (IOException e) {
      throw new AssertionError("an array takes everything", e);
    }
    return bytes.toByteArray();
  }

  /// One flat switch over all classes.
  private static void write(DataOutput out, @Nullable Object value) throws IOException {
    switch (value) {
      case null -> out.writeByte(0);
      case Boolean flag -> out.writeByte(flag ? 2 : 1);
      case Short number -> tagged(out, 3, number);
      case Integer number -> tagged(out, 4, number);
      case Long number -> tagged(out, 5, number);
      case Float number -> {
        out.writeByte(6);
        out.writeInt(Float.floatToRawIntBits(number));
      }
      case Double number -> {
        out.writeByte(7);
        out.writeLong(Double.doubleToRawLongBits(number));
      }
      case String text -> bytes(out, 8, text.getBytes(StandardCharsets.UTF_8));
      case byte[] array -> bytes(out, 9, array);
      case UUID id -> {
        out.writeByte(10);
        out.writeLong(id.getMostSignificantBits());
        out.writeLong(id.getLeastSignificantBits());
      }
      case BigInteger number -> bytes(out, 11, number.toByteArray());
      case BigDecimal number -> {
        tagged(out, 12, number.scale());
        bytes(out, number.unscaledValue().toByteArray());
      }
      case LocalDate date -> tagged(out, 13, date.toEpochDay());
      case LocalTime time -> tagged(out, 14, time.toNanoOfDay());
      case LocalDateTime time -> dateTime(out, 15, time);
      case Instant instant -> {
        tagged(out, 16, instant.getEpochSecond());
        writeLong(out, instant.getNano());
      }
      case OffsetDateTime time -> {
        dateTime(out, 17, time.toLocalDateTime());
        writeLong(out, time.getOffset().getTotalSeconds());
      }
      case OffsetTime time -> {
        tagged(out, 18, time.toLocalTime().toNanoOfDay());
        writeLong(out, time.getOffset().getTotalSeconds());
      }
      default -> throw new IllegalArgumentException("cannot write a " + value.getClass());
    }
  }

  private static void tagged(DataOutput out, int tag, long number) throws IOException {
    out.writeByte(tag);
    writeLong(out, number);
  }

  private static void dateTime(DataOutput out, int tag, LocalDateTime time) throws IOException {
    tagged(out, tag, time.toLocalDate().toEpochDay());
    writeLong(out, time.toLocalTime().toNanoOfDay());
  }

  private static void bytes(DataOutput out, int tag, byte[] array) throws IOException {
    out.writeByte(tag);
    bytes(out, array);
  }

  private static void bytes(DataOutput out, byte[] array) throws IOException {
    writeLong(out, array.length);
    out.write(array);
  }

  private static void writeLong(DataOutput out, long number) throws IOException {
    long rest = (number << 1) ^ (number >> 63);
    while ((rest & ~0x7FL) != 0) {
      out.writeByte((int) ((rest & 0x7F) | 0x80));
      rest >>>= 7;
    }
    out.writeByte((int) rest);
  }

  static long readLong(DataInput in) throws IOException {
    long rest = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = in.readUnsignedByte();
      rest |= (next & 0x7FL) << shift;
      if (next < 0x80) {
        return (rest >>> 1) ^ -(rest & 1);
      }
    }
    throw new IOException("a number is too long");
  }

  static @Nullable Object[] read(DataInput in, int count) throws IOException {
    @Nullable Object[] values = new Object[count];
    for (int i = 0; i < count; i++) {
      values[i] = read(in);
    }
    return values;
  }

  /// One flat switch over all classes.
  private static @Nullable Object read(DataInput in) throws IOException {
    int tag = in.readUnsignedByte();
    return switch (tag) {
      case 0 -> null;
      case 1 -> false;
      case 2 -> true;
      case 3 -> (short) readLong(in);
      case 4 -> (int) readLong(in);
      case 5 -> readLong(in);
      case 6 -> Float.intBitsToFloat(in.readInt());
      case 7 -> Double.longBitsToDouble(in.readLong());
      case 8 -> new String(bytes(in), StandardCharsets.UTF_8);
      case 9 -> bytes(in);
      case 10 -> new UUID(in.readLong(), in.readLong());
      case 11 -> new BigInteger(bytes(in));
      case 12 -> {
        int scale = (int) readLong(in);
        yield new BigDecimal(new BigInteger(bytes(in)), scale);
      }
      case 13 -> LocalDate.ofEpochDay(readLong(in));
      case 14 -> LocalTime.ofNanoOfDay(readLong(in));
      case 15 -> dateTime(in);
      case 16 -> Instant.ofEpochSecond(readLong(in), readLong(in));
      case 17 -> dateTime(in).atOffset(ZoneOffset.ofTotalSeconds((int) readLong(in)));
      case 18 ->
          LocalTime.ofNanoOfDay(readLong(in))
              .atOffset(ZoneOffset.ofTotalSeconds((int) readLong(in)));
      default -> throw new IOException("no class has the tag " + tag);
    };
  }

  private static LocalDateTime dateTime(DataInput in) throws IOException {
    return LocalDateTime.of(
        LocalDate.ofEpochDay(readLong(in)), LocalTime.ofNanoOfDay(readLong(in)));
  }

  private static byte[] bytes(DataInput in) throws IOException {
    byte[] array = new byte[Math.toIntExact(readLong(in))];
    in.readFully(array);
    return array;
  }
}
