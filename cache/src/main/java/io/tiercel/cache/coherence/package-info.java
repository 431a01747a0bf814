/// The protocol that keeps cached rows right while others write: what may be stored, what must go,
/// and when a hit may be served. No input or output happens here; whoever follows the change stream
/// calls [StreamSession#apply], whoever reads and writes goes through [Region]. Why it is right is
/// told by decision 0030.
package io.tiercel.cache.coherence;
