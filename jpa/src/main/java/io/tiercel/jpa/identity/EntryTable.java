package io.tiercel.jpa.identity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Entries by something that each of them knows: open addressing with linear probing, at most half
/// full. A slot is one reference to the entry, with no object beside it that a collection of the
/// heap would have to copy, as the nodes of a `HashMap` are.
abstract sealed class EntryTable permits InstanceTable, NumberTable {
  private static final int MIN_CAPACITY = 16;
  private static final int MAX_KEPT_CAPACITY = 64 * 1024;

  /// Of every table that is empty; nothing is ever written to it.
  private static final @Nullable EntityEntry[] NONE = new EntityEntry[1];

  /// Their number is a power of two.
  @Nullable EntityEntry[] slots = NONE;

  private int size;

  /// Where the search for that entry begins.
  abstract int slotOf(EntityEntry entry, int capacity);

  static int next(int at, int capacity) {
    return (at + 1) & (capacity - 1);
  }

  final int size() {
    return size;
  }

  /// Adds an entry that nothing here equals.
  final void add(EntityEntry entry) {
    if (++size * 2 > slots.length) {
      grow();
    }
    place(slots, entry);
  }

  private void grow() {
    @Nullable EntityEntry[] larger = new EntityEntry[Math.max(MIN_CAPACITY, slots.length * 2)];
    for (EntityEntry entry : slots) {
      if (entry != null) {
        place(larger, entry);
      }
    }
    slots = larger;
  }

  private void place(@Nullable EntityEntry[] table, EntityEntry entry) {
    int at = slotOf(entry, table.length);
    while (table[at] != null) {
      at = next(at, table.length);
    }
    table[at] = entry;
  }

  /// Empties the slot and closes the gap: an entry behind it moves up unless it already stands
  /// between its own slot and the gap (Knuth, volume 3, algorithm 6.4 R).
  final void removeAt(int slot) {
    int gap = slot;
    size--;
    slots[gap] = null;
    int at = next(gap, slots.length);
    for (EntityEntry entry = slots[at]; entry != null; entry = slots[at]) {
      int own = slotOf(entry, slots.length);
      boolean staysReachable = gap < at ? gap < own && own <= at : gap < own || own <= at;
      if (!staysReachable) {
        slots[gap] = entry;
        slots[at] = null;
        gap = at;
      }
      at = next(at, slots.length);
    }
  }

  /// Empties it. A table of moderate size that was filled is kept: growing costs more than wiping.
  final void clear() {
    if (slots.length > MAX_KEPT_CAPACITY || size * 8 < slots.length) {
      slots = NONE;
    } else {
      Arrays.fill(slots, null);
    }
    size = 0;
  }
}
