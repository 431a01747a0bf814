package io.tiercel.wire.replication;

import io.tiercel.wire.error.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;

/// Reads the fields of one replication message in place. Refuses to read behind its end.
final class WireReader {
  /// 2000-01-01, from which the server counts microseconds.
  private static final long EPOCH_SECOND = 946_684_800;

  private static final long MICROS_PER_SECOND = 1_000_000;
  private static final long NANOS_PER_MICRO = 1_000;

  private final byte[] source;
  private final int end;
  private int at;

  WireReader(byte[] source, int offset, int length) {
    this.source = source;
    at = offset;
    end = offset + length;
  }

  byte readByte() {
    require(1);
    return source[at++];
  }

  int readShort() {
    require(Short.BYTES);
    int value = ((source[at] & 0xFF) << 8) | (source[at + 1] & 0xFF);
    at += Short.BYTES;
    return value;
  }

  int readInt() {
    int high = readShort();
    return (high << 16) | readShort();
  }

  long readLong() {
    long high = readInt();
    return (high << Integer.SIZE) | (readInt() & 0xFFFF_FFFFL);
  }

  Lsn readLsn() {
    return new Lsn(readLong());
  }

  Instant readTime() {
    long micros = readLong();
    return Instant.ofEpochSecond(
        EPOCH_SECOND + Math.floorDiv(micros, MICROS_PER_SECOND),
        Math.floorMod(micros, MICROS_PER_SECOND) * NANOS_PER_MICRO);
  }

  /// Microseconds as the server counts them.
  static long micros(Instant time) {
    return (time.getEpochSecond() - EPOCH_SECOND) * MICROS_PER_SECOND
        + time.getNano() / NANOS_PER_MICRO;
  }

  String readCString() {
    int zero = at;
    while (zero < end && source[zero] != 0) {
      zero++;
    }
    if (zero == end) {
      throw early();
    }
    var text = new String(source, at, zero - at, StandardCharsets.UTF_8);
    at = zero + 1;
    return text;
  }

  byte[] readBytes(int length) {
    require(length);
    byte[] bytes = Arrays.copyOfRange(source, at, at + length);
    at += length;
    return bytes;
  }

  /// A count of things that take at least one byte each, and so must fit in the rest.
  int readCount(int count) {
    if (count < 0 || count > remaining()) {
      throw new ProtocolViolation(
          "replication message counts %d items in %d bytes".formatted(count, remaining()));
    }
    return count;
  }

  /// TupleData: int16 count, then for each value its kind and, if it is there, int32 length and
  /// bytes.
  Tuple readTuple() {
    int count = readCount(readShort());
    byte[] kinds = new byte[count];
    int[] starts = new int[count];
    int[] ends = new int[count];
    int total = 0;
    for (int i = 0; i < count; i++) {
      kinds[i] = readByte();
      switch (kinds[i]) {
        case Tuple.NULL, Tuple.UNCHANGED -> {}
        case Tuple.TEXT, Tuple.BINARY -> {
          int length = readInt();
          require(length);
          starts[i] = at;
          at += length;
          total += length;
        }
        default ->
            throw new ProtocolViolation(
                "unknown kind 0x%02x of a value in a tuple".formatted(kinds[i] & 0xFF));
      }
      ends[i] = total;
    }
    byte[] values = new byte[total];
    for (int i = 0; i < count; i++) {
      int from = i == 0 ? 0 : ends[i - 1];
      System.arraycopy(source, starts[i], values, from, ends[i] - from);
    }
    return new Tuple(kinds, ends, values);
  }

  int remaining() {
    return end - at;
  }

  void expectEnd() {
    if (at != end) {
      throw new ProtocolViolation("replication message is %d bytes too long".formatted(end - at));
    }
  }

  private void require(int bytes) {
    if (bytes < 0 || end - at < bytes) {
      throw early();
    }
  }

  private static ProtocolViolation early() {
    return new ProtocolViolation("replication message ends early");
  }
}
