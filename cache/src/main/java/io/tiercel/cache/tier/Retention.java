package io.tiercel.cache.tier;

/// Says which records are kept when their turn has come to go, though nobody has read them here.
public interface Retention {
  /// Keeps what was read since it was put, and nothing else.
  Retention NONE = record -> false;

  /// Whether the record is to be kept. Called while others wait to write: it must be quick, must
  /// not call the store, and must not throw.
  boolean keeps(Stored record);
}
