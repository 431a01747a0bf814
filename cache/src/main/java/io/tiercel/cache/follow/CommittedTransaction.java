package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a transaction has done to the cached tables. Immutable.
///
/// @param xid its top-level id, the low 32 bits
/// @param begin where its commit begins
/// @param lsn behind its commit
/// @param changesDefinitions whether it may have changed what a table is
/// @param anchor the name of an [anchor][Survivors#ANCHOR] that it is; null for none
record CommittedTransaction(
    int xid,
    long begin,
    long lsn,
    List<Change> changes,
    boolean changesDefinitions,
    @Nullable String anchor) {}
