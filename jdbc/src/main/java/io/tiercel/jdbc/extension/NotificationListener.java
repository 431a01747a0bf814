package io.tiercel.jdbc.extension;

import java.sql.SQLException;

/// Hears of notifications, on a thread of its own.
@FunctionalInterface
public interface NotificationListener {
  void notified(Notification notification);

  /// The connection is lost; what is notified from now on is not heard, and nobody keeps it. A new
  /// connection is tried until there is one.
  default void lost(SQLException cause) {}

  /// Listening again: what was notified in between is unknown, so look at the data.
  default void restored() {}
}
