package io.tiercel.lab.bench.worker;

import io.tiercel.lab.bench.workload.Tally;

/// One run of a task as its worker saw it.
///
/// @param tally to be checked against the server
/// @param nanos wall time
/// @param cpuNanos CPU time of the whole JVM, collector and compiler included
/// @param allocatedBytes by all threads
/// @param firstRowNanos from the start to the first row; NaN if the task tells of none
/// @param liveHeapBytes what halfway was reachable beyond what was before the run; 0 unless asked
public record Measurement(
    Tally tally,
    long nanos,
    long cpuNanos,
    long allocatedBytes,
    double firstRowNanos,
    long liveHeapBytes) {}
