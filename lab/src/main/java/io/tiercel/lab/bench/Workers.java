package io.tiercel.lab.bench;

import io.tiercel.lab.bench.worker.WorkerProcess;
import io.tiercel.lab.bench.workload.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/// The JVMs of the peers, each started when it is first needed and kept warm until the end.
final class Workers implements AutoCloseable {
  private final Map<Peer, WorkerProcess> running = new EnumMap<>(Peer.class);
  private final Path logs;

  Workers() throws IOException {
    logs = Files.createTempDirectory("tiercel-bench");
  }

  WorkerProcess of(Peer peer) throws IOException {
    var worker = running.get(peer);
    if (worker == null) {
      worker = WorkerProcess.start(peer, logs);
      running.put(peer, worker);
    }
    return worker;
  }

  /// Has every JVM close its connections.
  void closeConnections() throws IOException {
    for (var worker : running.values()) {
      worker.closeConnections();
    }
  }

  /// Ends all JVMs. Their logs stay where failures point to.
  @Override
  public void close() {
    running.values().forEach(WorkerProcess::close);
  }
}
