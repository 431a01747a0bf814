/// A bounded store of bytes in mapped files, off the heap: an append-only log in segments, with an
/// index of hashes. It outlives its process, however that ends, and knows nothing of rows and
/// databases. Start with [TierStore]; the format of the files is told by `RecordLayout` and
/// `SegmentHeader`.
package io.tiercel.cache.tier;
