package io.tiercel.jdbc.notification;

import io.tiercel.jdbc.error.SqlExceptions;
import io.tiercel.jdbc.extension.Notification;
import io.tiercel.jdbc.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The notifications that came on a connection while it did something else, until they are taken.
/// A connection that listens and never asks does not fill the memory: so many are kept, and so many
/// characters. The first that has no room and all behind it are counted only, and told by an
/// exception once those before them are taken. Safe for any thread.
public final class NotificationQueue {
  private static final int MAX_KEPT = 10_000;
  private static final long MAX_CHARACTERS = 16_000_000;
  private static final String PROGRAM_LIMIT_EXCEEDED = "54000";

  private final Session session;
  private List<Notification> kept = new ArrayList<>();
  private long characters;
  private long lost;

  public NotificationQueue(Session session) {
    this.session = session;
    session
        .wire()
        .setNotificationListener(
            heard -> add(new Notification(heard.processId(), heard.channel(), heard.payload())));
  }

  private synchronized void add(Notification heard) {
    long length = (long) heard.channel().length() + heard.payload().length();
    if (lost == 0 && kept.size() < MAX_KEPT && characters + length <= MAX_CHARACTERS) {
      kept.add(heard);
      characters += length;
    } else {
      lost++;
    }
  }

  /// What came so far; if nothing did, waits for something. Blocks.
  ///
  /// @throws SQLException `54000` if the next ones were not kept
  public List<Notification> take(Duration timeout) throws SQLException {
    if (isEmpty()) {
      session.work(
          pipeline -> {
            pipeline.await();
            if (isEmpty()) {
              session.wire().awaitNotification(timeout);
            }
          });
    }
    return taken();
  }

  private synchronized boolean isEmpty() {
    return kept.isEmpty() && lost == 0;
  }

  private synchronized List<Notification> taken() throws SQLException {
    if (kept.isEmpty() && lost > 0) {
      long count = lost;
      lost = 0;
      throw SqlExceptions.of(
          PROGRAM_LIMIT_EXCEEDED,
          ("%d notifications were not kept: a connection keeps %d of them, of %d characters in"
                  + " all\n"
                  + "Hint: call notifications more often, or listen with a NotificationListener.")
              .formatted(count, MAX_KEPT, MAX_CHARACTERS),
          null);
    }
    List<Notification> taken = kept;
    kept = new ArrayList<>();
    characters = 0;
    return taken;
  }
}
