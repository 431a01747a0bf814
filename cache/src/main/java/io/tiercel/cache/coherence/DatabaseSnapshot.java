package io.tiercel.cache.coherence;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// What `pg_current_snapshot()` says: which transactions a statement sees. Immutable.
///
/// @param xmin all transactions before this one have ended
/// @param xmax no transaction from this one on is seen
/// @param inProgress those in between that were in progress, ascending
public record DatabaseSnapshot(long xmin, long xmax, List<Long> inProgress) {

  public DatabaseSnapshot {
    inProgress = List.copyOf(inProgress);
  }

  /// Of the server's text, such as `10:20:10,14,15` (the manual's section on `pg_snapshot`).
  ///
  /// @throws IllegalArgumentException if it is not of that form
  public static DatabaseSnapshot parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 3) {
      throw new IllegalArgumentException(
          "malformed snapshot \"%s\": expected xmin:xmax:xip,… as pg_current_snapshot() gives it"
              .formatted(text));
    }
    List<Long> inProgress =
        parts[2].isEmpty()
            ? List.of()
            : Arrays.stream(parts[2].split(",", -1)).map(Long::valueOf).toList();
    return new DatabaseSnapshot(Long.parseLong(parts[0]), Long.parseLong(parts[1]), inProgress);
  }

  /// Whether a committed transaction is seen.
  ///
  /// @param xid of a top-level transaction of the last two billion, as the change stream gives it:
  ///     the low 32 bits
  public boolean sees(int xid) {
    long full = (xmax & ~0xFFFF_FFFFL) | Integer.toUnsignedLong(xid);
    if (full - xmax > Integer.MAX_VALUE) {
      full -= 1L << Integer.SIZE;
    } else if (xmax - full > Integer.MAX_VALUE) {
      full += 1L << Integer.SIZE;
    }
    return full < xmax && Collections.binarySearch(inProgress, full) < 0;
  }
}
