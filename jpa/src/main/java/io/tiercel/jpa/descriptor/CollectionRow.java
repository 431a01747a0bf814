package io.tiercel.jpa.descriptor;

import io.tiercel.jpa.row.CompositeKey;
import io.tiercel.jpa.row.Values;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// One row of a collection's table. Rows are equal when they say the same of their owner, which
/// they leave out of the comparison.
public final class CollectionRow {
  /// By the slots of the table's columns, those that refer to the owner first.
  public final @Nullable Object[] values;

  /// How many columns refer to the owner.
  private final int from;

  /// Whether the values are the database's, not the application's, which it may keep otherwise.
  public final boolean isRead;

  public CollectionRow(@Nullable Object[] values, int ownWidth, boolean isRead) {
    this.values = values;
    this.isRead = isRead;
    this.from = ownWidth;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CollectionRow row && sameFrom(from, row, -1);
  }

  /// Whether all but one slot is the same.
  boolean sameBut(int slot, CollectionRow other) {
    return sameFrom(from, other, slot);
  }

  private boolean sameFrom(int first, CollectionRow other, int except) {
    for (int slot = first; slot < values.length; slot++) {
      if (slot != except && !Values.same(values[slot], other.values[slot])) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int slot = from; slot < values.length; slot++) {
      hash = 31 * hash + hash(values[slot]);
    }
    return hash;
  }

  private static int hash(@Nullable Object value) {
    return switch (value) {
      case null -> 0;
      case byte[] bytes -> Arrays.hashCode(bytes);
      default -> CompositeKey.normal(value).hashCode();
    };
  }
}
