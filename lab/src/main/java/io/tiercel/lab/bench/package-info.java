/// `tiercel bench`: the same workloads by Tiercel, its peers and by hand, side by side in one run.
/// Start with [BenchCommand], then [Comparison], which interleaves the contestants; what they do is
/// in `workload` and how they do it in `jpa`, `hand`, `raw` and `wire`.
package io.tiercel.lab.bench;
