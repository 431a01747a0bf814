package io.tiercel.lab.bench.workload;

/// How a contestant reaches the server and what its commits wait for.
public enum Line {
  /// Loopback; a commit waits for the disk (`synchronous_commit = on`).
  LOOPBACK,
  /// Loopback; a commit does not wait for the disk.
  LOOPBACK_ASYNC,
  /// Behind a proxy that keeps every byte for 1 ms each way; a commit does not wait for the disk,
  /// so that round trips are what counts.
  DELAYED
}
