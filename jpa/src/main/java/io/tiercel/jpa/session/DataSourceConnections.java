package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.TransactionStatus;
import jakarta.persistence.PersistenceException;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/// Borrows from a DataSource, usually a pool over our JDBC driver, and works on the wire beneath
/// its connections. The DataSource belongs to the application and stays open. Safe for any number
/// of threads.
///
/// Where a transaction manager knows the connections, it is the manager who ends their
/// transactions; in one transaction there may be several handles of one connection, one within
/// the other.
public final class DataSourceConnections implements ConnectionSource {
  private final DataSource dataSource;
  private final boolean isManaged;
  private final @Nullable ConnectionSource unmanaged;
  private final ReentrantLock lock = new ReentrantLock();

  // Guarded by lock.
  private final IdentityHashMap<Connection, Leased> leased = new IdentityHashMap<>();
  private ConnectionStatistics earlier = ConnectionStatistics.NONE;

  private volatile boolean closed;

  /// @param before what the connection had done when it was borrowed
  /// @param outer the handle that was there before, in the same transaction of a manager
  private record Leased(
      java.sql.Connection jdbc, ConnectionStatistics before, @Nullable Leased outer) {}

  private DataSourceConnections(
      DataSource dataSource, boolean isManaged, @Nullable ConnectionSource unmanaged) {
    this.dataSource = dataSource;
    this.isManaged = isManaged;
    this.unmanaged = unmanaged;
  }

  /// Connections whose transactions end where they began.
  public DataSourceConnections(DataSource dataSource) {
    this(dataSource, false, null);
  }

  /// Connections that a transaction manager enlists in the transactions of the calling thread.
  ///
  /// @param unmanaged for work that is to be committed by itself; null when there is no such source
  public static DataSourceConnections managed(
      DataSource dataSource, @Nullable DataSource unmanaged) {
    return new DataSourceConnections(
        dataSource, true, unmanaged == null ? null : new DataSourceConnections(unmanaged));
  }

  @Override
  public @Nullable ConnectionSource besideManager() {
    return isManaged ? unmanaged : this;
  }

  @Override
  public ConnectionSource unmanaged() {
    ConnectionSource source = besideManager();
    if (source == null) {
      throw new PersistenceException(
          "ids from a table are counted in a transaction of their own, and all connections belong"
              + " to the transaction manager\n"
              + "Hint: set jakarta.persistence.nonJtaDataSource beside the JTA DataSource, or take"
              + " ids from a sequence.");
    }
    return source;
  }

  @Override
  public Connection acquire() {
    if (closed) {
      throw new PersistenceException("the EntityManagerFactory is closed");
    }
    java.sql.Connection jdbc;
    try {
      jdbc = dataSource.getConnection();
    } catch (SQLException e) {
      throw new PersistenceException(
          "could not get a connection from %s: %s".formatted(dataSource, e.getMessage()), e);
    }
    String refusal;
    try {
      Connection wire = wire(jdbc);
      refusal = wire == null ? notOurs(jdbc) : lease(wire, jdbc);
      if (wire != null && refusal == null) {
        return wire;
      }
    } catch (SQLException e) {
      giveUp(jdbc, e);
      throw new PersistenceException(
          "could not look beneath a connection of %s: %s".formatted(dataSource, e.getMessage()), e);
    }
    PersistenceException failure = new PersistenceException(refusal);
    giveUp(jdbc, failure);
    throw failure;
  }

  private static @Nullable Connection wire(java.sql.Connection jdbc) throws SQLException {
    return jdbc.isWrapperFor(Connection.class) ? jdbc.unwrap(Connection.class) : null;
  }

  private String notOurs(java.sql.Connection jdbc) throws SQLException {
    return "cannot use %s: its connections are of the driver \"%s\"\nHint: let it use ours (io.tiercel:tiercel-jdbc, driver class io.tiercel.jdbc.TiercelDriver, or a URL that begins with jdbc:tiercel:), or set jakarta.persistence.jdbc.url instead."
        .formatted(dataSource, jdbc.getMetaData().getDriverName());
  }

  /// Why the connection cannot be used; null when it can.
  private @Nullable String lease(Connection wire, java.sql.Connection jdbc) {
    if (!isManaged && wire.transactionStatus() != TransactionStatus.IDLE) {
      return "cannot use a connection of %s: it is inside a transaction already\nHint: give the persistence unit a DataSource that does not share connections with running transactions."
          .formatted(dataSource);
    }
    lock.lock();
    try {
      Leased outer = leased.get(wire);
      if (outer == null || isManaged) {
        leased.put(wire, new Leased(jdbc, wire.statistics(), outer));
        return null;
      }
    } finally {
      lock.unlock();
    }
    return "cannot use %s: it handed out one connection twice".formatted(dataSource);
  }

  private static void giveUp(java.sql.Connection jdbc, Exception failure) {
    try {
      jdbc.close();
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
  }

  @Override
  public void release(Connection connection) {
    Leased lease;
    lock.lock();
    try {
      lease = leased.remove(connection);
      if (lease != null && lease.outer() != null) {
        leased.put(connection, lease.outer());
      } else if (lease != null) {
        earlier = earlier.plus(connection.statistics().since(lease.before()));
      }
    } finally {
      lock.unlock();
    }
    if (lease == null) {
      return;
    }
    boolean usable =
        connection.isOpen()
            && (isManaged || connection.transactionStatus() == TransactionStatus.IDLE);
    try (java.sql.Connection jdbc = lease.jdbc()) {
      if (!usable) {
        connection.close();
        tellPool(jdbc);
      }
    } catch (SQLException e) {
      throw new PersistenceException(
          "could not give a connection back to %s: %s".formatted(dataSource, e.getMessage()), e);
    }
  }

  /// Pools notice a lost connection when a call on it fails.
  private static void tellPool(java.sql.Connection jdbc) throws SQLException {
    try (Statement statement = jdbc.createStatement()) {
      statement.execute("select 1");
      throw new IllegalStateException("a closed connection still works: " + jdbc);
    } catch (SQLException e) {
      if (!"08003".equals(e.getSQLState())) {
        throw e;
      }
    }
  }

  @Override
  public JdbcAccess jdbc(Connection borrowed) {
    Leased lease;
    lock.lock();
    try {
      lease = leased.get(borrowed);
    } finally {
      lock.unlock();
    }
    if (lease == null) {
      throw new IllegalStateException("%s is not borrowed from here".formatted(borrowed));
    }
    return JdbcView.beneath(lease.jdbc());
  }

  @Override
  public ConnectionStatistics statistics() {
    lock.lock();
    try {
      ConnectionStatistics sum = earlier;
      for (Map.Entry<Connection, Leased> lease : leased.entrySet()) {
        Leased outermost = lease.getValue();
        while (outermost.outer() != null) {
          outermost = outermost.outer();
        }
        sum = sum.plus(lease.getKey().statistics().since(outermost.before()));
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  /// Leaves the DataSource open.
  @Override
  public void close() {
    closed = true;
  }
}
