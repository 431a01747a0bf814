package io.tiercel.cache.coherence;

/// Whether what was read may be stored, given the last commit on the stream that touched its key.
interface FillRule {
  /// The reader's snapshot has seen that commit: the rule that is proved.
  FillRule SETTLED = (invalidated, fill) -> invalidated <= fill.settled();

  boolean admits(long invalidated, Fill fill);
}
