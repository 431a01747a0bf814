package io.tiercel.cache.tier;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// One file of the log, mapped as a whole. One thread at a time writes; any number read, and notice
/// by a count of changes when what they have copied was being overwritten.
final class Segment {
  private static final ValueLayout.OfLong NUMBER =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt LENGTH =
      ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// Blocks of the file are taken in pieces of that size.
  private static final int PIECE = 1 << 20;

  private static final VarHandle CHANGES;

  static {
    try {
      CHANGES =
          java.lang.invoke.MethodHandles.lookup()
              .findVarHandle(Segment.class, "changes", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final int number;
  private final FileChannel channel;
  private final MemorySegment map;

  /// Odd while something that readers may have found is overwritten.
  @SuppressWarnings("unused") // by way of CHANGES
  private volatile int changes;

  private volatile long sequence;

  /// Behind the last record.
  private volatile long end = SegmentHeader.BYTES;

  /// Up to there the file system has given blocks: writing to a mapping where it cannot would be a
  /// fault of memory. Of a file that was found there nothing is known.
  private long reserved;

  private Segment(int number, FileChannel channel, MemorySegment map) {
    this.number = number;
    this.channel = channel;
    this.map = map;
  }

  /// @param bytes the file is made that long
  static Segment map(Path file, int number, long bytes, Arena arena) throws IOException {
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      return new Segment(number, channel, channel.map(MapMode.READ_WRITE, 0, bytes, arena));
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  int number() {
    return number;
  }

  /// Of this use of the file; 0 before the first.
  long sequence() {
    return sequence;
  }

  long end() {
    return end;
  }

  boolean hasRoom(long length) {
    return end + length <= map.byteSize();
  }

  /// It is used anew: no reader finds a record of before.
  void begin(SegmentHeader header, byte[] owner) throws IOException {
    int before = beginChange();
    try {
      sequence = header.sequence();
      end = SegmentHeader.BYTES;
      write(header.encode(owner), 0);
      reserved = Math.max(reserved, SegmentHeader.BYTES);
    } finally {
      endChange(before);
    }
  }

  /// It was found as a file.
  void found(SegmentHeader header) {
    sequence = header.sequence();
  }

  void setEnd(long offset) {
    end = offset;
  }

  /// Copies a sealed record to the end. Nobody finds it before its location is told.
  ///
  /// @return its offset
  /// @throws IOException when the disk is full, or cannot be written
  long append(byte[] record, int length) throws IOException {
    long offset = end;
    if (offset + length > reserved) {
      reserve(offset + length);
    }
    MemorySegment.copy(record, 0, map, ValueLayout.JAVA_BYTE, offset, length);
    end = offset + length;
    return offset;
  }

  private void reserve(long upTo) throws IOException {
    long from = Math.max(reserved, end);
    long to = Math.min(map.byteSize(), Math.max(upTo, from + PIECE));
    write(ByteBuffer.allocate((int) (to - from)), from);
    reserved = to;
  }

  private void write(ByteBuffer bytes, long offset) throws IOException {
    long at = offset;
    while (bytes.hasRemaining()) {
      at += channel.write(bytes, at);
    }
  }

  /// The record at an offset, be it whole or not; null when there cannot be one, or when it is
  /// overwritten just now.
  byte @Nullable [] read(long offset) {
    int before = changes;
    if ((before & 1) != 0 || offset + RecordLayout.KEY > end) {
      return null;
    }
    int length = map.get(LENGTH, offset + RecordLayout.LENGTH);
    if (length < RecordLayout.KEY || length > end - offset) {
      return null;
    }
    byte[] record = new byte[length];
    MemorySegment.copy(map, ValueLayout.JAVA_BYTE, offset, record, 0, length);
    VarHandle.acquireFence();
    return changes == before && RecordLayout.isPlausible(record, length) ? record : null;
  }

  /// The 32 bytes at an offset that say how long a record is; for a segment that nobody else uses.
  byte[] head(long offset) {
    byte[] head = new byte[RecordLayout.ADMISSION];
    MemorySegment.copy(map, ValueLayout.JAVA_BYTE, offset, head, 0, head.length);
    return head;
  }

  /// All bytes of the mapping.
  long bytes() {
    return map.byteSize();
  }

  /// Overwrites a few numbers of a record.
  void overwrite(long offset, long... numbers) {
    int before = beginChange();
    for (int i = 0; i < numbers.length; i++) {
      map.set(NUMBER, offset + (long) i * Long.BYTES, numbers[i]);
    }
    endChange(before);
  }

  private int beginChange() {
    int before = (int) CHANGES.get(this);
    CHANGES.setOpaque(this, before + 1);
    VarHandle.fullFence();
    return before;
  }

  private void endChange(int before) {
    CHANGES.setRelease(this, before + 2);
  }

  /// Everything that was written is on disk when this returns.
  void force() {
    map.force();
  }

  /// Its mapping goes with the arena.
  void close() throws IOException {
    channel.close();
  }
}
