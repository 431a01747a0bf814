package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.ConnectionStatistics;
import io.tiercel.wire.TransactionStatus;
import io.tiercel.wire.error.WireException;
import jakarta.persistence.PersistenceException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A bounded pool of connections, opened on demand, last in first out, so that an idle unit holds
/// few and the warm ones with their prepared statements are used most. Safe for any number of
/// threads.
public final class ConnectionPool implements ConnectionSource {
  /// A connection idle for longer is asked whether it still lives before it is handed out.
  private static final long CHECK_AFTER_IDLE_NANOS = Duration.ofSeconds(30).toNanos();

  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);

  private final ConnectionConfig config;
  private final int maxConnections;
  private final Duration acquireTimeout;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();

  // Guarded by lock.
  private final ArrayDeque<Idle> idle = new ArrayDeque<>();
  private final Set<Connection> leased = new HashSet<>();
  private ConnectionStatistics closedConnections = ConnectionStatistics.NONE;
  private int opening;
  private boolean closed;

  private record Idle(Connection connection, long sinceNanos) {}

  /// @param maxConnections at most this many at once, at least 1
  /// @param acquireTimeout how long [#acquire()] waits for one to come back
  public ConnectionPool(ConnectionConfig config, int maxConnections, Duration acquireTimeout) {
    if (maxConnections < 1) {
      throw new IllegalArgumentException(
          "the connection pool needs room for at least 1 connection, got " + maxConnections);
    }
    this.config = config;
    this.maxConnections = maxConnections;
    this.acquireTimeout = acquireTimeout;
  }

  /// Blocks until one is free or can be opened; throws PersistenceException with the pool's counts
  /// when the time is up, or when it is closed.
  @Override
  public Connection acquire() {
    while (true) {
      Idle candidate = take();
      if (candidate == null) {
        return open();
      }
      Connection connection = candidate.connection();
      boolean fresh = System.nanoTime() - candidate.sinceNanos() < CHECK_AFTER_IDLE_NANOS;
      if (connection.isOpen() && (fresh || connection.isValid(CHECK_TIMEOUT))) {
        return connection;
      }
      discard(connection);
    }
  }

  /// An idle connection, already counted as leased, or null when the caller may open a new one.
  private @Nullable Idle take() {
    long remainingNanos = acquireTimeout.toNanos();
    lock.lock();
    try {
      while (true) {
        if (closed) {
          throw new PersistenceException("the connection pool is closed");
        }
        Idle candidate = idle.pollFirst();
        if (candidate != null) {
          leased.add(candidate.connection());
          return candidate;
        }
        if (leased.size() + opening < maxConnections) {
          opening++;
          return null;
        }
        if (remainingNanos <= 0) {
          throw new PersistenceException(
              "could not get a connection within %d ms: all %d are in use\nHint: close EntityManagers, keep transactions short, or raise tiercel.pool.max-connections."
                  .formatted(acquireTimeout.toMillis(), maxConnections));
        }
        remainingNanos = returned.awaitNanos(remainingNanos);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PersistenceException("interrupted while waiting for a connection", e);
    } finally {
      lock.unlock();
    }
  }

  private Connection open() {
    Connection connection = null;
    try {
      connection = Connection.open(config);
      return connection;
    } catch (WireException e) {
      throw DatabaseErrors.translate(e, true);
    } finally {
      lock.lock();
      try {
        opening--;
        if (connection == null) {
          returned.signal();
        } else {
          leased.add(connection);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @Override
  public void release(Connection connection) {
    boolean reusable =
        connection.isOpen() && connection.transactionStatus() == TransactionStatus.IDLE;
    lock.lock();
    try {
      if (reusable && !closed && leased.remove(connection)) {
        idle.addFirst(new Idle(connection, System.nanoTime()));
        returned.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    discard(connection);
  }

  @Override
  public JdbcAccess jdbc(Connection borrowed) {
    try {
      return JdbcView.over(borrowed);
    } catch (NoClassDefFoundError e) {
      throw new PersistenceException(
          "cannot give out a java.sql.Connection: the JDBC driver is not there\n"
              + "Hint: add io.tiercel:tiercel-jdbc, or unwrap io.tiercel.wire.Connection.",
          e);
    }
  }

  private void discard(Connection connection) {
    lock.lock();
    try {
      leased.remove(connection);
      closedConnections = closedConnections.plus(connection.statistics());
      returned.signal();
    } finally {
      lock.unlock();
    }
    connection.close();
  }

  /// What all its connections have done so far, closed ones included. Those in use are read while
  /// they work, so their share is approximate until they come back.
  @Override
  public ConnectionStatistics statistics() {
    lock.lock();
    try {
      ConnectionStatistics sum = closedConnections;
      for (Connection connection : leased) {
        sum = sum.plus(connection.statistics());
      }
      for (Idle candidate : idle) {
        sum = sum.plus(candidate.connection().statistics());
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  /// Closes idle connections now and leased ones when they come back. Idempotent; waits briefly for
  /// those that are just being given back.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      returned.signalAll();
    } finally {
      lock.unlock();
    }
    while (true) {
      Idle next;
      lock.lock();
      try {
        next = idle.pollFirst();
      } finally {
        lock.unlock();
      }
      if (next == null) {
        return;
      }
      next.connection().close();
    }
  }

  @Override
  public String toString() {
    lock.lock();
    try {
      return "ConnectionPool max=%d leased=%d idle=%d opening=%d"
          .formatted(maxConnections, leased.size(), idle.size(), opening);
    } finally {
      lock.unlock();
    }
  }
}
