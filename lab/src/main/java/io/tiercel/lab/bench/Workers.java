package io.tiercel.lab.bench;

import io.tiercel.lab.bench.startup.PartUnit;
import io.tiercel.lab.bench.worker.Measurement;
import io.tiercel.lab.bench.worker.WorkerProcess;
import io.tiercel.lab.bench.workload.Endpoint;
import io.tiercel.lab.bench.workload.Peer;
import io.tiercel.lab.bench.workload.Task;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/// The JVMs of the peers, each started when it is first needed and kept warm until the end.
final class Workers implements AutoCloseable {
  private final Map<Peer, WorkerProcess> running = new EnumMap<>(Peer.class);
  private final Map<Integer, PartUnit> units = new HashMap<>();
  private final Map<Integer, PartUnit> wovenUnits = new HashMap<>();
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

  /// Has the peer do the task once: in its JVM, or for a start in a new one that ends afterwards.
  Measurement run(Peer peer, Endpoint endpoint, Task task, int units) throws IOException {
    if (task.startedEntities() == 0) {
      return of(peer).run(endpoint, task, units);
    }
    try (var worker = WorkerProcess.startWith(unit(peer, task).directory(), peer, logs)) {
      return worker.run(endpoint, task, units);
    }
  }

  private PartUnit unit(Peer peer, Task task) throws IOException {
    int count = task.startedEntities();
    var plain = units.get(count);
    if (plain == null) {
      plain = PartUnit.generate(logs.resolve("parts-" + count), count);
      units.put(count, plain);
    }
    if (peer != Peer.ECLIPSELINK) {
      return plain;
    }
    var woven = wovenUnits.get(count);
    if (woven == null) {
      woven = plain.woven(logs.resolve("woven-parts-" + count));
      wovenUnits.put(count, woven);
    }
    return woven;
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
