package io.tiercel.lab.bench.worker;

import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Task;
import org.jspecify.annotations.Nullable;

/// A request to a worker: do `units` of `task` at `endpoint`. The first request for an endpoint
/// opens it, and it stays open until a request without a task closes everything.
///
/// @param measuresHeap also measure the live heap halfway, which costs a full collection: such a
///     run is not for timing
record Command(@Nullable Endpoint endpoint, @Nullable Task task, int units, boolean measuresHeap) {
  /// Closes all connections.
  static final Command CLOSE_ALL = new Command(null, null, 0, false);
}
