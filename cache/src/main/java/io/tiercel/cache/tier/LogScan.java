package io.tiercel.cache.tier;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// One walk through a part of the log, while others write.
final class LogScan {
  private static final int MAX_ATTEMPTS = 100;

  private final Lock writer;
  private final Predicate<Stored> isThere;
  private final Consumer<Stored> action;
  private Place place;
  private int left;

  /// A segment as far as it was written, with all of its records told to the index: one that is
  /// being written now is in the segment before it is in the index, and would be passed over for
  /// good.
  record Part(Segment segment, long sequence, long end) {
    /// To be called by who holds the lock of writers.
    static Part of(Segment segment) {
      return new Part(segment, segment.sequence(), segment.end());
    }
  }

  /// @param writer held by whoever overwrites
  /// @param isThere whether a record is what is found under its key, for sure
  LogScan(Lock writer, Predicate<Stored> isThere, Place from, int max, Consumer<Stored> action) {
    this.writer = writer;
    this.isThere = isThere;
    this.place = from;
    this.left = max;
    this.action = action;
  }

  /// Goes through what there is.
  ///
  /// @param parts in their order
  /// @return the place behind the last record
  Place run(List<Part> parts) {
    for (Part part : parts) {
      long sequence = part.sequence();
      if (sequence >= place.sequence() && left > 0) {
        long first = sequence == place.sequence() ? place.offset() : SegmentHeader.BYTES;
        through(part, first);
      }
    }
    return place;
  }

  private void through(Part part, long first) {
    Segment segment = part.segment();
    long sequence = part.sequence();
    long at = first;
    while (left > 0 && at < part.end()) {
      byte[] record = read(segment, at);
      if (segment.sequence() != sequence) {
        // It is used anew. What was in it has gone, or stands further behind.
        return;
      }
      if (record == null) {
        at = part.end();
        break;
      }
      if (RecordLayout.isWhole(record, sequence)) {
        var found = new Stored(record, SegmentLog.location(segment, at));
        if (isThere.test(found)) {
          action.accept(found);
        }
      }
      at += record.length;
      left--;
    }
    place = new Place(sequence, at);
  }

  /// Null for what is unreadable though nobody overwrites it.
  private byte @Nullable [] read(Segment segment, long at) {
    byte[] record = segment.read(at);
    for (int attempt = 0; record == null && attempt < MAX_ATTEMPTS; attempt++) {
      Thread.onSpinWait();
      record = segment.read(at);
    }
    if (record != null) {
      return record;
    }
    // Somebody overwrites one number after the other, or was interrupted while he did.
    writer.lock();
    try {
      return segment.read(at);
    } finally {
      writer.unlock();
    }
  }
}
