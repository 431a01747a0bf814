package io.tiercel.cache.coherence;

/// Why a row that was read is not stored.
public enum Refusal {
  /// The stream was not followed, or not settled yet, when the reading began, or the region is not
  /// used for a while.
  NOT_FOLLOWED,

  /// The stream has brought a change that the reader's snapshot may lack.
  CHANGED,

  /// A transaction of this node is writing the row, has written it since the reading began, or
  /// somebody has evicted it.
  WRITTEN_HERE
}
