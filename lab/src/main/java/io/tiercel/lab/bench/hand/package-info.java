/// The tasks by hand-written JDBC over pgjdbc, as a careful programmer would: rewritten batches,
/// ids from sequence blocks, versions checked, a fetch size for large results.
package io.tiercel.lab.bench.hand;
