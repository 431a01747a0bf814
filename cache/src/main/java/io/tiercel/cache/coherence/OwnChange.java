package io.tiercel.cache.coherence;

/// What a transaction of this node has written, for those who keep more than its rows.
public interface OwnChange {

  /// COMMIT was answered, or the transaction has ended somehow: what was stored and lacks the
  /// change goes, and what began to be read before must not be stored.
  ///
  /// @param epoch the number of the commit: fills of before have a lower one, so a stripe that is
  ///     [marked][Coherence#markOwn] with it does not admit them
  void answered(Coherence coherence, long epoch);
}
