package io.tiercel.jdbc.notification;

import io.tiercel.jdbc.extension.Notification;
import io.tiercel.jdbc.session.Session;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/// The notifications that came on a connection while it did something else, until they are taken.
public final class NotificationQueue {
  private final Session session;
  private final ConcurrentLinkedQueue<Notification> queue = new ConcurrentLinkedQueue<>();

  public NotificationQueue(Session session) {
    this.session = session;
    session
        .wire()
        .setNotificationListener(
            heard ->
                queue.add(new Notification(heard.processId(), heard.channel(), heard.payload())));
  }

  /// What came so far; if nothing did, waits for something. Blocks.
  public List<Notification> take(Duration timeout) throws SQLException {
    if (queue.isEmpty()) {
      session.work(
          pipeline -> {
            pipeline.await();
            if (queue.isEmpty()) {
              session.wire().awaitNotification(timeout);
            }
          });
    }
    var taken = new ArrayList<Notification>();
    for (Notification next = queue.poll(); next != null; next = queue.poll()) {
      taken.add(next);
    }
    return taken;
  }
}
