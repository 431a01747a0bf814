package io.tiercel.jpa.session;

import io.tiercel.jdbc.WireConnections;
import io.tiercel.jdbc.extension.TiercelConnection;
import io.tiercel.wire.Connection;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;

/// Access through our JDBC driver. The driver is optional, so nothing else in this package names
/// its classes.
final class JdbcView implements JdbcAccess {
  private final TiercelConnection connection;
  private final boolean madeHere;

  private JdbcView(TiercelConnection connection, boolean madeHere) {
    this.connection = connection;
    this.madeHere = madeHere;
  }

  static JdbcAccess over(Connection wire) {
    return new JdbcView(WireConnections.lend(wire), true);
  }

  /// To the driver's own connection beneath a pool's, which the pool does not take for given back
  /// when it is closed.
  static JdbcAccess beneath(java.sql.Connection pooled) {
    try {
      return new JdbcView(pooled.unwrap(TiercelConnection.class), false);
    } catch (SQLException e) {
      throw new PersistenceException("could not look beneath " + pooled, e);
    }
  }

  @Override
  public java.sql.Connection connection() {
    return connection;
  }

  @Override
  public void settle() {
    try {
      WireConnections.settle(connection);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void end() {
    if (!madeHere) {
      settle();
      return;
    }
    try {
      connection.close();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private static PersistenceException failed(SQLException cause) {
    return new PersistenceException(
        "could not read the rest of a result: " + cause.getMessage(), cause);
  }
}
