package io.tiercel.jpa.identity;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/// Entries of one hierarchy by ids that are whole numbers, which most are: a `HashMap` has a node
/// of 32 bytes for each, which is copied by collections as all that stays is.
///
/// Eight numbers that follow each other, as those of a sequence do, are neighbours, which a
/// processor fetches together. Where the eight stand is spread by the golden ratio (Knuth, volume
/// 3, section 6.4), which puts those that follow each other evenly between the others, so they
/// hardly ever meet.
final class NumberTable extends EntryTable {
  /// 2^64 divided by the golden ratio.
  private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

  private static final int NEIGHBOUR_BITS = 3;
  private static final int NEIGHBOURS = (1 << NEIGHBOUR_BITS) - 1;

  /// So that nobody outside of this JVM can choose ids that all meet. It permutes those of a
  /// sequence among themselves, which keeps them even.
  private static final long SEED = new SplittableRandom().nextLong();

  /// Whether ids like that one are kept here. Hash codes of others can be made to be the same,
  /// which a `HashMap` bears.
  static boolean takes(Object id) {
    return id instanceof Long || id instanceof Integer;
  }

  /// @param id one that [#takes] is told of
  @Nullable EntityEntry get(Object id) {
    int at = indexOf(id);
    return at < 0 ? null : slots[at];
  }

  private int indexOf(Object id) {
    int at = slotOf(id, slots.length);
    for (EntityEntry entry = slots[at]; entry != null; entry = slots[at]) {
      if (entry.id.equals(id)) {
        return at;
      }
      at = next(at, slots.length);
    }
    return -1;
  }

  /// Adds an entry, in the place of another with its id.
  void put(EntityEntry entry) {
    int at = indexOf(entry.id);
    if (at >= 0) {
      slots[at] = entry;
    } else {
      add(entry);
    }
  }

  /// Removes that very entry; another with its id stays.
  @SuppressWarnings("ReferenceEquality") // see above
  void remove(EntityEntry entry) {
    int at = indexOf(entry.id);
    if (at >= 0 && slots[at] == entry) {
      removeAt(at);
    }
  }

  @Override
  int slotOf(EntityEntry entry, int capacity) {
    return slotOf(entry.id, capacity);
  }

  private static int slotOf(Object id, int capacity) {
    long number = ((Number) id).longValue() ^ SEED;
    long spread = (number >>> NEIGHBOUR_BITS) * GOLDEN;
    // The high bits are those that all bits of the number have a part in.
    int groupBits = Integer.numberOfTrailingZeros(capacity) - NEIGHBOUR_BITS;
    long group = spread >>> (Long.SIZE - groupBits);
    // The table without an entry has one slot, and no such groups.
    return (int) ((group << NEIGHBOUR_BITS) | (number & NEIGHBOURS)) & (capacity - 1);
  }
}
