package io.tiercel.lab.sru;

import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A few connections for many requests. Safe for any number of threads.
final class Connections implements AutoCloseable {
  private static final int MOST = 4;
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final ConnectionConfig config;
  private final Semaphore free = new Semaphore(MOST, true);
  private final ConcurrentLinkedDeque<Connection> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean isClosed;

  Connections(ConnectionConfig config) {
    this.config = config;
  }

  /// A connection for one request; to be given back by [#giveBack].
  ///
  /// @throws TimeoutException if all are in use for ten seconds
  Connection take() throws InterruptedException, TimeoutException {
    if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("all %d connections are in use".formatted(MOST));
    }
    try {
      for (Connection each = idle.poll(); each != null; each = idle.poll()) {
        if (each.isOpen()) {
          return each;
        }
      }
      Connection opened = Connection.open(config);
      // No request keeps the server busy for ever.
      opened.script("set statement_timeout = '30s'; set default_transaction_read_only = on");
      return opened;
    } catch (RuntimeException e) {
      free.release();
      throw e;
    }
  }

  void giveBack(Connection connection) {
    if (isClosed || !connection.isOpen()) {
      connection.close();
    } else {
      idle.push(connection);
    }
    free.release();
  }

  @Override
  public void close() {
    isClosed = true;
    for (Connection each = idle.poll(); each != null; each = idle.poll()) {
      each.close();
    }
  }
}
