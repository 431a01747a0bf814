package io.tiercel.jpa.identity;

import org.jspecify.annotations.Nullable;

/// Entries by the identity of their instance. Where an `IdentityHashMap` has two references, a slot
/// is one; growing was the most expensive step of persisting many instances.
final class InstanceTable extends EntryTable {

  @Nullable EntityEntry get(Object instance) {
    int at = indexOf(instance);
    return at < 0 ? null : slots[at];
  }

  private int indexOf(Object instance) {
    int at = slotOf(instance, slots.length);
    for (EntityEntry entry = slots[at]; entry != null; entry = slots[at]) {
      if (entry.instance == instance) {
        return at;
      }
      at = next(at, slots.length);
    }
    return -1;
  }

  /// Removes the instance's entry, if there is one.
  void remove(Object instance) {
    int at = indexOf(instance);
    if (at >= 0) {
      removeAt(at);
    }
  }

  @Override
  int slotOf(EntityEntry entry, int capacity) {
    return slotOf(entry.instance, capacity);
  }

  private static int slotOf(Object instance, int capacity) {
    // The identity hash is random in all its bits; capacity is a power of two.
    return System.identityHashCode(instance) & (capacity - 1);
  }
}
