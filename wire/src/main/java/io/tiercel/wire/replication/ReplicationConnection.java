package io.tiercel.wire.replication;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.ProtocolViolation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A connection to a server's walsender: manages slots and starts streams. Its user needs the
/// attribute REPLICATION, the server `wal_level = logical` for logical streams.
///
/// Every call blocks. Confined to one thread at a time; a stream that was started has it for itself
/// until the stream is closed.
public final class ReplicationConnection implements AutoCloseable {
  private final Connection connection;

  private ReplicationConnection(Connection connection) {
    this.connection = connection;
  }

  /// Connects for logical replication of the configuration's database.
  ///
  /// @throws io.tiercel.wire.error.WireException if that is not possible
  public static ReplicationConnection logical(ConnectionConfig config) {
    return open(config, "database");
  }

  /// Connects for physical replication of the whole cluster.
  ///
  /// @throws io.tiercel.wire.error.WireException if that is not possible
  public static ReplicationConnection physical(ConnectionConfig config) {
    return open(config, "true");
  }

  private static ReplicationConnection open(ConnectionConfig config, String mode) {
    return new ReplicationConnection(
        Connection.open(config.toBuilder().runtimeParameter("replication", mode).build()));
  }

  /// IDENTIFY_SYSTEM.
  public SystemIdentity identifySystem() {
    List<@Nullable String> row = row("IDENTIFY_SYSTEM", 4);
    return new SystemIdentity(
        text(row, 0), Integer.parseInt(text(row, 1)), Lsn.parse(text(row, 2)), row.get(3));
  }

  /// CREATE_REPLICATION_SLOT for a logical stream. A slot that is not temporary keeps the server's
  /// log, and so fills its disk, until it is read or dropped.
  public CreatedSlot createSlot(SlotDefinition slot) {
    List<@Nullable String> row = row(slot.command(connection.serverVersion().major()), 4);
    return new CreatedSlot(text(row, 0), Lsn.parse(text(row, 1)), row.get(2));
  }

  /// CREATE_REPLICATION_SLOT for a physical stream, which reserves the log at once.
  public void createPhysicalSlot(String name, boolean isTemporary) {
    connection.simpleQuery(
        "CREATE_REPLICATION_SLOT %s%s PHYSICAL RESERVE_WAL"
            .formatted(Names.quoted(name), isTemporary ? " TEMPORARY" : ""));
  }

  /// DROP_REPLICATION_SLOT.
  ///
  /// @param waits whether to wait until nobody uses it; else a slot in use is refused
  public void dropSlot(String name, boolean waits) {
    connection.simpleQuery(
        "DROP_REPLICATION_SLOT %s%s".formatted(Names.quoted(name), waits ? " WAIT" : ""));
  }

  /// Starts a stream of decoded changes.
  ///
  /// @param from where to start; [Lsn#ZERO], and anything before that, for where the slot was
  ///     confirmed
  public LogicalStream startLogical(
      String slot, Lsn from, PgoutputOptions options, StreamSettings settings) {
    String command =
        "START_REPLICATION SLOT %s LOGICAL %s (%s)"
            .formatted(Names.quoted(slot), from, options.text());
    return new LogicalStream(WalStream.start(connection.copyBoth(command), from, settings));
  }

  /// Starts a stream of the log itself.
  ///
  /// @param slot null for none
  public PhysicalStream startPhysical(
      @Nullable String slot, Lsn from, int timeline, StreamSettings settings) {
    String command =
        "START_REPLICATION %sPHYSICAL %s TIMELINE %d"
            .formatted(slot == null ? "" : "SLOT " + Names.quoted(slot) + " ", from, timeline);
    return new PhysicalStream(WalStream.start(connection.copyBoth(command), from, settings));
  }

  private List<@Nullable String> row(String command, int columns) {
    List<List<@Nullable String>> rows = connection.simpleQuery(command);
    if (rows.size() != 1 || rows.getFirst().size() < columns) {
      throw new ProtocolViolation("unexpected answer to " + command);
    }
    return rows.getFirst();
  }

  private static String text(List<@Nullable String> row, int column) {
    return Objects.requireNonNull(row.get(column), "the server left out a column");
  }

  /// The connection underneath, for what is not offered here.
  public Connection connection() {
    return connection;
  }

  /// Ends the connection, its streams, and its temporary slots. Idempotent.
  @Override
  public void close() {
    connection.close();
  }
}
