package io.tiercel.cache;

/// What a region has done so far. Immutable.
///
/// @param hits rows that were served
/// @param misses rows that had to be read from the database though the cache was asked
/// @param stored rows that were read and stored
/// @param notFollowed rows that were read and not stored: the stream was not followed
/// @param changed not stored: the stream had brought a change that the reader may not have seen
/// @param writtenHere not stored: a transaction of this node was writing the row
public record RegionStatistics(
    String region,
    long hits,
    long misses,
    long stored,
    long notFollowed,
    long changed,
    long writtenHere) {}
