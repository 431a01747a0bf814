package io.tiercel.cache.tier;

import org.jspecify.annotations.Nullable;

/// What a record may be recognized by in a later run: the version of what it is a copy of.
/// Immutable.
///
/// @param version of the row, as `xmin`
/// @param takenAt when that was looked up, as a count that only grows: the next transaction id, all
///     64 bits
public record Stamp(long version, long takenAt) {

  /// The check sum that stands beside it, so that one that was torn is none.
  ///
  /// @param recordCheck of the record it belongs to
  long check(int recordCheck) {
    long mixed = Hash.mix(version ^ 0x9E3779B97F4A7C15L, takenAt ^ recordCheck);
    return mixed == 0 ? 1 : mixed;
  }

  /// The stamp of these three numbers; null when they are none.
  static @Nullable Stamp of(long version, long takenAt, long check, int recordCheck) {
    var stamp = new Stamp(version, takenAt);
    return stamp.check(recordCheck) == check ? stamp : null;
  }
}
