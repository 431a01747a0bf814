package io.tiercel.cache.follow;

import io.tiercel.cache.coherence.Change;
import java.util.List;

/// What a transaction has done to the cached tables. Immutable.
///
/// @param xid its top-level id, the low 32 bits
/// @param lsn behind its commit
/// @param changesDefinitions whether it may have changed what a table is
record CommittedTransaction(int xid, long lsn, List<Change> changes, boolean changesDefinitions) {}
