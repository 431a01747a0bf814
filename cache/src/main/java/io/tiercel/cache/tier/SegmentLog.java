package io.tiercel.cache.tier;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The segments in their order: one is written to, the others are full or free. A location is the
/// number of a segment, from 1 on, and an offset in units of 8 bytes. All but [#segment] is for the
/// thread that writes.
final class SegmentLog {
  private static final int OFFSET_BITS = 32;
  private static final long OFFSET_MASK = (1L << OFFSET_BITS) - 1;
  private static final int UNIT_SHIFT = 3;

  private final TierSettings settings;
  private final Arena arena;
  private final byte[] owner;
  private final Segment[] segments;
  private final ArrayDeque<Segment> full = new ArrayDeque<>();
  private final ArrayDeque<Segment> free = new ArrayDeque<>();
  private @Nullable Segment active;
  private long sequence;
  private int mapped;

  SegmentLog(TierSettings settings, Arena arena, byte[] owner) {
    this.settings = settings;
    this.arena = arena;
    this.owner = owner;
    segments = new Segment[settings.segments()];
  }

  static String fileName(int number) {
    return "segment-%05d.tier".formatted(number);
  }

  static long location(Segment segment, long offset) {
    return (segment.number() + 1L) << OFFSET_BITS | offset >> UNIT_SHIFT;
  }

  static long offset(long location) {
    return (location & OFFSET_MASK) << UNIT_SHIFT;
  }

  static int number(long location) {
    return (int) (location >>> OFFSET_BITS) - 1;
  }

  /// For any thread that has met the location in the index.
  Segment segment(long location) {
    return segments[number(location)];
  }

  /// Takes over a file of an earlier run.
  Segment adopt(int number, SegmentHeader header) throws IOException {
    Segment segment = map(number);
    segment.found(header);
    sequence = Math.max(sequence, header.sequence());
    return segment;
  }

  /// Segments with records, in the order in which they were written.
  void adopted(List<Segment> found) {
    full.addAll(found);
  }

  private Segment map(int number) throws IOException {
    Path file = settings.directory().resolve(fileName(number));
    Segment segment = Segment.map(file, number, settings.segmentBytes(), arena);
    segments[number] = segment;
    mapped++;
    return segment;
  }

  boolean hasRoom(int length) {
    Segment writing = active;
    return writing != null && writing.hasRoom(length);
  }

  /// Whether the next segment has to be one that is in use now.
  boolean isRunningOut() {
    return free.isEmpty() && mapped == segments.length && !full.isEmpty();
  }

  private int unused() {
    for (int number = 0; number < segments.length; number++) {
      if (segments[number] == null) {
        return number;
      }
    }
    throw new IllegalStateException("all segments are in use");
  }

  /// The oldest full one, which is not used any more when it is [freed][#free].
  Segment oldest() {
    return full.removeFirst();
  }

  void free(Segment segment) {
    free.addLast(segment);
  }

  /// Ends the segment that is written to, and begins one that is free.
  void roll() throws IOException {
    Segment next = free.pollFirst();
    if (next == null) {
      next = map(unused());
    }
    if (active != null) {
      full.addLast(active);
    }
    sequence++;
    next.begin(new SegmentHeader(settings.segmentBytes(), sequence), owner);
    active = next;
  }

  /// Seals the record and appends it to the segment that is written to, which has room.
  ///
  /// @return its location
  long append(byte[] record, int length) throws IOException {
    Segment writing = active;
    if (writing == null) {
      throw new IllegalStateException("no segment was begun");
    }
    RecordLayout.seal(record, writing.sequence());
    return location(writing, writing.append(record, length));
  }

  /// Those with records, the oldest first.
  List<Segment> inOrder() {
    List<Segment> all = new ArrayList<>();
    for (Segment segment : segments) {
      if (segment != null && !free.contains(segment)) {
        all.add(segment);
      }
    }
    all.sort(Comparator.comparingLong(Segment::sequence));
    return all;
  }

  /// Behind the last record.
  Place end() {
    Segment writing = active;
    return writing == null
        ? new Place(sequence, Long.MAX_VALUE)
        : new Place(writing.sequence(), writing.end());
  }

  void force() {
    for (Segment segment : segments) {
      if (segment != null) {
        segment.force();
      }
    }
  }

  int files() {
    return mapped;
  }

  void close() throws IOException {
    for (Segment segment : segments) {
      if (segment != null) {
        segment.close();
      }
    }
  }
}
