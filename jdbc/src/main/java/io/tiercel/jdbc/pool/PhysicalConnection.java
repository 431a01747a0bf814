package io.tiercel.jdbc.pool;

import io.tiercel.jdbc.error.SqlExceptions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import javax.sql.StatementEventListener;
import org.jspecify.annotations.Nullable;

/// A connection that stays open while one application after the other uses it by a handle. Confined
/// to one thread at a time.
public class PhysicalConnection implements PooledConnection {
  private final Connection connection;
  private final List<ConnectionEventListener> listeners = new CopyOnWriteArrayList<>();
  private final List<StatementEventListener> statementListeners = new CopyOnWriteArrayList<>();
  private @Nullable Handle handle;
  private boolean isClosed;

  public PhysicalConnection(Connection connection) {
    this.connection = connection;
  }

  /// The connection itself.
  protected final Connection physical() {
    return connection;
  }

  /// Whether the handles leave transactions to a manager.
  protected boolean isManaged() {
    return false;
  }

  /// A handle; one that was given out before is closed.
  @Override
  public Connection getConnection() throws SQLException {
    if (isClosed) {
      throw SqlExceptions.of("08003", "This pooled connection has been closed.", null);
    }
    if (handle != null) {
      handle.retire();
    }
    if (!isManaged()) {
      reset();
    }
    handle = new Handle(connection, this);
    return handle.proxy();
  }

  private void reset() throws SQLException {
    if (!connection.getAutoCommit()) {
      connection.rollback();
      connection.setAutoCommit(true);
    }
    connection.clearWarnings();
  }

  boolean isManagedHandle() {
    return isManaged();
  }

  /// The application has closed its handle.
  void released() throws SQLException {
    handle = null;
    if (!isManaged() && !connection.isClosed() && !connection.getAutoCommit()) {
      connection.rollback();
    }
    var event = new ConnectionEvent(this);
    listeners.forEach(listener -> listener.connectionClosed(event));
  }

  /// A call on the handle failed.
  void failed(SQLException failure) {
    if (isFatal(failure)) {
      var event = new ConnectionEvent(this, failure);
      listeners.forEach(listener -> listener.connectionErrorOccurred(event));
    }
  }

  /// Whether the connection cannot be used any more: lost, or ended by the server.
  private boolean isFatal(SQLException failure) {
    String state = failure.getSQLState();
    if (state == null) {
      return false;
    }
    return state.startsWith("08") || state.startsWith("57P0") || state.startsWith("53");
  }

  @Override
  public void close() throws SQLException {
    isClosed = true;
    if (handle != null) {
      handle.retire();
    }
    connection.close();
  }

  @Override
  public void addConnectionEventListener(ConnectionEventListener listener) {
    listeners.add(listener);
  }

  @Override
  public void removeConnectionEventListener(ConnectionEventListener listener) {
    listeners.remove(listener);
  }

  /// Kept, but there is nothing to tell: the driver pools statements itself.
  @Override
  public void addStatementEventListener(StatementEventListener listener) {
    statementListeners.add(listener);
  }

  @Override
  public void removeStatementEventListener(StatementEventListener listener) {
    statementListeners.remove(listener);
  }
}
