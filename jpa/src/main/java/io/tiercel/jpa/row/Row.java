package io.tiercel.jpa.row;

import org.jspecify.annotations.Nullable;

/// Column values of one entity in mapping order. Immutable: whoever makes one gives its array away
/// and the values themselves are immutable or private copies. Safe for any number of threads.
public final class Row {
  private final @Nullable Object[] values;

  /// Takes the array over without copying; the caller must not touch it afterwards.
  public Row(@Nullable Object[] values) {
    this.values = values;
  }

  /// The value in that slot, null for SQL null.
  public @Nullable Object get(int slot) {
    return values[slot];
  }

  /// All values by their slots. Not the caller's to change.
  public @Nullable Object[] values() {
    return values;
  }

  /// The number of slots.
  public int size() {
    return values.length;
  }
}
