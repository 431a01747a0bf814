package io.tiercel.cache.follow;

import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalStream;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import io.tiercel.wire.replication.StreamSettings;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A synchronous standby that takes a while for each commit: in between the commit is on every
/// stream, and nobody sees it.
final class SlowStandby implements AutoCloseable {
  /// For `synchronous_standby_names`.
  static final String NAME = "slow_standby";

  private final ReplicationConnection connection;
  private final LogicalStream stream;
  private final Thread thread;
  private volatile boolean closing;

  SlowStandby(ConnectionConfig config, String publication, Duration delay) {
    connection = ReplicationConnection.logical(config.toBuilder().applicationName(NAME).build());
    var slot = connection.createSlot(SlotDefinition.temporary(NAME));
    stream =
        connection.startLogical(
            NAME, slot.consistentPoint(), PgoutputOptions.of(publication), StreamSettings.DEFAULT);
    thread = Thread.ofPlatform().start(() -> acknowledge(delay));
  }

  private void acknowledge(Duration delay) {
    while (!closing) {
      if (stream.next(Duration.ofMillis(50)) instanceof LogicalMessage.Commit commit) {
        LockSupport.parkNanos(delay.toNanos());
        stream.acknowledge(commit.end());
      }
    }
  }

  @Override
  public void close() {
    closing = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stream.close();
    connection.close();
  }
}
