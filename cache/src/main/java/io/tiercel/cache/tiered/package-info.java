/// Rows in the heap, with more of them in a [tier][io.tiercel.cache.tier] on disk, off the heap.
/// What is in the tier obeys the same rules as what is in the heap: [TieredRows] changes both under
/// one lock for a key. [TierKeeper] makes rows recognizable by their version, and verifies what an
/// earlier run has left before it is served; why that is right is told by decision 0046.
package io.tiercel.cache.tiered;
