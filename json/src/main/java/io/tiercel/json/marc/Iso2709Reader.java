package io.tiercel.json.marc;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Cuts a file into records. What ends a record is its terminator: the lengths in leaders are wrong
/// more often. A record whose length disagrees is bad, and where its terminator was lost the sound
/// record behind it, which the leader's length shows, is read all the same.
final class Iso2709Reader implements MarcReader {
  static final int RECORD_TERMINATOR = 0x1D;

  /// ISO 2709 ends at 99,999 bytes. What goes on past this is no file of records.
  private static final int MAX_RECORD_BYTES = 16 * 1024 * 1024;

  private final InputStream source;
  private final BadRecords badRecords;

  /// What was framed and not yet read: more than one where a terminator was lost.
  private final ArrayDeque<Frame> frames = new ArrayDeque<>();

  private final ByteArrayOutputStream frame = new ByteArrayOutputStream();
  private long offset;
  private long number;
  private String place = "byte 0";

  private static final class Frame {
    final long offset;
    final byte[] bytes;

    Frame(long offset, byte[] bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }
  }

  Iso2709Reader(InputStream source, BadRecords badRecords) {
    this.source = new BufferedInputStream(source, 1 << 16);
    this.badRecords = badRecords;
  }

  @Override
  public @Nullable MarcRecord read() throws IOException {
    while (true) {
      if (frames.isEmpty() && !frame()) {
        return null;
      }
      Frame next = frames.remove();
      number++;
      place = "byte " + next.offset;
      try {
        return new Iso2709Record(next.bytes).decode();
      } catch (IllegalArgumentException e) {
        badRecords.accept(new BadRecord(number, place, String.valueOf(e.getMessage())));
      }
    }
  }

  /// Reads to the next terminator. Line ends between records are no part of either.
  private boolean frame() throws IOException {
    int b = source.read();
    while (b == '\r' || b == '\n') {
      offset++;
      b = source.read();
    }
    if (b < 0) {
      return false;
    }
    frame.reset();
    long start = offset;
    while (b >= 0) {
      offset++;
      frame.write(b);
      if (b == RECORD_TERMINATOR) {
        break;
      }
      if (frame.size() > MAX_RECORD_BYTES) {
        throw new IOException(
            "no end of a record in %,d bytes from byte %,d on: this is no ISO 2709"
                .formatted(MAX_RECORD_BYTES, start));
      }
      b = source.read();
    }
    byte[] bytes = frame.toByteArray();
    int sound = soundSuffix(bytes);
    if (sound > 0) {
      frames.add(new Frame(start, Arrays.copyOf(bytes, sound)));
    }
    frames.add(new Frame(start + sound, Arrays.copyOfRange(bytes, sound, bytes.length)));
    return true;
  }

  /// Where the record begins that ends with these bytes, if it is not at 0: the leader that gives
  /// just the length that is left. 0 where there is none.
  private static int soundSuffix(byte[] bytes) {
    if (looksLikeLeader(bytes, 0)) {
      return 0;
    }
    for (int i = 1; i + Iso2709Record.MIN_BYTES <= bytes.length; i++) {
      if (looksLikeLeader(bytes, i)) {
        return i;
      }
    }
    return 0;
  }

  private static boolean looksLikeLeader(byte[] bytes, int at) {
    return bytes.length - at >= Iso2709Record.MIN_BYTES
        && Iso2709Record.number(bytes, at, 5) == bytes.length - at
        && bytes[at + 10] == '2'
        && bytes[at + 11] == '2'
        && Iso2709Record.number(bytes, at + 12, 5) > 0;
  }

  @Override
  public long number() {
    return number;
  }

  @Override
  public String place() {
    return place;
  }

  @Override
  public void close() throws IOException {
    source.close();
  }
}
