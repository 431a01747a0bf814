package io.tiercel.cache;

import org.jspecify.annotations.Nullable;

/// What a region has, and has done so far, as [SharedCacheMXBean] tells it. Immutable.
///
/// @param level that reads have where they ask for none; empty where that is not known
/// @param unfit why its rows cannot be cached as things are, and what mends it; null where they can
/// @param rows about how many are in the heap
/// @param bytes about how many these take
/// @param hits and the others as [RegionStatistics] has them
public record RegionFigures(
    String region,
    String level,
    @Nullable String unfit,
    long rows,
    long bytes,
    long hits,
    long misses,
    long stored,
    long notFollowed,
    long changed,
    long writtenHere) {}
