package io.tiercel.jpa.identity;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Entries by the identity of their instance: open addressing with linear probing, at most half
/// full. An entry knows its instance, so a slot is one reference where an `IdentityHashMap` has
/// two; growing was the most expensive step of persisting many instances.
final class InstanceTable {
  private static final int MIN_CAPACITY = 16;
  private static final int MAX_KEPT_CAPACITY = 64 * 1024;

  /// Of every table that is empty; nothing is ever written to it.
  private static final @Nullable EntityEntry[] NONE = new EntityEntry[1];

  private @Nullable EntityEntry[] slots = NONE;
  private int size;

  @Nullable EntityEntry get(Object instance) {
    int at = slotOf(instance, slots.length);
    for (EntityEntry entry = slots[at]; entry != null; entry = slots[at]) {
      if (entry.instance == instance) {
        return entry;
      }
      at = next(at, slots.length);
    }
    return null;
  }

  /// Adds an entry whose instance has none yet.
  void add(EntityEntry entry) {
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

  private static void place(@Nullable EntityEntry[] table, EntityEntry entry) {
    int at = slotOf(entry.instance, table.length);
    while (table[at] != null) {
      at = next(at, table.length);
    }
    table[at] = entry;
  }

  /// Removes the instance's entry, if there is one, and closes the gap: an entry behind it moves up
  /// unless it already stands between its own slot and the gap (Knuth, volume 3, algorithm 6.4 R).
  void remove(Object instance) {
    int gap = slotOf(instance, slots.length);
    while (true) {
      EntityEntry entry = slots[gap];
      if (entry == null) {
        return;
      }
      if (entry.instance == instance) {
        break;
      }
      gap = next(gap, slots.length);
    }
    size--;
    slots[gap] = null;
    int at = next(gap, slots.length);
    for (EntityEntry entry = slots[at]; entry != null; entry = slots[at]) {
      int own = slotOf(entry.instance, slots.length);
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
  void clear() {
    if (slots.length > MAX_KEPT_CAPACITY || size * 8 < slots.length) {
      slots = NONE;
    } else {
      Arrays.fill(slots, null);
    }
    size = 0;
  }

  private static int slotOf(Object instance, int capacity) {
    // The identity hash is random in all its bits; capacity is a power of two.
    return System.identityHashCode(instance) & (capacity - 1);
  }

  private static int next(int at, int capacity) {
    return (at + 1) & (capacity - 1);
  }
}
