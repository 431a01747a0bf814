package io.tiercel.jdbc.notification;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.Notification;
import io.tiercel.jdbc.extension.NotificationListener;
import io.tiercel.jdbc.extension.Subscription;
import io.tiercel.wire.Connection;
import io.tiercel.wire.ConnectionConfig;
import io.tiercel.wire.error.WireException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Listens on a connection of its own, and makes a new one when that is lost, after 0.1 s at first
/// and 10 s at most.
public final class ListeningThread implements Subscription {
  private static final Logger LOGGER = System.getLogger(ListeningThread.class.getPackageName());
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(20);
  private static final long FIRST_PAUSE_MILLIS = 100;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private final ConnectionConfig config;
  private final NotificationListener listener;
  private final List<String> channels;
  private final CountDownLatch closing = new CountDownLatch(1);
  private volatile Connection connection;

  private ListeningThread(
      ConnectionConfig config, NotificationListener listener, List<String> channels) {
    this.config = config;
    this.listener = listener;
    this.channels = channels;
    connection = connect();
  }

  /// Connects and listens; from then on `listener` is told. Blocks until the server listens.
  public static Subscription start(
      ConnectionConfig config, NotificationListener listener, List<String> channels)
      throws SQLException {
    try {
      var thread = new ListeningThread(config, listener, channels);
      Thread.ofVirtual().name("tiercel-listen").start(thread::run);
      return thread;
    } catch (WireException e) {
      throw SqlExceptions.of(e);
    }
  }

  private Connection connect() {
    Connection made = Connection.open(config);
    try {
      made.setNotificationListener(
          heard ->
              listener.notified(
                  new Notification(heard.processId(), heard.channel(), heard.payload())));
      for (String channel : channels) {
        made.execute("listen \"" + channel.replace("\"", "\"\"") + '"');
      }
      return made;
    } catch (WireException e) {
      made.abort();
      throw e;
    }
  }

  private boolean isClosing() {
    return closing.getCount() == 0;
  }

  private void run() {
    while (!isClosing()) {
      try {
        // A dead line says nothing, so a silent one is asked.
        if (!connection.awaitNotification(WAIT) && !connection.isValid(SIGN_OF_LIFE)) {
          restore(SqlExceptions.of("08006", "the server gives no sign of life", null));
        }
      } catch (WireException e) {
        restore(SqlExceptions.of(e));
      }
    }
  }

  private void restore(SQLException cause) {
    connection.abort();
    if (!isClosing()) {
      tell(() -> listener.lost(cause));
    }
    long pause = FIRST_PAUSE_MILLIS;
    while (!isClosing() && !pausedToEnd(pause)) {
      try {
        Connection made = connect();
        connection = made;
        if (isClosing()) {
          made.abort();
        } else {
          tell(listener::restored);
        }
        return;
      } catch (WireException e) {
        LOGGER.log(Level.DEBUG, () -> "could not listen again yet", e);
        pause = Math.min(LONGEST_PAUSE_MILLIS, 2 * pause);
      }
    }
  }

  /// Pauses; returns whether it is over for good.
  private boolean pausedToEnd(long millis) {
    try {
      return closing.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closing.countDown();
      return true;
    }
  }

  private static void tell(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      LOGGER.log(Level.WARNING, () -> "a listener of notifications failed", e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    connection.abort();
  }
}
