package io.tiercel.cache.tier;

/// What a tier holds. Immutable.
///
/// @param rows that can be found
/// @param fileBytes of its files
/// @param indexBytes of memory outside of the heap
/// @param found records of an earlier run that were found when it was opened
/// @param corrupt records that were not whole, and are not served
/// @param discarded files that were not of this tier, or of another size, and were deleted
public record TierStatistics(
    long rows, long fileBytes, long indexBytes, long found, long corrupt, long discarded) {}
