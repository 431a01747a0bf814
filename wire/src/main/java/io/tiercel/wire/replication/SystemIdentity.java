package io.tiercel.wire.replication;

import org.jspecify.annotations.Nullable;

/// What IDENTIFY_SYSTEM says.
///
/// @param systemId the same for a primary and its standbys, and for no other cluster
/// @param flushed how far the log is on disk
/// @param database of a logical connection; null for a physical one
public record SystemIdentity(
    String systemId, int timeline, Lsn flushed, @Nullable String database) {}
