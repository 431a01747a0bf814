package io.tiercel.cache;

import org.jspecify.annotations.Nullable;

/// What a tier has, and has done so far, as [SharedCacheMXBean] tells it. Immutable.
///
/// @param rows that can be found
/// @param fileBytes of its files
/// @param indexBytes of memory outside of the heap
/// @param hits rows that were taken from it into the heap
/// @param found records of an earlier run
/// @param verified such rows that the database still has as they are
/// @param refuted such rows that it has not
/// @param stamped rows that a later run will find
/// @param corrupt records that were not whole
/// @param offReason why it is off; null while it is not
public record TierFigures(
    long rows,
    long fileBytes,
    long indexBytes,
    long hits,
    long found,
    long verified,
    long refuted,
    long stamped,
    long corrupt,
    @Nullable String offReason) {}
