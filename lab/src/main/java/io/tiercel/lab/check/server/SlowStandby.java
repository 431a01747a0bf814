package io.tiercel.lab.check.server;

import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import io.tiercel.wire.replication.LogicalMessage;
import io.tiercel.wire.replication.LogicalStream;
import io.tiercel.wire.replication.PgoutputOptions;
import io.tiercel.wire.replication.ReplicationConnection;
import io.tiercel.wire.replication.SlotDefinition;
import io.tiercel.wire.replication.StreamSettings;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A synchronous standby that takes a while for each commit. In between the commit is on every
/// stream and nobody sees it: what a cache gets wrong now and then, it gets wrong all the time.
public final class SlowStandby implements AutoCloseable {
  private static final String NAME = "tiercel_check_standby";
  private static final Duration PATIENCE = Duration.ofMillis(50);

  private final CheckServer server;
  private final ReplicationConnection connection;
  private final LogicalStream stream;
  private final Thread thread;
  private volatile boolean isClosing;

  /// From now on commits wait for it.
  public SlowStandby(CheckServer server, Duration delay) throws SQLException {
    this.server = server;
    connection =
        ReplicationConnection.logical(
            ConnectionConfig.parse(server.wireUrl()).toBuilder().applicationName(NAME).build());
    var slot = connection.createSlot(SlotDefinition.temporary(NAME));
    stream =
        connection.startLogical(
            NAME,
            slot.consistentPoint(),
            PgoutputOptions.of("tiercel_check"),
            StreamSettings.DEFAULT);
    thread = Thread.ofPlatform().name("slow-standby").start(() -> acknowledge(delay));
    name(NAME);
  }

  private void acknowledge(Duration delay) {
    while (!isClosing && !stream.isEnded()) {
      if (stream.next(PATIENCE) instanceof LogicalMessage.Commit commit) {
        LockSupport.parkNanos(delay.toNanos());
        stream.acknowledge(commit.end());
      }
    }
  }

  private void name(String standby) throws SQLException {
    server.execute(
        "alter system set synchronous_standby_names = '%s'".formatted(standby),
        "select pg_reload_conf()");
  }

  /// Commits wait for nobody any more.
  @Override
  public void close() throws SQLException {
    // First, else no commit would be answered any more.
    name("");
    isClosing = true;
    try {
      thread.join();
      stream.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (WireException e) {
      // The server has ended it before us.
    } finally {
      connection.close();
    }
  }
}
