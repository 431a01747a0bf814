package io.tiercel.cache.tier;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds what an earlier run has left. A file that is not of this tier, or of another size, is
/// deleted; of the others those records are taken that are whole and have a [Stamp], or are covered
/// by a [Checkpoint]: what cannot be recognized later is of no use. A torn end is cut.
final class Recovery {
  private static final long FIRST_CAPACITY = 1 << 12;

  /// Of files, for each slot of the index. A record of 250 bytes with one of 3/2 slots.
  private static final long LIKELY_BYTES = 256;

  private static final long[] NOT_ADMITTED = {0};

  private final TierSettings settings;
  private final byte[] owner;
  private final SegmentLog log;
  private final @Nullable Checkpoint checkpoint;
  private OffHeapIndex index = new OffHeapIndex(FIRST_CAPACITY);
  private long corrupt;
  private long discarded;

  /// @param checkpoint of the last run; null for none
  Recovery(TierSettings settings, byte[] owner, SegmentLog log, @Nullable Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
    this.settings = settings;
    this.owner = owner;
    this.log = log;
  }

  /// Reads all files.
  ///
  /// @return the index of what was found
  OffHeapIndex run() throws IOException {
    List<Segment> found = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(settings.directory(), "segment-*.tier")) {
      for (Path file : files) {
        Segment segment = segment(file);
        if (segment == null) {
          discarded++;
          Files.delete(file);
        } else {
          found.add(segment);
        }
      }
    }
    found.sort(Comparator.comparingLong(Segment::sequence));
    index = new OffHeapIndex(capacity(found));
    found.forEach(this::read);
    log.adopted(found);
    return index;
  }

  /// Room for as many records as the files are likely to have, so that it need not grow on the way:
  /// the last one is half empty, and records are seldom smaller.
  private static long capacity(List<Segment> found) {
    long bytes = found.stream().mapToLong(Segment::bytes).sum();
    return Math.max(FIRST_CAPACITY, Long.highestOneBit(bytes / LIKELY_BYTES + 1));
  }

  long corrupt() {
    return corrupt;
  }

  long discarded() {
    return discarded;
  }

  private @Nullable Segment segment(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is no file");
    }
    byte[] page;
    try (InputStream in = Files.newInputStream(file)) {
      page = in.readNBytes(SegmentHeader.BYTES);
    }
    SegmentHeader header =
        page.length < SegmentHeader.BYTES ? null : SegmentHeader.decode(page, owner);
    int number = number(file);
    if (header == null) {
      return null;
    }
    boolean isOurs =
        header.segmentBytes() == settings.segmentBytes()
            && Files.size(file) <= settings.segmentBytes()
            && number >= 0
            && number < settings.segments();
    return isOurs ? log.adopt(number, header) : null;
  }

  private static int number(Path file) {
    String digits = file.getFileName().toString().replaceAll("[^0-9]", "");
    boolean isName =
        digits.length() == 5
            && file.getFileName().toString().equals(SegmentLog.fileName(Integer.parseInt(digits)));
    return isName ? Integer.parseInt(digits) : -1;
  }

  private void read(Segment segment) {
    long at = SegmentHeader.BYTES;
    segment.setEnd(segment.bytes());
    while (at + RecordLayout.KEY <= segment.bytes()) {
      byte[] head = segment.head(at);
      if (!RecordLayout.isPlausible(head, segment.bytes() - at)
          || RecordLayout.getLong(head, RecordLayout.SEQUENCE) != segment.sequence()) {
        break;
      }
      byte[] record = segment.read(at);
      if (record == null) {
        break;
      }
      if (RecordLayout.isWhole(record, segment.sequence())) {
        take(new Stored(record, SegmentLog.location(segment, at)));
      } else {
        corrupt++;
      }
      at += record.length;
    }
    segment.setEnd(at);
  }

  /// A later record of a key takes the place of an earlier one, even if it is of no use itself.
  private void take(Stored record) {
    boolean isCovered = checkpoint != null && checkpoint.covers(record);
    long earlier = index.get(record.hash());
    if (isCovered || record.stamp() != null) {
      index.put(record.hash(), record.location());
    } else {
      index.remove(record.hash());
      mark(record.location(), TierStore.NOTHING);
    }
    if (!isCovered && record.stamp() != null) {
      // By its stamp alone: a later checkpoint must not cover it unless it was compared.
      mark(record.location(), NOT_ADMITTED);
    }
    mark(earlier, TierStore.NOTHING);
    if (index.isCrowded()) {
      index = index.doubled();
    }
  }

  /// What is not found in this run is not told of changes: no later run may find it.
  private void mark(long location, long[] numbers) {
    if (settings.slot() != null && location != 0) {
      log.segment(location)
          .overwrite(SegmentLog.offset(location) + RecordLayout.ADMISSION, numbers);
    }
  }
}
