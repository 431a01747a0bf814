package io.tiercel.cache.query;

/// What stored results, or answers by unique columns, have done so far. Immutable.
///
/// @param name what was asked for: `results`, or a table with its unique columns
/// @param size how many are stored
/// @param hits that were served
/// @param misses where the database had to be asked
/// @param stored how many were read and stored
/// @param refused that were read and not stored: a change may have been missed, or one is stored
/// @param ended by a change, or for want of room
public record ResultStatistics(
    String name, long size, long hits, long misses, long stored, long refused, long ended) {}
