package io.tiercel.cache.tier;

/// A message in the server's log under a name that nobody else has. A log that has it there is, up
/// to there, the one in which it was written: of a server that was put back to an older copy it is
/// gone, however far that has come since. Immutable.
///
/// @param name 122 random bits
/// @param position of the log, where the commit of its transaction begins: a stream from there, or
///     from before, brings it
public record Anchor(String name, long position) {}
