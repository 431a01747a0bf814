package io.tiercel.lab.bench.tier;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/// The collector's pauses in this JVM from its making until [#stop], as the JDK Flight Recorder has
/// them. Confined to one thread.
final class Pauses implements AutoCloseable {
  private static final String COLLECTION = "jdk.GarbageCollection";
  private static final String PAUSE = "jdk.GCPhasePause";

  /// What the collectors call one of the whole heap that stops the program.
  private static final Set<String> FULL = Set.of("G1Full", "SerialOld", "ParallelOld");

  private static final double NANOS_PER_MILLI = 1e6;

  private final RecordingStream stream = new RecordingStream();
  private final List<Long> nanos = new ArrayList<>();
  private int full;

  Pauses() {
    stream.enable(COLLECTION);
    stream.enable(PAUSE).withThreshold(Duration.ZERO);
    // One thread calls both.
    stream.onEvent(PAUSE, event -> nanos.add(event.getDuration().toNanos()));
    stream.onEvent(COLLECTION, this::count);
    stream.startAsync();
  }

  private void count(RecordedEvent collection) {
    if (FULL.contains(collection.getString("name"))) {
      full++;
    }
  }

  /// After [#stop].
  int count() {
    return nanos.size();
  }

  /// Collections of the whole heap that stopped the program; after [#stop].
  int full() {
    return full;
  }

  /// Ends, and tells what there was.
  void stop(String prefix) {
    stream.stop();
    nanos.sort(null);
    NodeProcess.tell(prefix + "pauses", nanos.size());
    NodeProcess.tell(prefix + "full collections", full);
    NodeProcess.tell(prefix + "pause p50", at(0.5));
    NodeProcess.tell(prefix + "pause longest", at(1));
    NodeProcess.tell(
        prefix + "paused", nanos.stream().mapToLong(Long::longValue).sum() / NANOS_PER_MILLI);
  }

  private double at(double share) {
    return nanos.isEmpty()
        ? 0
        : nanos.get((int) Math.min(nanos.size() - 1L, (long) (share * nanos.size())))
            / NANOS_PER_MILLI;
  }

  @Override
  public void close() {
    stream.close();
  }
}
