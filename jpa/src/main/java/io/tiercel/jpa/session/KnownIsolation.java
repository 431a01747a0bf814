package io.tiercel.jpa.session;

import io.tiercel.wire.Connection;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// What a connection has told of the isolation of its transactions. It is attached to the
/// connection, so it is known to whoever borrows it next.
///
/// READ COMMITTED is believed while nothing but plain reads was asked of the connection, for
/// anything else may have set `default_transaction_isolation`; and for a second only, for a reload
/// of the server's configuration changes it without a word. Other levels are believed for longer:
/// to act on them does no harm when they hold no more.
///
/// @param bytesWritten to the connection when it was last known to hold
/// @param askedNanos when the server said so, by the clock of [System#nanoTime]
record KnownIsolation(boolean isReadCommitted, long bytesWritten, long askedNanos) {
  private static final long BELIEVED_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long STRICTER_BELIEVED_NANOS = Duration.ofSeconds(30).toNanos();

  /// Null when the connection has to be asked.
  static @Nullable KnownIsolation of(Connection connection) {
    KnownIsolation known = ConnectionNotes.of(connection).isolation;
    return known != null && known.holdsFor(connection) ? known : null;
  }

  private boolean holdsFor(Connection connection) {
    long ageNanos = System.nanoTime() - askedNanos;
    return isReadCommitted
        ? bytesWritten == connection.bytesWritten() && ageNanos < BELIEVED_NANOS
        : ageNanos < STRICTER_BELIEVED_NANOS;
  }

  /// The server has said so just now.
  static void told(Connection connection, boolean isReadCommitted) {
    ConnectionNotes.of(connection).isolation =
        new KnownIsolation(isReadCommitted, connection.bytesWritten(), System.nanoTime());
  }

  /// Nothing but plain reads was asked since.
  void stillHolds(Connection connection) {
    ConnectionNotes.of(connection).isolation =
        new KnownIsolation(isReadCommitted, connection.bytesWritten(), askedNanos);
  }
}
