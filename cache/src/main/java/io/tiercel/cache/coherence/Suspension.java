package io.tiercel.cache.coherence;

/// Why a [Region] is not used for a while.
public enum Suspension {
  /// Definitions were changed, and which ones is being looked up.
  CHECK(1),
  /// Changes of the table may escape the stream.
  BREACH(2),
  /// The stream does not answer, and may be lost.
  SILENCE(4);

  private final int bit;

  Suspension(int bit) {
    this.bit = bit;
  }

  int bit() {
    return bit;
  }
}
