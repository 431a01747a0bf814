package io.tiercel.cache.tiered;

import io.tiercel.cache.tier.TierStatistics;
import org.jspecify.annotations.Nullable;

/// What a node's tier holds and has done so far. Immutable.
///
/// @param hits rows that were taken from it into the heap
/// @param verified rows of an earlier run, or an earlier stretch of the stream, that the database
///     still has as they are
/// @param refuted such rows that it has not, and that were forgotten
/// @param stamped rows that a later run will find
/// @param offReason why the tier is off; null while it is not
public record TieredStatistics(
    TierStatistics store,
    long hits,
    long verified,
    long refuted,
    long stamped,
    @Nullable String offReason) {}
