package io.tiercel.cache.tier;

/// A place in the log, between two records. Immutable.
///
/// @param sequence of the segment
public record Place(long sequence, long offset) {
  /// Before the oldest record.
  public static final Place START = new Place(0, 0);
}
