/// Finds that only read: the instances that all units of work share, with what they refer to. Start
/// with [io.tiercel.jpa.readonly.SharedGraphs]; which stored rows they are made of, and whether
/// these have changed, is told by [io.tiercel.cache.coherence.ReadSet].
package io.tiercel.jpa.readonly;
