package io.tiercel.lab.check.node;

import io.tiercel.lab.check.history.Write;

/// Ids of elements of a [Shelf].
public final class ElementId {
  private static final long WRITES = 10_000_000;

  private ElementId() {}

  /// No other write has it, in this round or another: keys are of one round.
  public static long of(int key, Write write) {
    return key * WRITES + write.number();
  }
}
