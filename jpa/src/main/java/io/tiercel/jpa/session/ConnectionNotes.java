package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import org.jspecify.annotations.Nullable;

/// What is known of a connection. It is attached to it, so it is known to whoever borrows it next.
/// Confined to the thread that has the connection.
final class ConnectionNotes {
  @Nullable KnownIsolation isolation;
  @Nullable ReaderState reader;

  private ConnectionNotes() {}

  /// Those of a connection, which has some from now on.
  static ConnectionNotes of(Connection connection) {
    if (connection.attachment() instanceof ConnectionNotes known) {
      return known;
    }
    var made = new ConnectionNotes();
    connection.attach(made);
    return made;
  }
}
