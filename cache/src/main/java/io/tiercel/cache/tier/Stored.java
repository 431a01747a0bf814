package io.tiercel.cache.tier;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A record of the store, copied out of it and found whole. Not changed by anybody afterwards.
public final class Stored {
  private final byte[] record;
  private final long location;

  Stored(byte[] record, long location) {
    this.record = record;
    this.location = location;
  }

  /// Where it stands, for [TierStore#admit] and [TierStore#stamp].
  public long location() {
    return location;
  }

  /// What [TierStore#put] was told of how key and value are made.
  public long layout() {
    return RecordLayout.getLong(record, RecordLayout.LAYOUT);
  }

  /// A copy.
  public byte[] key() {
    return Arrays.copyOfRange(record, RecordLayout.KEY, RecordLayout.KEY + keyBytes());
  }

  /// A copy.
  public byte[] value() {
    return Arrays.copyOfRange(record, valueOffset(), valueOffset() + valueBytes());
  }

  /// An array that has the value from [#valueOffset] on; not the caller's to change.
  public byte[] array() {
    return record;
  }

  /// Where in [#array] the value begins.
  public int valueOffset() {
    return RecordLayout.KEY + keyBytes();
  }

  /// How long the value is.
  public int valueBytes() {
    return RecordLayout.getInt(record, RecordLayout.VALUE_BYTES);
  }

  private int keyBytes() {
    return RecordLayout.getInt(record, RecordLayout.KEY_BYTES);
  }

  /// What it was last told to be known of it.
  public Admission admission() {
    return new Admission(
        session(),
        RecordLayout.getLong(record, RecordLayout.ADMISSION + 8),
        RecordLayout.getLong(record, RecordLayout.ADMISSION + 16),
        RecordLayout.getLong(record, RecordLayout.ADMISSION + 24),
        RecordLayout.getLong(record, RecordLayout.ADMISSION + 32));
  }

  /// Of its [#admission].
  public long session() {
    return RecordLayout.getLong(record, RecordLayout.ADMISSION);
  }

  /// The version it can be recognized by; null where that was not looked up.
  public @Nullable Stamp stamp() {
    return Stamp.of(
        RecordLayout.getLong(record, RecordLayout.STAMP),
        RecordLayout.getLong(record, RecordLayout.STAMP + 8),
        RecordLayout.getLong(record, RecordLayout.STAMP + 16),
        RecordLayout.getInt(record, RecordLayout.CHECK));
  }

  /// Whether it was written before what stands at that place.
  boolean isBefore(Place place) {
    long sequence = RecordLayout.getLong(record, RecordLayout.SEQUENCE);
    return sequence < place.sequence()
        || (sequence == place.sequence() && SegmentLog.offset(location) < place.offset());
  }

  boolean hasKey(long layout, byte[] key) {
    return layout() == layout
        && Arrays.equals(
            record, RecordLayout.KEY, RecordLayout.KEY + keyBytes(), key, 0, key.length);
  }

  long hash() {
    return RecordLayout.hash(record);
  }
}
