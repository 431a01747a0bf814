package io.tiercel.cache.coherence;

/// What a reader notes before the snapshot of its query is taken, so that what it reads may be
/// stored afterwards. Immutable; may be used for any number of rows, and as long as its transaction
/// if all of it reads by one snapshot.
///
/// @param settled every commit up to there is seen by any snapshot that is taken from now on;
///     negative when nothing may be stored yet
/// @param applied the last commit that was taken off the stream
/// @param epoch counts the node's own commits
public record Fill(StreamSession session, long settled, long applied, long epoch) {}
