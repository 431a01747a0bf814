/// The rows of a database's tables in the heap of each node, kept right by the database's own
/// change stream. Start with [SharedCache]; what keeps rows right is in
/// [io.tiercel.cache.coherence].
package io.tiercel.cache;
