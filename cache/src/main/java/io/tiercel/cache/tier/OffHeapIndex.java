package io.tiercel.cache.tier;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/// From hashes to locations: a table with open addressing and linear probing in memory outside of
/// the heap, 16 bytes for each of its slots: the hash, then the location; 0 for a free slot.
///
/// One thread at a time writes, any number read. A reader may miss what is there while something
/// else is removed, and may be led to a record of another key: who reads compares keys. The memory
/// is freed by the collector when nobody refers to the index any more, so no reader of a smaller
/// one, which was replaced, can meet freed memory.
final class OffHeapIndex {
  /// Set in a location that was read since it was put.
  static final long TOUCHED = 1L << 63;

  private static final int SLOT_BYTES = 16;
  private static final VarHandle NUMBERS = ValueLayout.JAVA_LONG.varHandle();

  private final MemorySegment slots;
  private final long capacity;
  private long size;

  /// @param capacity a power of two
  OffHeapIndex(long capacity) {
    this.capacity = capacity;
    slots = Arena.ofAuto().allocate(capacity * SLOT_BYTES, Long.BYTES);
  }

  long size() {
    return size;
  }

  long bytes() {
    return slots.byteSize();
  }

  /// Whether another one twice as large should take its place.
  boolean isCrowded() {
    return size * 3 > capacity * 2;
  }

  OffHeapIndex doubled() {
    var larger = new OffHeapIndex(capacity * 2);
    for (long slot = 0; slot < capacity; slot++) {
      long location = location(slot);
      if (location != 0) {
        larger.put(hash(slot), location);
      }
    }
    return larger;
  }

  /// The location under that hash without its mark; 0 when there is none.
  long get(long hash) {
    long slot = find(hash);
    return slot < 0 ? 0 : location(slot) & ~TOUCHED;
  }

  /// As [#get], and marks it as read.
  long touch(long hash) {
    long slot = find(hash);
    if (slot < 0) {
      return 0;
    }
    long location = location(slot);
    if (location > 0) {
      var unused =
          NUMBERS.compareAndSet(slots, slot * SLOT_BYTES + 8, location, location | TOUCHED);
    }
    return location & ~TOUCHED;
  }

  /// Whether it was read since it was put.
  boolean isTouched(long hash) {
    long slot = find(hash);
    return slot >= 0 && location(slot) < 0;
  }

  void put(long hash, long location) {
    long slot = home(hash);
    while (location(slot) != 0 && hash(slot) != hash) {
      slot = next(slot);
    }
    if (location(slot) == 0) {
      size++;
      NUMBERS.set(slots, slot * SLOT_BYTES, hash);
    }
    NUMBERS.setRelease(slots, slot * SLOT_BYTES + 8, location);
  }

  void remove(long hash) {
    long hole = find(hash);
    if (hole < 0) {
      return;
    }
    size--;
    // Everything behind the hole that could have stood there moves up, so that no search ends
    // early.
    long slot = next(hole);
    while (location(slot) != 0) {
      long home = home(hash(slot));
      if ((slot - home & capacity - 1) >= (slot - hole & capacity - 1)) {
        NUMBERS.set(slots, hole * SLOT_BYTES, hash(slot));
        NUMBERS.setRelease(slots, hole * SLOT_BYTES + 8, location(slot));
        hole = slot;
      }
      slot = next(slot);
    }
    NUMBERS.setRelease(slots, hole * SLOT_BYTES + 8, 0L);
  }

  private long find(long hash) {
    long slot = home(hash);
    for (long probes = 0; probes < capacity; probes++) {
      if (location(slot) == 0) {
        return -1;
      }
      if (hash(slot) == hash) {
        return slot;
      }
      slot = next(slot);
    }
    return -1;
  }

  private long home(long hash) {
    return hash & capacity - 1;
  }

  private long next(long slot) {
    return slot + 1 & capacity - 1;
  }

  private long hash(long slot) {
    return (long) NUMBERS.get(slots, slot * SLOT_BYTES);
  }

  private long location(long slot) {
    return (long) NUMBERS.getAcquire(slots, slot * SLOT_BYTES + 8);
  }
}
