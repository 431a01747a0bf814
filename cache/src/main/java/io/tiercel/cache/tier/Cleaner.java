package io.tiercel.cache.tier;

import java.io.IOException;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// Makes room while others write, a little with each record, so that nobody waits for a segment to
/// be emptied: for each byte that is written it looks at two of the oldest segment. What was read
/// since it was written, or is [kept][Retention], is written once more; the rest is forgotten. At
/// most half of a segment is kept, so the next one is free when this one is full.
///
/// For the thread that writes.
final class Cleaner {
  private static final int RATIO = 2;

  private final SegmentLog log;
  private final Retention retention;
  private final LongConsumer dropped;
  private @Nullable Segment victim;
  private long cursor;
  private long kept;

  /// @param dropped told where records stand that are found there no more
  Cleaner(SegmentLog log, Retention retention, LongConsumer dropped) {
    this.dropped = dropped;
    this.log = log;
    this.retention = retention;
  }

  /// Somebody is about to write that many bytes.
  void clean(OffHeapIndex index, int bytes) throws IOException {
    if (victim == null && log.isRunningOut()) {
      victim = log.oldest();
      cursor = SegmentHeader.BYTES;
      kept = 0;
    }
    long stop = cursor + (long) RATIO * bytes;
    while (victim != null && cursor < stop) {
      cleanOne(index, victim);
    }
  }

  /// Whether a segment is being emptied.
  boolean isCleaning() {
    return victim != null;
  }

  /// A segment is needed now.
  void finish(OffHeapIndex index) throws IOException {
    clean(index, 0);
    while (victim != null) {
      cleanOne(index, victim);
    }
  }

  private void cleanOne(OffHeapIndex index, Segment from) throws IOException {
    byte[] record = cursor < from.end() ? from.read(cursor) : null;
    if (record == null) {
      // At the end, or what is there is no record any more, and nothing behind it can be found. An
      // index that still leads there leads to a record of another key, which readers notice.
      log.free(from);
      victim = null;
      return;
    }
    long location = SegmentLog.location(from, cursor);
    cursor += record.length;
    long hash = RecordLayout.hash(record);
    if (index.get(hash) != location) {
      return;
    }
    boolean isKept =
        kept + record.length <= from.bytes() / RATIO
            && log.hasRoom(record.length)
            && RecordLayout.isWhole(record, from.sequence())
            && (index.isTouched(hash) || retention.keeps(new Stored(record, location)));
    if (isKept) {
      kept += record.length;
      index.put(hash, move(record));
    } else {
      index.remove(hash);
    }
    // Its file may be found as it is, and what is removed from now on is marked elsewhere.
    dropped.accept(location);
  }

  private long move(byte[] record) throws IOException {
    Stamp stamp = new Stored(record, 0).stamp();
    // A stamp belongs to the record's check sum, which differs in another segment.
    long location = log.append(record, record.length);
    if (stamp != null) {
      int check = RecordLayout.getInt(record, RecordLayout.CHECK);
      log.segment(location)
          .overwrite(
              SegmentLog.offset(location) + RecordLayout.STAMP + 2L * Long.BYTES,
              stamp.check(check));
    }
    return location;
  }
}
