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
/// few and the warm ones with their prepared statements are used most. What has been idle for too
/// long is closed by a virtual thread, which is there only while something may have to be. Safe for
/// any number of threads.
public final class ConnectionPool implements ConnectionSource {
  /// A connection idle for longer is asked whether it still lives before it is handed out.
  private static final long CHECK_AFTER_IDLE_NANOS = Duration.ofSeconds(30).toNanos();

  private static final Duration CHECK_TIMEOUT = Duration.ofSeconds(5);

  private final ConnectionConfig config;
  private final PoolLimits limits;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition returned = lock.newCondition();
  private final Condition closing = lock.newCondition();

  // Guarded by lock.
  private final ArrayDeque<Idle> idle = new ArrayDeque<>();
  private final Set<Connection> leased = new HashSet<>();
  private ConnectionStatistics closedConnections = ConnectionStatistics.NONE;
  private int opening;
  private boolean closed;
  private boolean isCleaning;

  private record Idle(Connection connection, long sinceNanos) {}

  /// Opens nothing yet.
  public ConnectionPool(ConnectionConfig config, PoolLimits limits) {
    this.config = config;
    this.limits = limits;
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
    long remainingNanos = limits.acquireTimeout().toNanos();
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
        if (leased.size() + opening < limits.maxConnections()) {
          opening++;
          return null;
        }
        if (remainingNanos <= 0) {
          throw new PersistenceException(
              "could not get a connection within %d ms: all %d are in use\nHint: close EntityManagers, keep transactions short, or raise tiercel.pool.max-connections."
                  .formatted(limits.acquireTimeout().toMillis(), limits.maxConnections()));
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
        startCleaning();
        returned.signal();
        return;
      }
    } finally {
      lock.unlock();
    }
    discard(connection);
  }

  /// Called with the lock held.
  private void startCleaning() {
    if (!isCleaning && idle.size() > limits.minimumIdle() && !limits.idleTimeout().isZero()) {
      isCleaning = true;
      Thread.ofVirtual().name("tiercel-pool-cleaner").start(this::clean);
    }
  }

  /// Closes what has been idle for too long, until no more than the minimum is left.
  private void clean() {
    Idle old = nextOld();
    while (old != null) {
      old.connection().close();
      old = nextOld();
    }
  }

  /// Waits for the next that is too old; null when there is nothing to wait for any more.
  private @Nullable Idle nextOld() {
    lock.lock();
    try {
      while (!closed && idle.size() > limits.minimumIdle()) {
        long idleNanos = System.nanoTime() - idle.getLast().sinceNanos();
        long remainingNanos = limits.idleTimeout().toNanos() - idleNanos;
        if (remainingNanos <= 0) {
          Idle old = idle.removeLast();
          closedConnections = closedConnections.plus(old.connection().statistics());
          return old;
        }
        long unused = closing.awaitNanos(remainingNanos);
      }
      isCleaning = false;
      return null;
    } catch (InterruptedException e) {
      // Somebody wants this thread to end; the next connection that comes back starts another.
      isCleaning = false;
      Thread.currentThread().interrupt();
      return null;
    } finally {
      lock.unlock();
    }
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
      closing.signalAll();
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
          .formatted(limits.maxConnections(), leased.size(), idle.size(), opening);
    } finally {
      lock.unlock();
    }
  }
}
