package io.tiercel.lab.bench.result;

/// One timed run, all figures per unit.
///
/// @param nanos wall time
/// @param clientCpuNanos CPU time of the peer's JVM
/// @param serverCpuNanos CPU time of the server's processes, NaN where it cannot be had
/// @param bytes allocated by the peer's JVM
/// @param firstRowNanos from the start of the run to the first row, whatever the units; NaN where
///     a task tells of none
public record Sample(
    double nanos,
    double clientCpuNanos,
    double serverCpuNanos,
    double bytes,
    double firstRowNanos) {}
