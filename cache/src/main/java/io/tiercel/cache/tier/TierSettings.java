package io.tiercel.cache.tier;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Where a tier is, and how large it may be. Immutable.
///
/// @param directory of its own, on a local disk; made where it does not exist. One process at a
///     time may use it
/// @param maxBytes of its files together; at least 1 MiB. A row takes its bytes and about 100 more,
///     and 24 to 48 bytes of memory outside of the heap
/// @param slot a permanent slot of the server that has all changes which a later run has to know
///     of; null for none. What is removed is then marked in the files
public record TierSettings(Path directory, long maxBytes, @Nullable String slot) {
  private static final long MIN_BYTES = 1L << 20;
  private static final int SEGMENTS = 16;
  private static final long MAX_SEGMENT_BYTES = 256L << 20;
  private static final long PAGE_BYTES = 4096;

  /// Without a slot: a later run asks the database.
  public TierSettings(Path directory, long maxBytes) {
    this(directory, maxBytes, null);
  }

  public TierSettings {
    directory = directory.toAbsolutePath().normalize();
    if (maxBytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "the tier in %s takes at least %d bytes, got %d"
              .formatted(directory, MIN_BYTES, maxBytes));
    }
  }

  /// With a slot.
  public TierSettings withSlot(String name) {
    return new TierSettings(directory, maxBytes, name);
  }

  /// Of one file.
  long segmentBytes() {
    return Math.min(MAX_SEGMENT_BYTES, maxBytes / SEGMENTS / PAGE_BYTES * PAGE_BYTES);
  }

  int segments() {
    return Math.toIntExact(maxBytes / segmentBytes());
  }
}
