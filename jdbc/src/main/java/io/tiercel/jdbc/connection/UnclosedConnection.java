package io.tiercel.jdbc.connection;

import io.tiercel.wire.Connection;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;

/// Notices that a connection has become garbage without having been closed, reports where it was
/// opened, and closes its line (`logUnclosedConnections`). Reaches nothing that reaches the
/// connection. Safe for any thread.
final class UnclosedConnection {
  private static final Logger LOGGER = System.getLogger(JdbcConnection.class.getPackageName());
  private static final Cleaner CLEANER = Cleaner.create();

  private final Runnable closeLine;
  private final Throwable opened = new Throwable("opened here");
  private volatile boolean isClosed;

  private UnclosedConnection(Runnable closeLine) {
    this.closeLine = closeLine;
  }

  static UnclosedConnection watch(JdbcConnection connection, Connection wire) {
    var watched = new UnclosedConnection(wire.lineCloser());
    CLEANER.register(connection, watched::dropped);
    return watched;
  }

  /// It was closed as it should be.
  void closed() {
    isClosed = true;
  }

  private void dropped() {
    if (!isClosed) {
      LOGGER.log(Level.WARNING, () -> "a connection was dropped without being closed", opened);
      closeLine.run();
    }
  }
}
